/**
 * `npm run openapi`: writes docs/openapi.json and docs/openapi.d.ts; `--check` only says which is stale, and
 * `--compatible` what would break clients of the newest release.
 */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { version } from '../api/monitoring/version.ts';
import { openApiDocument } from '../api/openapi/document.ts';
import { routes } from '../api/routes/index.ts';
import { compatible } from './compatible.ts';
import { runGenerator } from './generated.ts';

const NOTICE = '/** Made by `npm run openapi` from the route declarations: change those, not this. */\n';

/** A type refuses nothing when a program runs, so the types name each value that is known now. */
const named = (_: string, schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'x-known-values' in schema
    ? { ...schema, enum: schema['x-known-values'] }
    : schema;

const [flag, released] = process.argv.slice(2);
if (flag === '--compatible') await compatible(released);

await runGenerator(
  'npm run openapi',
  "Writes docs/openapi.json, the description of the API, and docs/openapi.d.ts, a client's types.",
  async () => {
    const document = openApiDocument(routes, version);
    const text = JSON.stringify(document, null, 2);
    const tree = await openapiTS(JSON.parse(text, named) as OpenAPI3, { defaultNonNullable: false });
    return {
      'docs/openapi.json': text,
      'docs/openapi.d.ts': NOTICE + astToString(tree),
    };
  },
);
