/** JSON Schema as far as our documents use it. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  /** What a value looks like, in words, beside what it means; only until a document is made. */
  form?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  /** Of a field of a request that is read and ignored. */
  readOnly?: boolean;
  minimum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

/** The types that a schema names, its choices included; none where it takes anything. */
export const typeOf = ({ type, anyOf = [], oneOf = [] }: Schema): string[] => [
  ...(type === undefined ? [] : [type].flat()),
  ...[...anyOf, ...oneOf].flatMap(typeOf),
];

/** Calls for a schema and for all that lie in it, each once. */
export function eachSchema(schema: Schema, visit: (schema: Schema) => void): void {
  visit(schema);
  const { anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties), ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  for (const each of inner) eachSchema(each, visit);
}
