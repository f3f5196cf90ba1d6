/**
 * The input of requests. A client may send back in a PUT what a GET returned, so fields that only the service sets are
 * accepted and ignored. `null` for an optional field is the same as leaving it out.
 */
import { z } from 'zod';

/** A field of a response that no request can set. It never reaches a handler. */
const readOnlyField = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: 'Read-only, as returned by GET; ignored here.' });

/**
 * The body of a PUT. Every field that the GET returns and a client can't set is ignored.
 *
 * @param answer the response of the GET
 * @param shape the fields that a client may set
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

/** Removes absent and ignored fields from a value. */
type Strip = (value: unknown) => unknown;

/** Removes absent and ignored fields from an object. Undefined if the schema has none. */
function objectStrip(schema: z.ZodObject): Strip | undefined {
  const fields: [name: string, ignored: boolean, optional: boolean, strip: Strip | undefined][] = [];
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const ignored = field === readOnlyField;
    // The field has `optional` or a default.
    const optional = field._zod.optin !== undefined;
    const strip = stripOf(field);
    if (ignored || optional || strip) fields.push([name, ignored, optional, strip]);
  }
  if (fields.length === 0) return undefined;
  return (value) => {
    if (!isRecord(value)) return value;
    const rest = { ...value };
    for (const [name, ignored, optional, strip] of fields) {
      if (!Object.hasOwn(rest, name)) continue;
      if (ignored || (optional && rest[name] === null)) delete rest[name];
      else if (strip) rest[name] = strip(rest[name]);
    }
    return rest;
  };
}

/** Values without a schema, such as a key bundle, stay as they are. */
function compileStrip(schema: z.core.$ZodType): Strip | undefined {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return objectStrip(inner);
  if (!(inner instanceof z.ZodArray)) return undefined;
  const element = unwrapped(inner.element);
  const strip = element instanceof z.ZodObject ? stripOf(element) : undefined;
  return strip && ((value) => (Array.isArray(value) ? value.map(strip) : value));
}

/** Walking a schema takes longer than using it, so each is walked once. */
const strips = new WeakMap<z.core.$ZodType, { strip: Strip | undefined }>();

function stripOf(schema: z.core.$ZodType): Strip | undefined {
  let known = strips.get(schema);
  if (!known) {
    known = { strip: compileStrip(schema) };
    strips.set(schema, known);
  }
  return known.strip;
}

/** Validates part of a request. */
export const parseInput = <S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> => schema.safeParse(stripOf(schema)?.(value) ?? value);
