import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { accessTokens } from '../../../api/auth/sessions.ts';
import { ERRORS, type ErrorCode } from '../../../api/http/errors.ts';
import { parseInput } from '../../../api/http/input.ts';
import type { RouteDeclaration } from '../../../api/http/route.ts';
import { errorsOf } from '../../../api/http/route-errors.ts';
import { routes } from '../../../api/routes/index.ts';
import { Automation } from '../../../db/entities/automation.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { Passkey } from '../../../db/entities/passkey.ts';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client, type TestClient, type TestReply } from '../../support/clients/client.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

// An administrator too, so that no route is closed to them.
const api = await useApi({ ADMIN_EMAILS: 'Admin@Example.test' });
let owner: BuiltOwner;
let stranger: BuiltOwner;
/** The ID of a successor, an entry, a passkey, an automation and a way of another owner. */
let theirs: string;
beforeAll(async () => {
  owner = await buildOwner(api, { email: 'admin@example.test' });
  stranger = await buildOwner(api);
  theirs = (await buildSuccessor(api, stranger)).id;
  await storeEntry(stranger, { id: theirs });
  const now = new Date(api.clock.now);
  const own = { id: theirs, userId: stranger.id, name: 'Theirs', createdAt: now };
  const key = {
    credentialId: 'theirs',
    publicKey: randomBytes(8),
    counter: 0,
    transports: [],
    isSynced: false,
  };
  await api.em().insert(Passkey, { ...own, ...key });
  await api.em().insert(Automation, { ...own, scope: 'check-in', hash: randomBytes(32) });
  const way = { kind: 'mailbox', address: 'theirs@example.test', codeRound: 1, codeSentAt: now } as const;
  await api.em().insert(Channel, { ...own, ...way });
});

const nameOf = ({ method, path }: RouteDeclaration) => `${method.toUpperCase()} ${path}`;
const each = (which: (route: RouteDeclaration) => boolean) =>
  routes.filter(which).map((route) => [nameOf(route), route] as const);
const withBody = each(({ body }) => body !== undefined);
const protectedRoutes = each(({ access }) => access !== 'public');
/** The routes that read cookies. */
const sessionRoutes = each(({ access }) => access === 'session' || access === 'admin');

const address = (route: RouteDeclaration, id: string = randomUUID()) =>
  route.path.replace(/:\w+/g, id) +
  (route.query && /token/.test(JSON.stringify(Object.keys((route.query as never as { shape: object }).shape)))
    ? `?token=${randomBytes(32).toString('base64url')}`
    : '');
const send = (
  who: TestClient,
  route: RouteDeclaration,
  body?: unknown,
  headers = {},
  path = address(route),
): Promise<TestReply> =>
  route.method === 'get' ? who.raw.get(path, headers) : who.raw[route.method](path, body, headers);
const caller = ({ access }: RouteDeclaration) => (access === 'public' ? client(api) : owner.browser);
const sample = (route: RouteDeclaration) => BODIES[nameOf(route)]?.();

/** Expects a problem that is documented for this route. */
async function refused(route: RouteDeclaration, ask: () => Promise<TestReply>, ...codes: ErrorCode[]) {
  const reply = await ask();
  expect(codes).toContain(reply.body.code);
  expect(errorsOf(route)).toContain(reply.body.code);
  expect(reply.status).toBe(ERRORS[reply.body.code as ErrorCode][0]);
  expect(reply.headers.get('content-type')).toMatch('application/problem+json');
  return reply;
}

/** Every row, as the requests of a test must leave it. */
let rows: string;
/** Fails each test of a group that changes a row. */
function nothingChanges() {
  const look = async () => {
    rows = await rowChecksum(api.orm);
  };
  beforeAll(look);
  afterEach(async () => {
    const before = rows;
    await look();
    expect(rows).toBe(before);
  });
}

test('every route with a body has a sample, and every sample is valid', () => {
  expect(Object.keys(BODIES).sort()).toEqual(withBody.map(([name]) => name).sort());
  for (const [, route] of withBody)
    expect(route.body?.safeParse(sample(route)).error?.issues ?? []).toEqual([]);
});

test.each(protectedRoutes)('%s answers 401 for nothing but the session', (_, route) => {
  const codes = errorsOf(route).filter((code) => ERRORS[code][0] === 401);
  expect(codes).toEqual(['unauthenticated']);
});

describe('without a live session', () => {
  nothingChanges();

  test.each(protectedRoutes)('%s answers 401', async (_, route) => {
    await refused(route, () => send(client(api), route, sample(route)), 'unauthenticated');
    await refused(
      route,
      () => send(client(api, { bearer: 'not.a.token' }), route, sample(route)),
      'unauthenticated',
    );
    // Its session is live. Only the token has expired.
    const { id } = await api.em().findOneOrFail(Session, { userId: owner.id, kind: 'bearer' });
    const expired = await accessTokens(api.config).issue(
      owner.id,
      id,
      new Date(api.clock.now - api.config.JWT_EXPIRES_IN - 1_000),
    );
    await refused(
      route,
      () => send(client(api, { bearer: expired }), route, sample(route)),
      'unauthenticated',
    );
  });

  test.each(protectedRoutes)(
    '%s answers 401 once the session is revoked, at the very next request, even if malformed',
    async (_, route) => {
      const leaving = await buildOwner(api);
      await api.em().nativeUpdate(Session, { userId: leaving.id }, { revokedAt: new Date(api.clock.now) });
      rows = await rowChecksum(api.orm);
      for (const who of [leaving.browser, leaving.program]) {
        await refused(route, () => send(who, route, sample(route)), 'unauthenticated');
        const malformed = `${address(route).split('?')[0]}?unknown=1`;
        await refused(route, () => send(who, route, '{', {}, malformed), 'unauthenticated');
      }
    },
  );
});

describe('from a foreign page', () => {
  nothingChanges();

  test.each(sessionRoutes.filter(([, { method }]) => method !== 'get'))(
    '%s answers 403',
    async (_, route) => {
      const foreign = { Origin: 'http://evil.test' };
      await refused(route, () => send(owner.browser, route, sample(route), foreign), 'origin_not_allowed');
    },
  );
});

test('administrators only unlock accounts, and make and withdraw invitations', () => {
  const writes = protectedRoutes.filter(([, { method, access }]) => method !== 'get' && access === 'admin');
  // As docs/security.md says.
  expect(writes.map(([name]) => name).sort()).toEqual([
    'DELETE /admin/invitations/:invitationId',
    'POST /admin/invitations',
    'POST /admin/users/:userId/unlock',
  ]);
});

describe('a read by an administrator', () => {
  nothingChanges();

  const looks = protectedRoutes.filter(([, route]) => route.method === 'get' && route.access === 'admin');

  test.each(looks)('%s answers 403 to a foreign page that sends no Origin', async (_, route) => {
    const browser = client({ url: api.url }, { cookies: Object.fromEntries(owner.browser.cookies) });
    for (const site of ['cross-site', 'same-site']) {
      const foreign = { 'Sec-Fetch-Site': site };
      await refused(route, () => send(browser, route, sample(route), foreign), 'origin_not_allowed');
    }
  });
});

describe('a body', () => {
  nothingChanges();

  test.each(withBody)('of %s that is not JSON is refused', async (_, route) => {
    for (const text of ['{"a":', 'null', '"text"', '[1', '{"__proto__": ']) {
      await refused(route, () => send(caller(route), route, text), 'malformed_json', 'validation_failed');
    }
  });

  test.each(withBody)('of %s that is not an object is refused', async (_, route) => {
    await refused(route, () => send(caller(route), route, [sample(route)]), 'validation_failed');
  });

  test.each(withBody)('of %s in another content type is refused', async (_, route) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      await refused(
        route,
        () => send(caller(route), route, JSON.stringify(sample(route)), { 'Content-Type': type }),
        'unsupported_media_type',
      );
    }
  });

  test.each(withBody)('of %s that is too large is refused', async (_, route) => {
    const tooLarge = { ...sample(route), padding: 'x'.repeat((route.bodyLimit ?? 64 * 1024) + 1) };
    await refused(route, () => send(caller(route), route, tooLarge), 'payload_too_large');
  });

  test.each(withBody)('of %s with an unknown field is refused by name', async (_, route) => {
    const reply = await refused(
      route,
      () => send(caller(route), route, { ...sample(route), surprise: 1 }),
      'validation_failed',
    );
    expect(JSON.stringify(reply.body.errors)).toContain('surprise');
  });

  test.each(withBody)(
    'of %s with any field of a wrong type or length is refused by name',
    async (_, route) => {
      const good = sample(route) ?? {};
      for (const field of Object.keys(good)) {
        const wrong = [{ $gt: '' }, ['x', { y: 1 }], null, 'x'.repeat(40_000), -1, 1e300, true, ''].filter(
          (value) => route.body && !parseInput(route.body, { ...good, [field]: value }).success,
        );
        expect(wrong.length).toBeGreaterThan(4);
        for (const value of wrong) {
          const reply = await refused(
            route,
            () => send(caller(route), route, { ...good, [field]: value }),
            'validation_failed',
          );
          expect(JSON.stringify(reply.body.errors)).toContain(field);
        }
      }
    },
  );

  test.each(withBody)('of %s with a required field missing is refused by name', async (_, route) => {
    const good = sample(route) ?? {};
    for (const field of Object.keys(good)) {
      const { [field]: _left, ...rest } = good;
      if (route.body?.safeParse(rest).success) continue;
      const reply = await refused(route, () => send(caller(route), route, rest), 'validation_failed');
      expect(reply.body.errors.length).toBeGreaterThan(0);
    }
  });
});

describe('another account’s IDs in a body', () => {
  const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!@)/g;
  const naming = withBody.filter(
    ([name, route]) => name.endsWith('/assigned-entries') || JSON.stringify(sample(route)).match(UUID),
  );

  /** Everything of the stranger's that a body could name, as it is stored. */
  const theirRows = async () => {
    const em = api.em();
    const userId = stranger.id;
    return JSON.stringify([await em.find(VaultEntry, { userId }), await em.find(Successor, { userId })]);
  };

  test('some routes take IDs', () => {
    expect(naming.length).toBeGreaterThan(3);
  });

  test.each(naming)('%s neither shows nor changes what they name', async (_, route) => {
    const ciphertext = randomBytes(48).toString('base64');
    const entry = { ...BODIES['POST /vault/entries']?.(), id: randomUUID(), encryptedData: ciphertext };
    expect((await stranger.program.raw.post('/vault/entries', entry)).status).toBe(201);
    const successor = (await buildSuccessor(api, stranger)).id;
    const own = (await buildSuccessor(api, owner)).id;
    const before = await theirRows();
    for (const id of [entry.id, successor]) {
      const body = JSON.parse(JSON.stringify(sample(route)).replace(UUID, id));
      const extra =
        route.path === '/successors/:id/assigned-entries'
          ? { entryIds: [id], envelopes: [{ entryId: id, envelope: 'c2VhbGVk' }] }
          : {};
      const reply = await send(caller(route), route, { ...body, ...extra }, {}, address(route, own));
      const said = JSON.stringify(reply.body);
      for (const secret of [ciphertext, stranger.email]) expect(said).not.toContain(secret);
      if (reply.status >= 300) {
        expect(errorsOf(route)).toContain(reply.body.code);
        expect(reply.status).toBe(ERRORS[reply.body.code as ErrorCode][0]);
      }
      expect(await theirRows()).toBe(before);
    }
  });
});

describe('an address', () => {
  nothingChanges();

  const withId = each(({ params }) => params !== undefined);

  test.each(withId)('%s with a bad ID is refused', async (_, route) => {
    for (const id of [
      '1',
      'not-a-uuid',
      '%27%20or%201=1',
      '%00',
      '00000000-0000-0000-0000-00000000000g',
      '0199aaaa-0000-7000-8000-0000000000000',
    ]) {
      const path = route.path.replace(/:\w+/g, id);
      await refused(route, () => send(caller(route), route, sample(route), {}, path), 'validation_failed');
    }
  });

  test.each(withId)('%s with another account’s ID, or nobody’s, finds nothing', async (_, route) => {
    for (const path of [address(route, theirs), address(route)]) {
      // A link finds out first whose vault it opens.
      const codes = route.access === 'public' ? (['token_invalid'] as const) : (['not_found'] as const);
      await refused(route, () => send(owner.program, route, sample(route), {}, path), ...codes);
    }
  });

  const withQuery = each(({ query, access }) => query !== undefined && access !== 'automation');

  test.each(withQuery)('%s with a bad query is refused', async (_, route) => {
    const [path = ''] = address(route).split('?');
    for (const query of ['?surprise=1', '?token=', `?token=${'x'.repeat(300)}`, '?limit=x', '?cursor=%00']) {
      const reply = await send(caller(route), route, undefined, {}, path + query);
      if (reply.status === 200) throw new Error(`${query} was taken`);
      await refused(
        route,
        () => send(caller(route), route, undefined, {}, path + query),
        'validation_failed',
        'token_invalid',
      );
    }
  });
});
