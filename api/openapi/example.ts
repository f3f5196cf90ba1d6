/** Builds an example of a value from its JSON Schema: the schema's own, or else one for its name. */
import { FIELDS } from './fields.ts';
import { type Schema, typeOf } from './schema.ts';

/** Examples by type, for fields whose name has none. */
const PLAIN: Record<string, unknown> = { string: 'text', integer: 1, number: 1, boolean: true, null: null };

/** The example of a field by its name, if its type fits this schema. */
function exampleByName(name: string, schema: Schema): unknown {
  const example = FIELDS[name]?.example;
  if (example === undefined) return undefined;
  const type = example === null ? 'null' : Array.isArray(example) ? 'array' : typeof example;
  const wanted = typeOf(schema);
  const fits =
    wanted.length === 0 || wanted.includes(type) || (type === 'number' && wanted.includes('integer'));
  return fits ? example : undefined;
}

/** The keys of a record are only used if they are known. */
function recordOf(
  { propertyNames, additionalProperties }: Schema,
  resolve: Resolve,
  part: ExamplePart,
): Record<string, unknown> {
  const named = propertyNames?.$ref ? resolve(propertyNames.$ref) : propertyNames;
  const names = (named?.enum ?? named?.['x-known-values'] ?? []) as string[];
  const value = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.fromEntries(names.map((name) => [name, exampleOf(value, resolve, part, name)]));
}

type Resolve = (ref: string) => Schema;

/** For an answer, the fields that are always there; for a request, everything that may be sent. */
type ExamplePart = 'whole' | 'required';

/**
 * @param resolve finds the target of a `$ref`
 * @param name of the field
 */
export function exampleOf(schema: Schema, resolve: Resolve, part: ExamplePart = 'whole', name = ''): unknown {
  if (schema.$ref) return exampleOf(resolve(schema.$ref), resolve, part, name);
  const [shown] = schema.examples ?? [];
  if (shown !== undefined) return shown;
  if (schema.const !== undefined) return schema.const;
  const fromName = exampleByName(name, schema);
  const values = schema.enum ?? schema['x-known-values'];
  if (values) return values.includes(fromName) ? fromName : values[0];
  if (fromName !== undefined && !schema.items?.properties) return fromName;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.[0]) return exampleOf(choices[0], resolve, part, name);
  if (schema.properties) {
    const { properties, required = [] } = schema;
    const fields = Object.entries(properties).filter(
      ([field, inner]) => !inner.readOnly && (part === 'whole' || required.includes(field)),
    );
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, exampleOf(inner, resolve, part, field)]),
    );
  }
  if (schema.items) return [exampleOf(schema.items, resolve, part, name)];
  if (schema.default !== undefined) return schema.default;
  if (schema.format === 'date-time') return '2026-11-22T09:30:00.000Z';
  const [type = 'string'] = typeOf(schema);
  if (type === 'object') return recordOf(schema, resolve, part);
  if (schema.format === 'uuid') return FIELDS.id?.example;
  if (schema.format === 'uri') return FIELDS.url?.example;
  if (type === 'array') return [];
  return type === 'integer' || type === 'number' ? Math.max(1, schema.minimum ?? 0) : PLAIN[type];
}
