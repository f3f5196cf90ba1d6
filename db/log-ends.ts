/**
 * Where owners' logs ended when this process last looked, so that the next record can be signed before the database is
 * asked. Only a hint: another process may have added records since, so the database compares before it writes.
 */

/** The most owners remembered. Each takes about a fifth of a kilobyte. */
const MOST = 10_000;

export interface LogEnds {
  /** Empty if unknown, like the end of an empty log. */
  find(userId: string): string;
  /** The owner who was remembered longest ago makes room. */
  remember(userId: string, end: string): void;
}

export function logEnds(most = MOST): LogEnds {
  const ends = new Map<string, string>();
  return {
    find: (userId) => ends.get(userId) ?? '',
    remember(userId, end) {
      ends.delete(userId);
      if (ends.size >= most) {
        const [oldest] = ends.keys();
        if (oldest !== undefined) ends.delete(oldest);
      }
      ends.set(userId, end);
    },
  };
}
