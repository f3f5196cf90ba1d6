/** One range of bytes (RFC 9110, 14). */
import { Problem } from '../http/errors.ts';

export interface ByteRange {
  from: number;
  /** The last byte, included. */
  to: number;
}

/**
 * The range that a header asks for. A header that isn't one range of bytes is ignored, as the RFC allows, so the whole file
 * is sent.
 *
 * @throws Problem `range_not_satisfiable` if no byte of the file is in it
 */
export function rangeOf(header: string, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    if (Number(last) === 0) throw new Problem('range_not_satisfiable');
    return { from: Math.max(0, size - Number(last)), to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) throw new Problem('range_not_satisfiable');
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
