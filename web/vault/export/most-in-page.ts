import type { LeftEntry } from '../../../client/inheritance.ts';

/**
 * So many bytes of files a saved page holds at most. More of them are beside it, in an archive: a page is one string
 * while it is made, sealed and opened.
 */
export const MOST_IN_PAGE = 32_000_000;

/** The size of all files that entries hold themselves. */
export const innerSize = (entries: readonly Pick<LeftEntry, 'inner'>[]): number =>
  entries.reduce((sum, { inner }) => sum + (inner?.bytes ?? 0), 0);
