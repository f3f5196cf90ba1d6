import type { z } from 'zod';
import { type FieldError, invalid } from '../errors.ts';
import { parseInput } from '../input.ts';

/** How many errors a response lists at most: an import of 5,000 entries may have more than anyone reads. */
export const MOST_ERRORS = 100;

/** @param at the place of the value in the request */
export const fieldErrors = (error: z.ZodError, at: readonly (string | number)[]): FieldError[] =>
  error.issues.slice(0, MOST_ERRORS).map((issue) => ({
    path: [...at, ...issue.path].join('.'),
    message: issue.message,
  }));

/** @throws Problem `validation_failed` naming the fields that are wrong, at most a hundred */
export function validate<S extends z.ZodType | undefined>(
  schema: S,
  value: unknown,
  where: 'params' | 'query' | 'body' | 'metadata',
): S extends z.ZodType ? z.output<S> : undefined {
  if (!schema) return undefined as never;
  const parsed = parseInput(schema, value);
  if (parsed.success) return parsed.data as never;
  throw invalid(fieldErrors(parsed.error, [where]));
}
