/** Which backups are kept: the newest of each of 7 days, 4 weeks and 12 months that have one. */

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 12;
const DAY_MS = 86_400_000;
/** 5 January 1970 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** The name of a backup: when it was begun, in UTC, without characters that a file system refuses. */
export const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** When a backup of this name was begun; null if it isn't the name of one. */
export function beganAt(name: string): Date | null {
  const [, day, hour, minute, second] = name.match(/^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/**
 * When the newest of these backups was begun; null if there is none. Names in the future, from a clock that was ahead,
 * are ignored: they prove no recent backup.
 */
export function newestOf(names: readonly string[], now: number): Date | null {
  const moments = names.flatMap((name) => beganAt(name) ?? []).filter((at) => at.getTime() <= now);
  return moments.sort((a, b) => a.getTime() - b.getTime()).at(-1) ?? null;
}

const PERIODS: readonly [count: number, periodOf: (at: Date) => string][] = [
  [DAYS, (at) => at.toISOString().slice(0, 10)],
  [WEEKS, (at) => String(Math.floor((at.getTime() - MONDAY_MS) / (7 * DAY_MS)))],
  [MONTHS, (at) => at.toISOString().slice(0, 7)],
];

/** The names that may go. The newest is never among them, and neither is anything that isn't a backup's name. */
export function superseded(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const at = beganAt(name);
      return at ? [{ name, at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<string>();
  for (const [count, periodOf] of PERIODS) {
    const newest = Map.groupBy(backups, ({ at }) => periodOf(at));
    for (const [first] of [...newest.values()].slice(0, count)) if (first) kept.add(first.name);
  }
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));
}
