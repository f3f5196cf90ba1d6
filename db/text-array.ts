import { ArrayType } from '@mikro-orm/core';

/** Every element in quotes, with the two characters that mean something within them escaped (PostgreSQL, 8.15.6). */
const literal = (items: readonly string[]): string =>
  `{${items.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * A `text[]` that gives back what it was given. MikroORM's own quotes only what it thinks it must, and so loses
 * spaces, turns line breaks into letters and `NULL` into nothing.
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return Array.isArray(value) ? literal(value) : value;
  }
}
