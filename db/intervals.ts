/** Intervals of time, half-open: `[from, to)`. */
import type { Interval } from '../switch/plan.ts';

/** The gaps between the intervals within `[from, to)` that are longer than the tolerance, including head and tail. */
export function gapsBetween(
  intervals: readonly Interval[],
  from: number,
  to: number,
  tolerance: number,
): Interval[] {
  const gaps: Interval[] = [];
  let reached = from;
  for (const { from: start, to: end } of [...intervals].sort((a, b) => a.from - b.from)) {
    const back = Math.min(start, to);
    if (back - reached > tolerance) gaps.push({ from: reached, to: back });
    reached = Math.max(reached, end);
  }
  if (to - reached > tolerance) gaps.push({ from: reached, to });
  return gaps;
}

/** What both lists cover. */
export const intersection = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  a.flatMap((one) =>
    b
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => to > from),
  );

/** What any of the lists covers, sorted, with overlapping and touching intervals joined. */
export function union(...lists: readonly (readonly Interval[])[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of lists.flat().sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
