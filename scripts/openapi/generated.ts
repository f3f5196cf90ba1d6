/** Generates the OpenAPI document from the route declarations, and a client's types from that. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { version } from '../../api/monitoring/version.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import { routes } from '../../api/routes/index.ts';
import { formatted } from '../formatted.ts';

export interface Generated {
  /** Relative to the checkout. */
  path: string;
  text: string;
}

const NOTICE = '/** Made by `npm run openapi` from the route declarations: change those, not this. */\n';

/** In the order of the declarations, which is stable. */
export async function generate(): Promise<Generated[]> {
  const document = openApiDocument(routes, version);
  const types = astToString(
    await openapiTS(structuredClone(document) as OpenAPI3, { defaultNonNullable: false }),
  );
  const files = {
    'docs/openapi.json': JSON.stringify(document, null, 2),
    'docs/openapi.d.ts': NOTICE + types,
  };
  return Object.entries(files).map(([path, text]) => ({ path, text: formatted(path, text) }));
}
