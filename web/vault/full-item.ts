import type { Content } from '../../crypto/index.ts';
import type { Item } from '../keys/tasks/entries.ts';

/** An entry that opened. */
export type FullItem = Item & { content: Content };
