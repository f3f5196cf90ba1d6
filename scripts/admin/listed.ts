/** Long lists of switches: totals, the first of them, and how many more there are. */

const MOST = 200;

/** Whose data a list shows, for the operator log. */
export const shownIds = (all: readonly { userId: string }[]): string[] => [
  ...new Set(all.slice(0, MOST).map(({ userId }) => userId)),
];

/** @param kinds the switches of each kind, by its name */
export function listed<T>(
  total: string,
  kinds: ReadonlyMap<string, readonly T[]>,
  all: readonly T[],
  line: (each: T) => string,
): string {
  const counts = [...kinds].map(([name, { length }]) => `${name} ${length}`);
  const more = all.length > MOST ? [`… and ${all.length - MOST} more`] : [];
  const totals = counts.length === 0 ? `${total}.` : `${total}: ${counts.join(', ')}.`;
  return [totals, ...all.slice(0, MOST).map(line), ...more].join('\n');
}
