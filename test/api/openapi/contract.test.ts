import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { BASE_PATH } from '../../../api/app.ts';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { routes } from '../../../api/routes/index.ts';
import { type BuiltOwner, buildOwner, cookieOf } from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { CONTRACT, type ContractRow } from './contract-routes.ts';

const api = await useApi({ ADMIN_EMAILS: 'admin@example.test' });
let owner: BuiltOwner;
beforeAll(async () => {
  owner = await buildOwner(api);
});

const document = openApiDocument(routes, '0.0.0') as unknown as {
  paths: Record<string, Record<string, { security: Record<string, unknown>[]; responses: object }>>;
};

const rows = CONTRACT.map((row) => [`${row.method.toUpperCase()} ${row.path} (${row.access})`, row] as const);

/** Asks the application itself. Nobody is logged in unless the headers say so. */
async function ask(
  row: ContractRow,
  headers: Record<string, string> = {},
): Promise<{ status: number; code?: string }> {
  const path = row.path.replace(/:\w+/g, randomUUID());
  const sample = BODIES[`${row.method.toUpperCase()} ${row.path}`]?.();
  const response = await fetch(`${api.url}${path}?token=${randomBytes(32).toString('base64url')}`, {
    method: row.method.toUpperCase(),
    headers: {
      Origin: api.origin,
      ...headers,
      ...(sample ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(sample ? { body: JSON.stringify(sample) } : {}),
  });
  const text = await response.text();
  const problem = response.headers.get('content-type')?.includes('problem');
  return { status: response.status, ...(problem ? { code: JSON.parse(text).code } : {}) };
}

test('the contract names 58 operations, each once', () => {
  expect(new Set(rows.map(([name]) => name)).size).toBe(58);
});

describe('the application has, as the contract says,', () => {
  test.each(rows)('%s', async (_, row) => {
    const declared = routes.find(({ method, path }) => method === row.method && path === row.path);
    expect(declared?.access ?? 'nothing').toBe(row.access);

    const asNobody = await ask(row);
    expect(asNobody.status).not.toBe(405);
    if (row.access === 'public') {
      expect(asNobody.code).not.toBe('unauthenticated');
      expect(asNobody.code).not.toBe('not_found');
      return;
    }
    expect(asNobody).toEqual({ status: 401, code: 'unauthenticated' });
    if (row.access === 'admin') {
      expect(await ask(row, cookieOf(api, owner))).toEqual({ status: 403, code: 'forbidden' });
    }
  });
});

describe('the OpenAPI document has, as the contract says,', () => {
  test.each(rows)('%s', (_, row) => {
    const operation = document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method];
    if (!operation) throw new Error('it is missing');
    expect(operation.security).toEqual(row.access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }]);
    const refusals = { public: [], session: ['401'], admin: ['401', '403'], automation: ['401', '403'] }[
      row.access
    ];
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(refusals));
  });

  test('every route that the application has', () => {
    const missing = routes.filter(
      ({ method, path }) => !document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method],
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe('besides, as the contract says,', () => {
  test('everything lies under /api/v1', () => {
    expect(BASE_PATH).toBe('/api/v1');
  });

  test('GET /ws upgrades to a websocket with valid cookies, and not without', async () => {
    expect(document.paths['/ws']?.get?.security).toEqual([{ cookie: [] }, { bearer: [] }]);
    const address = `${new URL(api.url).origin.replace('http', 'ws')}/ws`;
    const open = (headers: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address, { headers: { Origin: api.origin, ...headers } });
        socket.once('open', () => resolve('open'));
        socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
        socket.once('error', (error) => resolve(error.message));
        socket.once('open', () => socket.close());
      });
    expect(await open({})).toBe('401');
    expect(await open(cookieOf(api, owner))).toBe('open');
  });
});
