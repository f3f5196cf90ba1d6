import { base64, bytes, sha256 } from './plain.ts';
import type { Flag, Vector, VectorKind } from './vector.ts';

/** An attacker who knows everything public, and has keys of their own. */
export const FORGER = sha256('the forger');

export const refused = (name: string, kind: VectorKind, given: unknown, code: string): Vector => ({
  name,
  kind,
  given,
  refused: code,
});

export const flagged = (flag: Flag, vectors: readonly Vector[]): Vector[] =>
  vectors.map((each) => ({ ...each, flags: [...(each.flags ?? []), flag] }));

/** The same with one bit flipped. */
export function flipped(text: string, at: number): string {
  const data = bytes(text);
  data[at < 0 ? data.length + at : at]! ^= 1;
  return base64(data);
}
