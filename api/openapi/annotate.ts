/** Adds to the schemas of a document the descriptions of fields, and examples. */
import { exampleOf } from './example.ts';
import { FIELDS } from './fields.ts';
import { eachSchema, type Schema } from './schema.ts';

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}

interface Parameter {
  name: string;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

export interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter((operation) => 'responses' in operation);

const joinSentences = (...sentences: (string | undefined)[]): string | undefined =>
  sentences.filter(Boolean).join(' ') || undefined;

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Turns a list of values that a later version may extend into a string: generated clients refuse unknown values. */
function relaxEnum(schema: Schema): void {
  if (schema.propertyNames) relaxEnum(schema.propertyNames);
  // One that may be null is a choice within the field that describes it.
  const list = schema.isExtensible ? schema : schema.anyOf?.find(({ isExtensible }) => isExtensible);
  if (!list) return;
  const values = [list.enum ?? list.const].flat();
  const named = values.map((value) => `\`${value}\``);
  const areExplained = named.every((value) => schema.description?.includes(value));
  schema.form = areExplained
    ? 'A later version may add more.'
    : `Now ${OR.format(named)}; a later version may add more.`;
  list['x-known-values'] = values;
  list.type = 'string';
  delete list.enum;
  delete list.const;
  delete list.isExtensible;
}

/** The description of a field, from its schema or else by its name, followed by its format. */
const describe = (name: string, schema: Schema): string | undefined =>
  joinSentences(schema.description ?? FIELDS[name]?.description, schema.form);

/** Adds the description, and removes what only described the format. */
function setDescription(schema: Schema, description: string | undefined): void {
  if (description !== undefined) schema.description = description;
  delete schema.form;
  // Beside a reference it would refuse every field of the target.
  if (schema.$ref) delete schema.additionalProperties;
}

function describeFields(schemas: readonly Schema[]): void {
  for (const schema of schemas) {
    eachSchema(schema, ({ properties = {} }) => {
      for (const [name, field] of Object.entries(properties)) {
        // A component describes itself.
        if (!field.$ref) setDescription(field, describe(name, field));
      }
    });
  }
  for (const schema of schemas) {
    eachSchema(schema, (each) => setDescription(each, joinSentences(each.description, each.form)));
  }
}

export function annotate(document: Document): void {
  const { schemas } = document.components;
  const resolve = (ref: string): Schema => schemas[ref.replace('#/components/schemas/', '')] ?? {};
  const operations = operationsOf(document);
  const media = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {})),
  );
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  const bodies = [...Object.values(schemas), ...media.flatMap(({ schema }) => schema ?? [])];
  for (const each of [...bodies, ...parameters.map(({ schema }) => schema)]) eachSchema(each, relaxEnum);
  describeFields(bodies);
  const illustrate = (content: Record<string, Media> = {}, part: 'whole' | 'required') => {
    for (const each of Object.values(content)) {
      if (each.schema && each.example === undefined && !each.examples)
        each.example = exampleOf(each.schema, resolve, part);
    }
  };
  for (const { requestBody, responses } of operations) {
    illustrate(requestBody?.content, 'whole');
    for (const { content } of Object.values(responses)) illustrate(content, 'required');
  }
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    const description = describe(name, schema);
    if (description !== undefined) parameter.description = description;
    delete schema.description;
    delete schema.form;
    parameter.example ??= exampleOf(schema, resolve, 'whole', name);
  }
}
