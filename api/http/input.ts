/**
 * What a request contains. A GET's answer may come back in a PUT, so fields that only the service sets are read and
 * ignored. `null` for an optional field is the same as leaving it out.
 */
import { z } from 'zod';

/** A field of an answer that no request can set. It never reaches a handler. */
const readOnlyField = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: 'Read-only, as returned by GET; ignored here.' });

/**
 * The body of a PUT: what a client may set. Every other field that the GET answers is ignored.
 *
 * @param answer what the GET answers
 * @param shape what a client may set
 */
export const putBody = <S extends z.core.$ZodShape>(
  answer: z.ZodObject,
  shape: S,
): z.ZodObject<S, z.core.$strict> => {
  const others = Object.keys(answer.shape).filter((name) => !Object.hasOwn(shape, name));
  return z.strictObject({
    ...shape,
    ...Object.fromEntries(others.map((name) => [name, readOnlyField])),
  }) as unknown as z.ZodObject<S, z.core.$strict>;
};

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without what is absent or ignored. What no schema describes, such as a key bundle, stays as it is. */
function withoutIgnored(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = inner;
    return unwrapped(element) instanceof z.ZodObject
      ? value.map((each) => withoutIgnored(element, each))
      : value;
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value;
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  const fields = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) return [[name, each]];
    // The field has `optional` or a default.
    const absent = each === null && field._zod.optin !== undefined;
    return field === readOnlyField || absent ? [] : [[name, withoutIgnored(field, each)]];
  });
  return Object.fromEntries(fields);
}

/** Validates part of a request. */
export const parseInput = <S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> => schema.safeParse(withoutIgnored(schema, value));
