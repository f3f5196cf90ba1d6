/** Opaque positions in lists. */
import { invalid, type Problem } from './errors.ts';

export const encodeCursor = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** @throws Problem `validation_failed` for a cursor that did not come from a list */
export function decodeCursor(cursor: string, length: number): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string')) {
      return parts;
    }
  } catch {
    // Thrown below.
  }
  throw badCursor();
}

export const badCursor = (): Problem =>
  invalid(
    [{ path: 'query.cursor', message: 'use nextCursor of the previous page, or omit it' }],
    'This cursor did not come from a list.',
  );

/** A page of rows. One row more than `limit` means that there is another page. */
export function pageOf<T>(rows: readonly T[], limit: number, place: (last: T) => readonly string[]) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > limit ? encodeCursor(place(last)) : null };
}
