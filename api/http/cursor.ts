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
