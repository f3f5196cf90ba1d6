import type { LeftEntry } from '../../client/inheritance.ts';
import type { Content } from '../../crypto/index.ts';

/** An entry that a kit has opened. */
export type ReadableLeftEntry = LeftEntry & { content: Content };
