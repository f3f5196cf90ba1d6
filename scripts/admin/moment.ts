/** A moment as operators read it. */
export const moment = (at: Date | number | null | undefined): string =>
  at === null || at === undefined ? 'none' : new Date(at).toISOString();
