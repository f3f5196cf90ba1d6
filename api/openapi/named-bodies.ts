/** Gives every JSON body a name of its own, so that generated clients don't have to make one up. */
import type { Schema } from './schema.ts';

interface Operation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface DocumentWithBodies {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

const capitalised = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/**
 * Moves inline bodies into components: `listEntries` answers with `ListEntriesAnswer`, and takes `ListEntriesRequest`.
 *
 * @throws Error if an operation answers with two shapes, or its name is taken
 */
export function nameBodies({ paths, components: { schemas } }: DocumentWithBodies): void {
  const moved = (schema: Schema, name: string): Schema => {
    if (schema.$ref) return schema;
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`two bodies would be called ${name}`);
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  const nameIn = ({ content = {} }: Content, name: string) => {
    const json = content['application/json'];
    if (json?.schema) json.schema = moved(json.schema, name);
  };
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap((path) =>
    Object.values(path),
  )) {
    const name = capitalised(operationId);
    if (requestBody) nameIn(requestBody, `${name}Request`);
    for (const response of Object.values(responses)) nameIn(response, `${name}Answer`);
  }
}
