import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { PLANS } from '../../../api/billing/plans.ts';
import { ERRORS, type ErrorCode } from '../../../api/http/errors.ts';
import { REQUEST_HEADERS } from '../../../api/http/headers.ts';
import { errorsOf } from '../../../api/http/route-errors.ts';
import { TAGS, type Tag } from '../../../api/http/tags.ts';
import { CLOSE } from '../../../api/live/connection.ts';
import { INTRODUCTION, openApiDocument } from '../../../api/openapi/document.ts';
import { routes } from '../../../api/routes/index.ts';
import { checkout } from '../../../dev/instance/checkout.ts';
import { useApi } from '../../support/servers/use-api.ts';

interface Media {
  schema?: { $ref?: string; oneOf?: { $ref?: string }[] };
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Response {
  $ref?: string;
  headers: Record<string, unknown>;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  parameters?: { in: string; name: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-codeSamples': { source: string }[];
}
interface Document {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Response>;
    examples: Record<string, { value: object }>;
  };
}

const api = await useApi();
/** As a client reads it. */
let document: Document;
beforeAll(async () => {
  document = (await (await fetch(`${api.url}/openapi.json`)).json()) as Document;
});

const each = routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);
type Route = (typeof routes)[number];
const operationOf = ({ method, path }: Route): Operation => {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};
const resolved = (response: Response): Response =>
  response.$ref
    ? document.components.responses[response.$ref.replace('#/components/responses/', '')]!
    : response;

describe('the document', () => {
  test('is OpenAPI 3.1 without a linter’s complaint', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Nobody is granted a licence to the service.
        'info-license': 'off',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
      },
    });
    const found = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    });
    // A websocket succeeds with 101, and a route without input has nothing to refuse.
    const right = [
      'operation-2xx-response #/paths/~1ws/get/responses',
      'operation-4xx-response #/paths/~1health/get/responses',
      'operation-4xx-response #/paths/~1metrics/get/responses',
    ];
    const wrong = found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
    expect(wrong.filter((each) => !right.includes(each))).toEqual([]);
    expect(document.openapi).toBe('3.1.1');
  });

  /** The values of all members of this name, wherever in the document they are. */
  function membersOf(name: string): unknown[] {
    const found: unknown[] = [];
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (name in value) found.push((value as Record<string, unknown>)[name]);
      Object.values(value).forEach(collect);
    };
    collect(document);
    return found;
  }

  test('has no choice of two texts, for which generators would make a type with two fields, or none', () => {
    const choices = membersOf('anyOf') as { type?: string }[][];
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.filter((choice) => choice.filter(({ type }) => type === 'string').length > 1)).toEqual([]);
  });

  test('has no pattern that other languages read differently or not at all', () => {
    const patterns = membersOf('pattern').filter((each): each is string => typeof each === 'string');
    expect(patterns.length).toBeGreaterThan(0);
    const portable = /^(\\u[0-9a-f]{4}|\\[.\\/+*?()[\]{}|^$-]|\(\?:|\((?!\?)|[^\\(])*$/;
    expect(patterns.filter((pattern) => !portable.test(pattern))).toEqual([]);
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow();
  });

  test('leaves room in its answers: extensible lists are text, and no later format or limit breaks a rule', () => {
    const schemas = document.components.schemas as Record<
      string,
      { properties: Record<string, { [rule: string]: unknown; description?: string }> }
    >;
    const { User, Successor, Entry, NewEntry, Channel, Handover, Settings, Export } = schemas;
    const language = document.components.schemas.Language;
    expect(language).toMatchObject({ type: 'string', 'x-known-values': ['en', 'de'] });
    expect(Channel?.properties.kind).toMatchObject({ type: 'string', 'x-known-values': expect.any(Array) });
    expect(Entry?.properties.algorithm).toMatchObject({ type: 'string', 'x-known-values': ['AES-GCM'] });
    for (const each of [language, Channel?.properties.kind, Entry?.properties.algorithm]) {
      expect(each).not.toHaveProperty('enum');
      expect(each).not.toHaveProperty('const');
    }
    expect(Handover?.properties.cancelReason).toMatchObject({
      anyOf: [{ type: 'string', 'x-known-values': expect.any(Array) }, { type: 'null' }],
      description: expect.stringMatching(/A later version may add more\.$/),
    });
    expect(NewEntry?.properties.iv).toMatchObject({ pattern: expect.any(String), maxLength: 16 });
    const answered = JSON.stringify([User, Successor, Entry, Channel]);
    for (const closing of ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'])
      expect(answered).not.toContain(`"${closing}"`);
    expect(Export?.properties.version).not.toHaveProperty('maximum');
    expect(Settings?.properties.contactMonths).not.toHaveProperty('minimum');
    expect(Entry?.properties.version).toMatchObject({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
    expect(Entry?.properties.iv?.description).toMatch(/a later format may not be\.$/);
    expect(membersOf('contentEncoding')).toEqual([]);
    expect(membersOf('isExtensible')).toEqual([]);
  });

  test('has one component for each kind of problem, and no other shape of one', () => {
    const shapes = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses }) =>
        Object.values(responses).map(
          (response) => resolved(response).content?.['application/problem+json']?.schema,
        ),
      ),
    );
    for (const shape of shapes) {
      const kinds = shape?.oneOf ?? (shape ? [shape] : []);
      for (const { $ref = 'none' } of kinds) expect($ref).toMatch(/^#\/components\/schemas\/\w*Problem$/);
    }
  });

  test('is the same each time it is made', () => {
    const made = () => JSON.stringify(openApiDocument(routes, '1.0.0'));
    expect(made()).toBe(made());
  });

  test('explains every tag, and has no tag that is not explained', () => {
    const used = new Set(
      Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
    );
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    for (const { name, description } of document.tags) expect(description).toBe(TAGS[name as Tag]);
  });

  test('and its client’s types match the declared routes; otherwise run `npm run openapi`', async () => {
    const run = promisify(execFile)(process.execPath, [join('scripts', 'openapi.ts'), '--check'], {
      cwd: checkout,
    });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(stderr + stdout).toContain('docs/openapi.json and docs/openapi.d.ts are up to date.');
  });
});

describe('the description of', () => {
  test.each(each)('%s has examples that are valid', (_, route) => {
    const { requestBody, responses, parameters = [] } = operationOf(route);
    if (route.body) {
      const example = requestBody?.content['application/json']?.example;
      expect(example).toBeDefined();
      expect(route.body.safeParse(example).error?.issues ?? []).toEqual([]);
    }
    for (const [status, schema] of Object.entries(route.responses)) {
      if (status === '204') continue;
      const example = responses[status]?.content?.[route.contentType ?? 'application/json']?.example;
      expect(example).toBeDefined();
      expect(schema.safeParse(example).error?.issues ?? []).toEqual([]);
    }
    const given = (where: string) =>
      Object.fromEntries(
        parameters.filter((each) => each.in === where).map(({ name, example }) => [name, example]),
      );
    expect(route.params?.safeParse(given('path')).error?.issues ?? []).toEqual([]);
    expect(route.query?.safeParse(given('query')).error?.issues ?? []).toEqual([]);
    for (const [name, example] of Object.entries(given('header'))) {
      expect(REQUEST_HEADERS[name as keyof typeof REQUEST_HEADERS].safeParse(example).success).toBe(true);
    }
  });

  test.each(each)('%s lists its errors by status, each code with an example', (_, route) => {
    const { responses } = operationOf(route);
    const listed = Object.entries(responses).flatMap(([status, response]) => {
      const examples = resolved(response).content?.['application/problem+json']?.examples ?? {};
      for (const code of Object.keys(examples)) {
        expect(String(ERRORS[code as ErrorCode][0])).toBe(status);
        expect(document.components.examples[code]?.value).toMatchObject({ code, status: Number(status) });
      }
      return Object.keys(examples);
    });
    expect(listed.sort()).toEqual([...errorsOf(route), 'internal'].sort());
  });

  test.each(each)('%s names the headers of its answers', (_, route) => {
    for (const [status, response] of Object.entries(operationOf(route).responses)) {
      const headers = Object.keys(resolved(response).headers);
      expect(headers).toContain('X-Request-Id');
      if (route.limit !== 'none') expect(headers).toContain('RateLimit-Remaining');
      if (['429', '503'].includes(status)) expect(headers).toContain('Retry-After');
      if (Number(status) < 300)
        expect(headers).toEqual(expect.arrayContaining([...(route.responseHeaders ?? [])]));
    }
  });
});

/** The part of a schema's description that these tests read. */
interface Described {
  $ref?: string;
  description?: string;
  form?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
  additionalProperties?: Described | boolean;
}

/** Each field of a schema and of the schemas in it, with its path. */
function fieldsOf(schema: Described, path: string): [path: string, field: Described][] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  const inner = [...anyOf, ...oneOf, ...(items ? [items] : [])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      [`${path}.${name}`, field] as [string, Described],
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...inner.flatMap((each) => fieldsOf(each, path)),
  ];
}

/** Each field of every component and body, by the component or operation that it belongs to. */
function everyField(): [path: string, field: Described][] {
  const bodies = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, requestBody, responses }) => [
      ...Object.values(requestBody?.content ?? {}).map(
        ({ schema }) => [`${operationId}Request`, schema] as const,
      ),
      ...Object.values(responses).flatMap((response) =>
        Object.values(resolved(response).content ?? {}).map(({ schema }) => [operationId, schema] as const),
      ),
    ]),
  );
  const all = [...Object.entries(document.components.schemas), ...bodies];
  return all.flatMap(([name, schema]) => fieldsOf((schema ?? {}) as Described, name));
}

describe('every field', () => {
  test('and every parameter says what it means', () => {
    // The component that a field refers to describes it.
    const silent = everyField().filter(
      ([, { $ref, anyOf = [], description }]) => !description && !$ref && !anyOf.some((each) => each.$ref),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
    const parameters = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, parameters: given = [] }) =>
        given.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
      ),
    );
    expect(parameters).toEqual([]);
    expect(everyField().filter(([, { form }]) => form !== undefined)).toEqual([]);
  });

  // Each place says which meaning such a name has there.
  test.each([
    ['EnableTwoFactorRequest.token', /authenticator app/],
    ['DisableTwoFactorRequest.token', /authenticator app/],
    ['OptOutRequest.token', /link in an email/],
    ['PasswordReset.token', /link in an email/],
    ['Credit.reason', /what was down/i],
    ['CancelHandoverRequest.reason', /own words/],
    ['ActivityRecord.id', /Opaque/],
    ['User.id', /identifier/],
    ['ActivityRecord.signature', /HMAC/],
    ['ActivityRecord.detail', /table at/],
    ['ValidationFailedProblem.detail', /what to do/i],
    ['ReadableEntry.iv', /initialisation vector/],
    ['NewEntry.iv', /new for every change/],
    ['Entry.salt', /key/],
    ['User.salt', /derivation/],
    ['Export.version', /format/],
    ['Entry.version', /changes of the entry/],
    ['Health.version', /service/],
    ['Login.session', /Omit it/],
    ['LoggedIn.accessToken', /Bearer/],
    ['RespondToInvitationAnswer.accessToken', /successor-access/],
    ['Session.kind', /program/],
    ['Handover.cancelReason', /owner_returned/],
  ])('with a name that means several things says which: %s', (path, meaning) => {
    const found = everyField().filter(([each]) => each === path);
    expect(found.map(([, { description }]) => description)).toEqual([expect.stringMatching(meaning)]);
  });
});

test('an answer shows what is always there: tokens come only to those who asked for them', () => {
  const shown = operationOf(routes.find(({ path }) => path === '/auth/login')!);
  const { example } = shown.responses['200']!.content!['application/json']!;
  expect(Object.keys(example as object)).toEqual(['message', 'user']);
});

test('recovery codes are shown in the form that they have', () => {
  const shown = operationOf(routes.find(({ path }) => path === '/auth/2fa/enable')!);
  const { example } = shown.responses['200']!.content!['application/json']!;
  for (const code of (example as { recoveryCodes: string[] }).recoveryCodes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  }
});

test('the plans are described as they are', () => {
  const description = INTRODUCTION;
  const rows = Array.from(description.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm), ([, plan, limits = '']) => [
    plan,
    ...limits.split('|').map((limit) => limit.trim()),
  ]).filter(([plan = '']) => plan in PLANS);
  const size = (bytes: number) => (bytes < 1e9 ? `${bytes / 1e6} MB` : `${bytes / 1e9} GB`);
  expect(rows).toEqual(
    Object.entries(PLANS).map(([plan, { entries, entryBytes, trashBytes, successors, fileBytes }]) => [
      plan,
      entries.toLocaleString('en'),
      size(entryBytes),
      size(trashBytes),
      String(successors),
      size(fileBytes),
    ]),
  );
});

test('operations have names of their own', () => {
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z]+([A-Z][a-z]+)*$/);
});

test('every JSON body has a name, and who answers `version_conflict` says when', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { operationId, description, requestBody, responses } of operations) {
    for (const { content } of [requestBody, ...Object.values(responses).map(resolved)].flatMap(
      (each) => each ?? [],
    )) {
      const schema = content?.['application/json']?.schema;
      if (schema) expect([operationId, schema]).toEqual([operationId, { $ref: expect.any(String) }]);
    }
    const conflict = resolved(responses['409'] ?? { headers: {} }).content?.['application/problem+json'];
    if (conflict?.examples?.version_conflict)
      expect([operationId, description]).toEqual([
        operationId,
        expect.stringContaining('`version_conflict`'),
      ]);
  }
});

test('a code sample is a command that works once the address is known', async () => {
  const sample = (path: string, method: string): string =>
    document.paths[path]?.[method]?.['x-codeSamples'][0]?.source ?? '';
  const run = async (source: string) => {
    const env = { ...process.env, VAULT: new URL(api.url).origin, TOKEN: 'none' };
    const { stdout } = await promisify(execFile)('sh', ['-c', `${source} --silent`], { env });
    return JSON.parse(stdout) as { code?: string; kdf?: object };
  };
  expect(await run(sample('/auth/kdf', 'post'))).toHaveProperty('kdf');
  expect(await run(sample('/auth/login', 'post'))).toMatchObject({ code: 'invalid_credentials' });
  expect(await run(sample('/vault/entries/{id}', 'put'))).toMatchObject({ code: 'unauthenticated' });
});

test('generators can tell problems apart by their code, and read every status as a whole number', () => {
  const { schemas, responses } = document.components as unknown as {
    schemas: Record<string, { properties?: { status?: object; code?: { const: string } } }>;
    responses: Record<string, { content: Record<string, { schema: ProblemSchema }> }>;
  };
  interface ProblemSchema {
    oneOf?: { $ref: string }[];
    discriminator?: { propertyName: string; mapping: Record<string, string> };
  }
  const choices = Object.values(responses).flatMap(({ content }) => {
    const schema = content['application/problem+json']?.schema;
    return schema?.oneOf ? [schema] : [];
  });
  expect(choices.length).toBeGreaterThan(10);
  for (const { oneOf = [], discriminator } of choices) {
    expect(discriminator?.propertyName).toBe('code');
    expect(Object.values(discriminator?.mapping ?? {})).toEqual(oneOf.map(({ $ref }) => $ref));
    for (const [code, reference] of Object.entries(discriminator?.mapping ?? {})) {
      const { properties = {} } = schemas[reference.split('/').at(-1) ?? ''] ?? {};
      expect(properties.code?.const).toBe(code);
      expect(properties.status).toMatchObject({ type: 'integer' });
    }
  }
});

test('both addresses of the websocket and every close code are explained', async () => {
  const description = INTRODUCTION;
  const rows = description.matchAll(/^\| (\d{4}) +\| \S/gm);
  // The library itself closes with 1009 if a message is larger than we accept.
  expect(Array.from(rows, ([, code]) => Number(code))).toEqual([...Object.values(CLOSE), 1009].sort());
  const page = await readFile(join(checkout, 'docs/api.md'), 'utf8');
  for (const text of [description, page]) {
    for (const named of ['`/api/v1/ws`', '`/ws`']) expect(text).toContain(named);
  }
});
