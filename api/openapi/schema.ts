/** The part of JSON Schema that our documents use. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  /** The format of a value in words. Removed when the document is built. */
  form?: string;
  /** Whether a later version may add values (`extensibleEnum`). Removed when the document is built. */
  isExtensible?: boolean;
  /** The current values of such a list. */
  'x-known-values'?: unknown[];
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  /** For a request field that is read and ignored. */
  readOnly?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

/** The types a schema names, including its choices; none if it accepts anything. */
export const typeOf = ({ type, anyOf = [], oneOf = [] }: Schema): string[] => [
  ...(type === undefined ? [] : [type].flat()),
  ...[...anyOf, ...oneOf].flatMap(typeOf),
];

/** Visits a schema and every schema in it, each once. */
export function eachSchema(schema: Schema, visit: (schema: Schema) => void): void {
  visit(schema);
  const { anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties), ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  for (const each of inner) eachSchema(each, visit);
}
