/** A schema for people: the type of a value in words, and its fields as a list. */
import type { Schema } from '../schema.ts';
import { escapeHtml, inline } from './markdown.ts';

export const schemaAnchor = (name: string): string => `schema-${name}`;

/** The name of the schema that a reference leads to. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const code = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

/** Ignores the limits that only mean that a number is an integer. */
const limit = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

const rulesOf = (schema: Schema): string[] =>
  [
    schema.format ?? '',
    range(limit(schema.minimum), limit(schema.maximum), ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern === undefined ? '' : `matches <code>${escapeHtml(schema.pattern)}</code>`,
    schema.default === undefined ? '' : `${code(schema.default)} by default`,
  ].filter(Boolean);

function plainType(schema: Schema): string {
  const { items, additionalProperties, properties } = schema;
  if (items) return `array of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object' && !properties)
    return `object of ${typeOf(additionalProperties)}`;
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
}

/** The type of a value, and the rules it has to follow. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return `<a href="#${schemaAnchor(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  return [plainType(schema), ...rulesOf(schema)].join(', ');
}

/** A field or a parameter, with its own fields. */
export function definition(name: string, about: string, text = '', inner = ''): string {
  return `<dt><code>${escapeHtml(name)}</code> <span>${about}</span></dt><dd>${inline(text)}${inner}</dd>`;
}

/** The fields of an object, or of the objects in a list or a choice; nothing for any other value. */
export function fieldsOf(schema: Schema): string {
  const { properties, required = [], items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  if (!properties) {
    const inner = [items ?? [], additionalProperties ?? [], anyOf, oneOf].flat();
    return inner.map((each) => (typeof each === 'object' ? fieldsOf(each) : '')).join('');
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = [
      typeOf(field),
      ...(required.includes(name) ? [] : ['optional']),
      ...(field.readOnly ? ['ignored'] : []),
    ];
    return definition(name, about.join(', '), field.description, fieldsOf(field));
  });
  return `<dl>${fields.join('')}</dl>`;
}
