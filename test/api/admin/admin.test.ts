import { beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '../../../api/routes/index.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { User } from '../../../db/entities/user.ts';
import { logIn, openAccount, type TestAccount } from '../../support/builders/account.ts';
import { buildAdmin, guess, lastEntry, lockOut, operatorLog } from '../../support/builders/admin.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const MINUTE = 60_000;

const api = await useApi({ ADMIN_EMAILS: 'someone@else.test, BOSS@Example.Test' });
let admin: BuiltOwner;
beforeEach(async () => {
  admin = await buildAdmin(api);
});

const armedOwner = () => buildOwnerWithSuccessor(api);

const adminRoutes = routes.filter(({ path }) => path.startsWith('/admin/'));

describe('the routes of administrators', () => {
  const request = (who: BuiltOwner['browser'], { method, path }: (typeof adminRoutes)[number]) =>
    who.raw[method](path.replace(/:\w+/, admin.id));

  test.each(adminRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is only for a verified address on the list, however it is written there',
    async (_, route) => {
      const other = await buildOwner(api);
      for (const who of [other.browser, other.program]) {
        const before = await rowChecksum(api.orm);
        await expectProblem(request(who, route), '403 forbidden');
        expect(await rowChecksum(api.orm)).toBe(before);
      }
      expect((await request(admin.program, route)).status).not.toBe(403);
      await api.em().nativeUpdate(User, { id: admin.id }, { emailVerifiedAt: null });
      await expectProblem(request(admin.browser, route), '403 forbidden');
    },
  );

  test('are closed to everybody if the list is blank', async () => {
    await using without = await startApi();
    const owner = await buildOwner(without);
    await expectProblem(owner.browser.get('/admin/users'), '403 forbidden');
  });
});

test('our own page may read the dashboard from another site, because browsers then send its Origin', async () => {
  const { status } = await admin.browser.raw.get('/admin/dashboard', { 'Sec-Fetch-Site': 'cross-site' });
  expect(status).toBe(200);
});

describe('a lockout', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await openAccount(api);
  });
  const status = async () => (await admin.browser.get(`/admin/users/${account.id}/lockout-status`)).body;
  const unlock = () => admin.browser.post(`/admin/users/${account.id}/unlock`);

  test('is shown, and looking is recorded', async () => {
    const none = { userId: account.id, email: account.email, isLocked: false, lockedUntil: null };
    expect(await status()).toEqual({ ...none, failedAttempts: 0 });
    expect(await lastEntry(api)).toMatchObject({
      operator: `user/${admin.id}`,
      action: 'lockout_seen',
      userId: account.id,
    });
    await guess(api, account.email);
    expect(await status()).toEqual({ ...none, failedAttempts: 1 });
    for (let i = 0; i < 4; i += 1) await guess(api, account.email);
    expect(await status()).toEqual({
      ...none,
      isLocked: true,
      lockedUntil: new Date(api.clock.now + 15 * MINUTE).toISOString(),
      failedAttempts: 5,
    });
  });

  test('is lifted at once; the owner’s log and the operator log say so', async () => {
    await lockOut(api, account.email);
    await expect(logIn(api, account)).rejects.toThrow('429');
    const reply = await unlock();
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        message: expect.any(String),
        user: expect.objectContaining({ id: account.id, email: account.email }),
      },
    ]);
    expect(await status()).toMatchObject({ isLocked: false, failedAttempts: 0 });
    const browser = await logIn(api, account);
    expect((await operatorLog(api)).filter(({ userId }) => userId === account.id)).toMatchObject([
      {
        at: new Date(api.clock.now),
        operator: `user/${admin.id}`,
        action: 'unlocked',
        requestId: reply.headers.get('X-Request-Id'),
      },
      { action: 'lockout_seen' },
    ]);
    const { activity } = (await browser.get('/activity?type=account_unlocked')).body;
    expect(activity).toMatchObject([{ type: 'account_unlocked', ipAddress: null, userAgent: null }]);
  });
});

describe('what operators may do', () => {
  test('is only to unlock and invite: every other route only reads', () => {
    expect(adminRoutes.filter(({ method }) => method !== 'get').map(({ path }) => path)).toEqual([
      '/admin/users/:userId/unlock',
      '/admin/invitations',
      '/admin/invitations/:invitationId',
    ]);
  });

  test.each(adminRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s writes to the logs at most: no switch, handover, mail, token or message is touched',
    async (_, { method, path }) => {
      const owner = await armedOwner();
      await bringTo(api, owner, 'grace_period');
      const tables = async () =>
        new Map((await rowChecksum(api.orm)).split('\n').map((line) => line.split(' ') as [string, string]));
      const before = await tables();
      expect((await admin.program.raw[method](path.replace(/:\w+/, owner.id))).status).not.toBe(403);
      const after = await tables();
      const changed = [...after.keys()].filter((table) => before.get(table) !== after.get(table));
      expect(['account_invitation', 'activity', 'operator_log']).toEqual(expect.arrayContaining(changed));
    },
  );

  test('is recorded for good: the database refuses to change or remove a row of the operator log', async () => {
    await admin.browser.get('/admin/users');
    const before = await operatorLog(api);
    expect(before.length).toBeGreaterThan(0);
    for (const statement of [
      `update operator_log set operator = 'nobody'`,
      'delete from operator_log',
      'truncate operator_log',
    ]) {
      await expect(api.em().execute(statement)).rejects.toThrow('append-only');
    }
    expect(await operatorLog(api)).toEqual(before);
  });

  test('stays recorded after the account it was about is deleted', async () => {
    const account = await openAccount(api);
    await admin.browser.post(`/admin/users/${account.id}/unlock`);
    await api.em().nativeDelete(User, { id: account.id });
    expect(await lastEntry(api)).toMatchObject({ action: 'unlocked', userId: account.id });
    expect(await api.em().count(Activity, { userId: account.id })).toBe(0);
  });
});
