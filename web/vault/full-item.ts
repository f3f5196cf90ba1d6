import type { OpenedEntry } from '../../client/entries.ts';
import type { Content } from '../../crypto/index.ts';

/** An entry that opened. */
export type FullItem = OpenedEntry & { content: Content };
