/** The OpenAPI 3.1 document, made from the route declarations and from nothing else. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERRORS, type ErrorCode } from './errors.ts';
import { LIMITS } from './limits.ts';
import { isWrite, type RouteDeclaration } from './route.ts';

/** RFC 9457. */
const ProblemBody = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({
    id: 'Problem',
    description: 'What went wrong, and what to do (RFC 9457). `code` is from a closed list.',
  });

/** What a route may answer with because of what it declares, beyond its own errors. */
export function errorsOf(route: RouteDeclaration): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...(route.limit === 'none' ? [] : ['rate_limited' as const]),
    'dependency_unavailable',
    ...(route.errors ?? []),
  ]);
  if (route.params || route.query || route.body) codes.add('validation_failed');
  if (route.body)
    for (const code of ['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code);
  if (route.params) codes.add('not_found');
  if (route.access !== 'public') {
    codes.add('unauthenticated');
    if (isWrite(route.method)) codes.add('origin_not_allowed');
  }
  if (route.access === 'admin') codes.add('forbidden');
  return [...codes];
}

/** Codes by status, as a document wants them. */
function problemResponses(route: RouteDeclaration): ZodOpenApiOperationObject['responses'] {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status) as '400',
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('; '),
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    ]),
  );
}

const SECURITY = {
  public: [],
  session: [{ cookie: [] }, { bearer: [] }],
  admin: [{ cookie: [] }, { bearer: [] }],
};

/** `GET /vault/entries/:id` → `getVaultEntriesById`. */
const operationId = ({ method, path }: RouteDeclaration): string =>
  method +
  path
    .split(/[/-]/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(':')
        ? `By${part[1]?.toUpperCase()}${part.slice(2)}`
        : `${part[0]?.toUpperCase()}${part.slice(1)}`,
    )
    .join('');

function limitOf({ limit }: RouteDeclaration): string {
  if (limit === 'none') return '';
  const { points, seconds } = LIMITS[limit];
  return `Limit: ${points} requests in ${seconds / 60} minutes.`;
}

function operation(route: RouteDeclaration): ZodOpenApiOperationObject {
  const limit = limitOf(route);
  const optional = route.body?.safeParse(undefined).success ?? false;
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, route.access === 'admin' ? 'For administrators.' : '', limit]
      .filter(Boolean)
      .join('\n\n'),
    security: SECURITY[route.access],
    requestParams: {
      ...(route.params ? { path: route.params as z.ZodObject } : {}),
      ...(route.query ? { query: route.query as z.ZodObject } : {}),
    },
    ...(route.body
      ? { requestBody: { required: !optional, content: { 'application/json': { schema: route.body } } } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, schema]) => [
          status as '200',
          { description: 'Success', content: { 'application/json': { schema } } },
        ]),
      ),
      ...problemResponses(route),
    },
  };
}

/** @param version of the service, as its package says */
export function openApiDocument(routes: readonly RouteDeclaration[], version: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Vault Handover API',
      version,
      description:
        'A digital-legacy vault with a dead-man switch. The client encrypts everything; the server never sees a plaintext, key or password.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'accessToken',
          description: 'Browsers. Writes must carry the `Origin` of an allowed page; they are signs of life.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Programs: log in with `"session": "bearer"`. Only a check-in of theirs is a sign of life.',
        },
      },
    },
    paths,
  });
}
