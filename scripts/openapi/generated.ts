/** Generates the OpenAPI document from the route declarations, and a client's types from that. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { version } from '../../api/monitoring/version.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import { routes } from '../../api/routes/index.ts';
import { checkout } from '../../dev/instance/checkout.ts';

export interface Generated {
  /** Relative to the checkout. */
  path: string;
  text: string;
}

/** Formatted by Biome, so that lint and comparison agree. */
function formatted(path: string, input: string): Generated {
  const biome = join(checkout, 'node_modules', '.bin', 'biome');
  const text = execFileSync(biome, ['format', `--stdin-file-path=${path}`], {
    cwd: checkout,
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { path, text };
}

const NOTICE = '/** Made by `npm run openapi` from the route declarations: change those, not this. */\n';

/** In the order of the declarations, which is stable. */
export async function generate(): Promise<Generated[]> {
  const document = openApiDocument(routes, version);
  const types = astToString(
    await openapiTS(structuredClone(document) as OpenAPI3, { defaultNonNullable: false }),
  );
  return [
    formatted('docs/openapi.json', JSON.stringify(document, null, 2)),
    formatted('docs/openapi.d.ts', NOTICE + types),
  ];
}
