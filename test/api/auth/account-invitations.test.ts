import { beforeAll, describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../api/http/limits.ts';
import { AccountInvitation } from '../../../db/entities/account-invitation.ts';
import { OperatorLog } from '../../../db/entities/operator-log.ts';
import { User } from '../../../db/entities/user.ts';
import {
  buildEmailChange,
  credentials,
  openAccount,
  openLoggedIn,
  verificationToken,
} from '../../support/builders/account.ts';
import { buildOwner, uniqueEmail } from '../../support/builders/owner.ts';
import { client, type RawClient } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;
const api = await useApi({ ADMIN_EMAILS: 'boss@example.test' });

/** Runs with another `REGISTRATION`. */
async function withRegistration<T>(
  of: TestApi,
  mode: 'invited' | 'closed',
  work: () => Promise<T>,
): Promise<T> {
  of.config.REGISTRATION = mode;
  try {
    return await work();
  } finally {
    of.config.REGISTRATION = 'open';
  }
}
const register = (invitation?: string, email?: string, on: TestApi = api) =>
  client(on).post('/auth/register', { ...credentials(email), ...(invitation ? { invitation } : {}) });
const tokenIn = (link: string): string => link.split('#invitation=')[1] as string;
const countAccounts = () => api.em().count(User, {});

let boss: RawClient;
beforeAll(async () => {
  boss = (await buildOwner(api, { email: 'boss@example.test' })).browser.raw;
});

describe('who may open an account', () => {
  test('nobody where registration is closed, and those who have an account stay', async () => {
    const account = await openAccount(api);
    await withRegistration(api, 'closed', async () => {
      const before = await countAccounts();
      for (const email of [account.email, undefined])
        await expectProblem(register('x'.repeat(43), email), '403 registration_closed');
      expect(await countAccounts()).toBe(before);
      const { email, password } = account;
      expect((await client(api).post('/auth/login', { email, password })).status).toBe(200);
      expect((await client(api).get('/site')).body.registration).toBe('closed');
    });
  });

  test('one person with each invitation, whose response reveals nothing about an address', async () => {
    const known = await openAccount(api);
    await withRegistration(api, 'invited', async () => {
      await expectProblem(register(), '403 invitation_required');
      for (const first of [known.email, credentials().email]) {
        const made = await boss.post('/admin/invitations');
        expect(made.status).toBe(201);
        const token = tokenIn(made.body.link);
        const opened = await register(token, first);
        const again = await register(token, first);
        expect([opened.status, again.status]).toEqual([201, 201]);
        expect(again.body).toEqual(opened.body);
        await expectProblem(register(token), '403 invitation_required');
      }
      // Refused without a trace: no account, no mail.
      const { email } = credentials();
      await expectProblem(register('x'.repeat(43), email), '403 invitation_required');
      expect(await api.em().count(User, { email })).toBe(0);
    });
  });

  test('someone who lets the link in their email expire registers again with the same invitation, whether or not there is an account', async () => {
    const known = await openAccount(api);
    await withRegistration(api, 'invited', async () => {
      for (const email of [known.email, credentials().email]) {
        const token = tokenIn((await boss.post('/admin/invitations')).body.link);
        expect((await register(token, email)).status).toBe(201);
        api.clock.now += 3 * DAY;
        expect((await register(token, email)).status).toBe(201);
        await expectProblem(register(token), '403 invitation_required');
      }
    });
  });

  test('several invitations for one address reveal nothing about it', async () => {
    const known = await openAccount(api);
    await withRegistration(api, 'invited', async () => {
      for (const email of [known.email, credentials().email]) {
        const tokens: string[] = [];
        for (let n = 0; n < 3; n += 1) {
          const token = tokenIn((await boss.post('/admin/invitations')).body.link);
          expect((await register(token, email)).status).toBe(201);
          tokens.push(token);
          // The link of the email has expired.
          api.clock.now += 3 * DAY;
        }
        for (const token of tokens) {
          await expectProblem(register(token), '403 invitation_required');
          expect((await register(token, email)).status).toBe(201);
        }
      }
    });
  });

  test('an invitation stays used if an account moves to the address that it was used for', async () => {
    const email = uniqueEmail('new');
    await withRegistration(api, 'invited', async () => {
      const token = tokenIn((await boss.post('/admin/invitations')).body.link);
      expect((await register(token, email)).status).toBe(201);
      const owner = await buildOwner(api);
      await buildEmailChange(api, owner, email);
      const link = await verificationToken(api, owner.id, DAY, 'change_email');
      expect((await client(api).get(`/auth/verify-email?token=${link}`)).status).toBe(200);
      await expectProblem(register(token), '403 invitation_required');
      expect((await register(token, email)).status).toBe(201);
    });
  });

  test('strangers without an invitation cannot use up the mails that an invited address gets', async () => {
    await using limited = await startApi({
      RATE_LIMIT_SCALE: '1',
      REGISTRATION: 'invited',
      ADMIN_EMAILS: 'boss@example.test',
    });
    const admin = (await buildOwner(limited, { email: 'boss@example.test' })).browser.raw;
    const invitation = async () => tokenIn((await admin.post('/admin/invitations')).body.link);
    const used = await invitation();
    expect((await register(used, undefined, limited)).status).toBe(201);
    const { email } = credentials();
    for (const wrong of [undefined, 'x'.repeat(43), used]) {
      for (let n = 0; n < LIMITS.mail_address.points; n += 1)
        await expectProblem(register(wrong, email, limited), '403 invitation_required');
    }
    expect((await register(await invitation(), email, limited)).status).toBe(201);
  });

  test('nobody whose invitation was withdrawn or has expired, and each step is in the operator log', async () => {
    await withRegistration(api, 'invited', async () => {
      const [gone, late] = [await boss.post('/admin/invitations'), await boss.post('/admin/invitations')];
      const listed = (await boss.get('/admin/invitations')).body.invitations;
      expect(listed).toEqual(expect.arrayContaining([gone.body.invitation, late.body.invitation]));
      expect(JSON.stringify(listed)).not.toContain(tokenIn(gone.body.link));
      const path = `/admin/invitations/${gone.body.invitation.id}`;
      expect((await boss.delete(path)).status).toBe(200);
      await expectProblem(boss.delete(path), '404 not_found');
      await expectProblem(register(tokenIn(gone.body.link)), '403 invitation_required');
      api.clock.now += 14 * DAY + 1;
      await expectProblem(register(tokenIn(late.body.link)), '403 invitation_required');
      const log = await api.em().find(OperatorLog, {}, { orderBy: { id: 'asc' } });
      expect(log.slice(-3).map(({ action }) => action)).toEqual([
        'owner_invited',
        'owner_invited',
        'invitation_withdrawn',
      ]);
    });
  });

  test('only administrators invite, and an invitation goes with the account that it opened', async () => {
    const { browser } = await openLoggedIn(api);
    await expectProblem(browser.raw.post('/admin/invitations'), '403 forbidden');
    await withRegistration(api, 'invited', async () => {
      const { link, invitation } = (await boss.post('/admin/invitations')).body;
      const { email } = credentials();
      await register(tokenIn(link), email);
      const find = () => api.em().findOne(AccountInvitation, { id: invitation.id });
      expect((await find())?.userId).toEqual(expect.any(String));
      await api.em().nativeDelete(User, { email });
      expect(await find()).toBeNull();
    });
  });
});
