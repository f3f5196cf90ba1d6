import { ArrayType } from '@mikro-orm/core';

/** Every element in quotes, with quotes and backslashes escaped (PostgreSQL manual, 8.15.6). */
export const textArray = (items: readonly string[]): string =>
  `{${items.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * A `text[]` that returns exactly what was stored. MikroORM's own type doesn't quote every element, and so loses spaces,
 * turns line breaks into letters and the text `NULL` into null.
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return Array.isArray(value) ? textArray(value) : value;
  }
}
