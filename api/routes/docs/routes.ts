/** The description of the API, for programs. People read it at /docs. */
import { z } from 'zod';
import { type RouteDeclaration, route, tagged } from '../../http/route.ts';
import { version } from '../../monitoring/version.ts';

const OpenApi = z
  .looseObject({
    openapi: z
      .string()
      .meta({ examples: ['3.1.1'] })
      .describe('The OpenAPI version.'),
    info: z
      .looseObject({
        title: z
          .string()
          .meta({ examples: ['Vault Handover API'] })
          .describe('A description of the API.'),
        version: z
          .string()
          .meta({ examples: ['0.1.0'] })
          .describe('The version of the service.'),
      })
      .describe('A description of the tag.'),
    paths: z.record(z.string(), z.unknown()).describe('The operations by path.'),
  })
  .describe('An OpenAPI 3.1 document.');

/** @param described every route including this one; read when the document is first requested */
export function docsRoutes(described: () => readonly RouteDeclaration[]): RouteDeclaration[] {
  let document: Buffer | undefined;
  const read = route('GET /openapi.json', {
    name: 'getOpenApiDocument',
    summary: 'Get this description as an OpenAPI 3.1 document',
    description: 'For reading, open `/docs`.',
    access: 'public',
    limit: 'default',
    responses: { 200: OpenApi },
    async handler() {
      // Loaded on demand: building the document takes 7 MB, and most processes never serve it.
      const { openApiDocument } = await import('../../openapi/document.ts');
      document ??= Buffer.from(JSON.stringify(openApiDocument(described(), version)));
      return { bytes: document };
    },
  });
  return tagged('Documentation', [read]);
}
