/** Positions of moments on a line: in proportion to time, but never so close that two marks collide. */

/** Between neighbours, as a part of the whole; less where there are too many. */
const LEAST_GAP = 0.06;

export interface Scale {
  /** From 0 to 1. Moments before the first knot are at 0, those after the last at 1. */
  place(at: number): number;
}

/** @param knots in order; each gets a place of its own */
export function scaleOf(knots: readonly number[]): { places: number[]; scale: Scale } {
  const gaps = knots.length - 1;
  const span = (knots.at(-1) ?? 0) - (knots[0] ?? 0);
  const least = gaps > 0 ? Math.min(LEAST_GAP, 1 / gaps) : 0;
  const rest = 1 - least * Math.max(0, gaps);
  const places = [0];
  for (let i = 1; i < knots.length; i += 1) {
    const share = span > 0 ? (knots[i]! - knots[i - 1]!) / span : 1 / gaps;
    places.push(Math.min(1, places[i - 1]! + least + rest * share));
  }
  const place = (at: number): number => {
    const after = knots.findIndex((knot) => knot > at);
    if (after === 0 || knots.length === 0) return 0;
    if (after < 0) return places.at(-1)!;
    const from = knots[after - 1]!;
    const part = (at - from) / (knots[after]! - from);
    return places[after - 1]! + part * (places[after]! - places[after - 1]!);
  };
  return { places: knots.length > 0 ? places : [], scale: { place } };
}
