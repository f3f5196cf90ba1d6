import type { LeftEntry } from '../../../client/inheritance.ts';

/**
 * How many bytes of files a saved page holds at most. If there are more, the files go beside it, in an archive, because
 * a page is one string while it is made, sealed and opened.
 */
export const MOST_IN_PAGE = 32_000_000;

/** The size of all files inside entries. */
export const innerSize = (entries: readonly Pick<LeftEntry, 'inner'>[]): number =>
  entries.reduce((sum, { inner }) => sum + (inner?.bytes ?? 0), 0);
