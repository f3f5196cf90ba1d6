/** The OpenAPI 3.1 document, generated from the route declarations alone. */
import { readFileSync } from 'node:fs';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERRORS, type ErrorCode, invalid, Problem } from '../http/errors.ts';
import { HEADERS } from '../http/headers.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { errorsOf } from '../http/route-errors.ts';
import { TAGS } from '../http/tags.ts';
import { annotate, type Document } from './annotate.ts';
import { addCodeSamples } from './code-samples.ts';
import { type DocumentWithBodies, nameBodies } from './named-bodies.ts';
import { operation } from './operation.ts';
import { problemSchemas } from './problems.ts';
import { realtime } from './realtime.ts';
import type { Schema } from './schema.ts';
import { nameSchemas } from './schemas.ts';

/**
 * Conventions, tokens and plans, for people. The document has only the first line, because generators copy it into
 * every file.
 */
export const INTRODUCTION = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8');

const [ABOUT = ''] = INTRODUCTION.split('\n');

const REQUEST_ID = '0b0f5c9e-6f0a-4a39-9c6c-0e6c4a1f3b52';

/** Every code that some route answers with. */
const codesOf = (routes: readonly RouteDeclaration[]): ErrorCode[] =>
  [...new Set<ErrorCode>([...routes.flatMap(errorsOf), 'internal'])].sort();

/** A problem of each code, for answers to refer to. */
const problemExamples = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    codes.map((code) => {
      const errors = [{ path: 'body.name', message: 'Invalid input: expected string, received undefined' }];
      const problem = code === 'validation_failed' ? invalid(errors) : new Problem(code);
      return [code, { summary: ERRORS[code][1], value: problem.toBody(REQUEST_ID) }];
    }),
  );

const SECURITY_SCHEMES = {
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'accessToken',
    description:
      'For browsers, which must send writes with the `Origin` of an allowed page. Writes are signs of life.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'For apps and programs. Log in with `"session": "app"` for an app that a person uses: its writes are ' +
      'signs of life, as in a browser. Log in with `"session": "bearer"` for a program: only its check-ins ' +
      'are.',
  },
  automationToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '`vh_` and 43 characters',
    description:
      'For automations: the token from `POST /automations`, which can do one thing. Its check-ins are signs of life, ' +
      'because the owner wanted them to be.',
  },
  calendarToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description:
      'For calendar programs: the token of an automation with the scope `calendar`, in the address.',
  },
} as const;

/** Removes from the schema of a response the rules that clients must not rely on. */
function relaxResponse(schema: Schema): void {
  // There may be additional fields.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // A later format may be longer, look different, or not be base64.
  delete schema.pattern;
  delete schema.minLength;
  delete schema.maxLength;
  if (schema.form?.startsWith('Base64')) schema.form = 'Base64; a later format may not be.';
  // Limits may change. The largest safe integer isn't one: it tells generators how wide an integer is.
  delete schema.minItems;
  delete schema.maxItems;
  if (schema.maximum !== Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum !== undefined && schema.minimum > 1) delete schema.minimum;
}

/** @param version of the service */
export function openApiDocument(routes: readonly RouteDeclaration[], version: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  nameSchemas();
  const codes = codesOf(routes);
  const used = new Set(['Realtime', ...routes.map(({ tag }) => tag)]);
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Vault Handover API',
        version,
        description: ABOUT,
      },
      externalDocs: { url: '/docs', description: 'The conventions, and every operation with its examples.' },
      servers: [{ url: '/api/v1' }],
      tags: Object.entries(TAGS)
        .filter(([name]) => used.has(name))
        .map(([name, description]) => ({ name, description })),
      components: {
        schemas: problemSchemas(codes),
        headers: HEADERS as never,
        examples: problemExamples(codes),
        securitySchemes: SECURITY_SCHEMES,
      },
      paths: { ...paths, ...realtime },
    },
    {
      // The formats say the same, and people can read them.
      override: ({ jsonSchema, io }) => {
        if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        // A status is an integer, which some generators distinguish from other numbers.
        if (Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer';
        if (io === 'output') relaxResponse(jsonSchema as Schema);
      },
    },
  );
  nameBodies(document as unknown as DocumentWithBodies);
  const { schemas = {} } = document.components ?? {};
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  document.components = { ...document.components, schemas: Object.fromEntries(byName) };
  annotate(document as unknown as Document);
  addCodeSamples(document.paths as Parameters<typeof addCodeSamples>[0]);
  return document;
}
