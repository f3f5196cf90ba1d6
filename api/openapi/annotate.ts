/** Adds to a document what its schemas leave out: the meaning of fields, and examples. */
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

/** What a field means comes first, then what its schema says of its form. */
function describe(name: string, schema: Schema): string | undefined {
  const said = [FIELDS[name]?.description, schema.description].filter(Boolean).join(' ');
  return said === '' ? undefined : said;
}

function describeFields(schemas: readonly Schema[]): void {
  const described = new Set<Schema>();
  const visit = ({ properties = {} }: Schema) => {
    for (const [name, field] of Object.entries(properties)) {
      const description = describe(name, field);
      if (description !== undefined && !described.has(field)) field.description = description;
      described.add(field);
    }
  };
  for (const schema of schemas) eachSchema(schema, visit);
}

export function annotate(document: Document): void {
  const { schemas } = document.components;
  const resolve = (ref: string): Schema => schemas[ref.replace('#/components/schemas/', '')] ?? {};
  const operations = operationsOf(document);
  const media = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {})),
  );
  describeFields([...Object.values(schemas), ...media.flatMap(({ schema }) => schema ?? [])]);
  for (const each of media) {
    if (each.schema && each.example === undefined && !each.examples)
      each.example = exampleOf(each.schema, resolve);
  }
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { name, schema } = parameter;
    const description = describe(name, schema);
    if (description !== undefined) parameter.description = description;
    delete schema.description;
    parameter.example ??= exampleOf(schema, resolve, name);
  }
}
