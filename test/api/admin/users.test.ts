/** The list of users that operators see. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { buildAdmin, lastEntry, lockOut } from '../../support/builders/admin.ts';
import { bringTo, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { client, type TestReply } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const api = await useApi({ ADMIN_EMAILS: 'someone@else.test, BOSS@Example.Test' });
let admin: BuiltOwner;
beforeEach(async () => {
  admin = await buildAdmin(api);
});

const armedOwner = () => buildOwnerWithSuccessor(api);
const emails = (reply: TestReply) => reply.body.users.map(({ email }: { email: string }) => email);

describe('the list of users', () => {
  const list = (query = '') => admin.browser.raw.get(`/admin/users${query}`);

  test('says what an administrator needs and nothing more, newest first', async () => {
    const owner = await armedOwner();
    const reply = await list();
    expect(reply.status).toBe(200);
    expect(emails(reply)).toEqual([owner.email, admin.email]);
    expect(reply.body.users[0]).toEqual({
      id: owner.id,
      email: owner.email,
      name: 'Olive Owner',
      emailVerified: true,
      plan: 'family',
      switchStatus: 'armed',
      createdAt: new Date(api.clock.now).toISOString(),
      lastSeenAt: new Date(api.clock.now).toISOString(),
      isLocked: false,
      lockedUntil: null,
      failedAttempts: 0,
    });
    expect(reply.body.nextCursor).toBeNull();
  });

  test('says whether each account is locked, and asks Redis once for the whole page', async () => {
    const [locked, failing, quiet] = [await buildOwner(api), await buildOwner(api), await buildOwner(api)];
    const guess = (email: string) => client(api).post('/auth/login', { email, password: 'wrong' });
    for (let i = 0; i < 5; i += 1) await guess(locked.email);
    await guess(failing.email);
    const sent: string[] = [];
    const { stream } = api.deps.redis as unknown as { stream: { write(text: unknown): boolean } };
    const write = stream.write.bind(stream);
    stream.write = (text) => {
      if (String(text).includes('lockout:')) sent.push(String(text));
      return write(text);
    };
    const { body } = await list().finally(() => {
      stream.write = write;
    });
    const lockouts = Object.fromEntries(
      body.users.map(({ email, isLocked, lockedUntil, failedAttempts }: Record<string, unknown>) => [
        email,
        [isLocked, lockedUntil, failedAttempts],
      ]),
    );
    expect(lockouts).toEqual({
      [locked.email]: [true, new Date(api.clock.now + 15 * MINUTE).toISOString(), 5],
      [failing.email]: [false, null, 1],
      [quiet.email]: [false, null, 0],
      [admin.email]: [false, null, 0],
    });
    expect(sent).toHaveLength(1);
  });

  test('shows every account once, page by page, even if accounts are added while it is read', async () => {
    const owners = [];
    for (let i = 0; i < 7; i += 1) owners.push(await buildOwner(api));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await list(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...emails(reply));
      cursor = reply.body.nextCursor;
      await buildOwner(api);
    } while (cursor);
    expect(seen).toEqual([...owners.map(({ email }) => email).reverse(), admin.email]);
  });

  test('finds part of an address or a name in any case, and takes % and _ literally', async () => {
    const percent = await buildOwner(api, { name: '100% Öl_e' });
    const other = await buildOwner(api, { name: '1000 Oole' });
    const search = async (text: string) => emails(await list(`?search=${encodeURIComponent(text)}`));
    expect(await search('0% ö')).toEqual([percent.email]);
    expect(await search('l_E')).toEqual([percent.email]);
    expect(await search('\\')).toEqual([]);
    expect(await search(other.email.toUpperCase().slice(0, 12))).toEqual([other.email]);
    expect(await search(`'; drop table "user"; --`)).toEqual([]);
  });

  test('can be narrowed down, together with a search and page by page', async () => {
    const unverified = await buildOwner(api, { verified: false });
    const [paused, locked] = await Promise.all([armedOwner(), armedOwner()]);
    await take(api, paused, { kind: 'paused', until: api.clock.now + DAY });
    const stages = ['grace_period', 'awaiting_successors', 'released'] as const;
    const inHandover = [];
    for (const stage of stages) {
      const owner = await armedOwner();
      await bringTo(api, owner, stage);
      inHandover.unshift(owner.email);
    }
    await bringTo(api, await armedOwner(), 'completed');
    await lockOut(api, locked.email);
    const filtered = async (query: string) => emails(await list(`?filter=${query}`));
    expect(await filtered('unverified')).toEqual([unverified.email]);
    expect(await filtered('verified')).not.toContain(unverified.email);
    expect(await filtered('verified')).toHaveLength(7);
    expect(await filtered('paused')).toEqual([paused.email]);
    expect(await filtered('handover')).toEqual(inHandover);
    expect(await filtered('locked')).toEqual([locked.email]);
    expect(await filtered(`locked&search=${paused.email}`)).toEqual([]);
    const first = await list('?filter=handover&limit=2');
    const second = await list(`?filter=handover&limit=2&cursor=${first.body.nextCursor}`);
    expect([...emails(first), ...emails(second)]).toEqual(inHandover);
  });

  test.each([
    '?filter=armed',
    '?search=',
    '?search=%00',
    '?limit=201',
    '?limit=0',
    '?cursor=W10',
    '?cursor=WyJ4Il0',
  ])('%s is refused', async (query) => {
    await expectProblem(list(query), '400 validation_failed');
  });

  test('is recorded: who was shown to which administrator, when and by which request, but never the search', async () => {
    const owner = await buildOwner(api);
    const reply = await list(`?search=${owner.email}`);
    expect(await lastEntry(api)).toMatchObject({
      at: new Date(api.clock.now),
      operator: `user/${admin.id}`,
      action: 'users_listed',
      userId: null,
      detail: { filter: null, searched: true, userIds: [owner.id] },
      requestId: reply.headers.get('X-Request-Id'),
    });
    expect(JSON.stringify(await lastEntry(api))).not.toContain(owner.email);
  });
});
