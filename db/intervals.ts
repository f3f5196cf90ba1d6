/** Intervals of time, half-open: `[from, to)`. */
import type { Interval } from '../switch/plan.ts';

/**
 * The gaps that the intervals leave in `[from, to)`. The time after the last of them may still be covered, so it is a gap
 * only once it is longer than the tolerance; an interval `[from, to)` that is no longer than that shows no gap at all.
 */
export function gapsBetween(
  intervals: readonly Interval[],
  from: number,
  to: number,
  tolerance: number,
): Interval[] {
  if (to - from <= tolerance) return [];
  const gaps: Interval[] = [];
  let reached = from;
  for (const { from: start, to: end } of [...intervals].sort((a, b) => a.from - b.from)) {
    if (start >= to) break;
    // Without a length it covers nothing.
    if (end <= start) continue;
    if (start > reached) gaps.push({ from: reached, to: start });
    reached = Math.max(reached, end);
  }
  if (to - reached > tolerance) gaps.push({ from: reached, to });
  return gaps;
}

/** Sorts intervals, and joins those no further apart than this. */
export function joinClose(intervals: readonly Interval[], apart: number): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from - last.to <= apart) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** What both lists cover. */
export const intersection = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  a.flatMap((one) =>
    b
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => to > from),
  );

/** The intervals of all lists, sorted, with overlapping and touching intervals joined. */
export const union = (...lists: readonly (readonly Interval[])[]): Interval[] => joinClose(lists.flat(), 0);
