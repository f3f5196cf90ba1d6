import { describe, expect, test } from '@jest/globals';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { Token } from '../../../db/entities/token.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import { mintToken } from '../../../db/tokens.ts';
import { logIn, openAccount, userOf } from '../../support/builders/account.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor, buildSuccessor } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const switchOf = async (owner: BuiltOwner) => (await loadSwitch(api.em(), owner.id))!;
const checkInToken = async (owner: BuiltOwner) => {
  const { state } = await switchOf(owner);
  return mintToken(
    api.em(),
    api.deps.tokenSigner,
    { purpose: 'check_in', userId: owner.id, epoch: state.epoch },
    new Date(api.clock.now),
  );
};

describe('checking in', () => {
  test('moves the deadline and writes one record; an armed switch costs no message to Temporal', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const armed = await switchOf(owner);
    await api.em().nativeDelete(Outbox, {});
    api.clock.now += 86_400_000;
    const reply = await owner.browser.post('/activity/check-in');
    expect(reply.status).toBe(200);
    expect(reply.body.lastSeenAt).toBe(new Date(api.clock.now).toISOString());
    expect(Date.parse(reply.body.deadline) - api.clock.now).toBe(90 * 86_400_000);
    expect((await switchOf(owner)).seq).toBe(armed.seq);
    expect(await api.em().count(Outbox, { subjectId: owner.id })).toBe(0);
    const log = await owner.browser.get('/activity?type=check_in');
    expect(log.body.activity).toHaveLength(1);
  });

  test.each(['armed', 'grace_period'] as const)(
    'a program may check in (%s), which does not count as its owner in person, so an operator finds owners whom only programs keep alive',
    async (status) => {
      const owner = await buildOwnerWithSuccessor(api);
      if (status !== 'armed') await bringTo(api, owner, status);
      const row = () => api.em().findOneOrFail(Switch, { userId: owner.id });
      const { seenInPersonAt } = await row();
      api.clock.now += 86_400_000;
      expect((await owner.program.post('/activity/check-in')).status).toBe(200);
      expect((await switchOf(owner)).state.lastSeenAt).toBe(api.clock.now);
      expect(await row()).toMatchObject({ seenInPersonAt, linkUsedAt: new Date(api.clock.now) });
      api.clock.now += 86_400_000;
      expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
      expect((await row()).seenInPersonAt).toEqual(new Date(api.clock.now));
    },
  );

  test('a link is described by GET and checks in once by POST, which always tells the workflow', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const token = await checkInToken(owner);
    await api.em().nativeDelete(Outbox, {});
    const before = await api.em().findOneOrFail(Switch, { userId: owner.id });
    const anyone = client(api);
    const described = await anyone.get(`/activity/check-in-link?token=${token}`);
    expect(described.body).toEqual({
      ownerName: 'Olive Owner',
      language: 'en',
      status: 'armed',
      deadline: expect.any(String),
    });
    expect(await api.em().findOneOrFail(Switch, { userId: owner.id })).toEqual(before);
    api.clock.now += 1_000;
    expect((await anyone.post('/activity/check-in-link', { token })).status).toBe(200);
    expect(await api.em().count(Outbox, { subjectId: owner.id })).toBe(1);
    await expectProblem(anyone.post('/activity/check-in-link', { token }), '410 token_used');
  });

  test('a link that was used does not suggest in a later silence that all is well: it asks for a log-in', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const token = await checkInToken(owner);
    expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(200);
    for (const stage of ['reminding', 'grace_period', 'released', 'completed'] as const) {
      await bringTo(api, owner, stage);
      for (const reply of [
        await client(api).get(`/activity/check-in-link?token=${token}`),
        await client(api).post('/activity/check-in-link', { token }),
      ]) {
        const { body } = await expectProblem(reply, '410 token_expired');
        expect(body.detail).toContain('log in');
      }
    }
  });

  test('a link’s token may also be in the query; two that differ, or none, are refused', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const token = await checkInToken(owner);
    const other = await checkInToken(owner);
    const before = await rowChecksum(api.orm);
    const anyone = client(api);
    for (const [path, body] of [
      [`?token=${token}`, { token: other }],
      ['', undefined],
      ['', {}],
    ] as const) {
      const refused = await anyone.raw.post(`/activity/check-in-link${path}`, body);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ path: 'body.token', message: expect.any(String) }],
      ]);
    }
    expect(await rowChecksum(api.orm)).toBe(before);
    api.clock.now += 1_000;
    expect((await anyone.post(`/activity/check-in-link?token=${token}`)).status).toBe(200);
    expect((await switchOf(owner)).state.lastSeenAt).toBe(api.clock.now);
    await expectProblem(anyone.post(`/activity/check-in-link?token=${token}`, { token }), '410 token_used');
  });

  describe('a link of an older cycle', () => {
    const use = (token: string) => client(api).post('/activity/check-in-link', { token });
    /** An owner who is being reminded, with the links of two mails. Then their program changed the threshold. */
    const overtaken = async () => {
      const owner = await buildOwnerWithSuccessor(api);
      await bringTo(api, owner, 'reminding');
      const links = [await checkInToken(owner), await checkInToken(owner)] as const;
      api.clock.now += 86_400_000;
      const { epoch } = (await switchOf(owner)).state;
      expect((await owner.program.put('/inactivity/settings', { thresholdDays: 200 })).status).toBe(200);
      expect((await switchOf(owner)).state).toMatchObject({ status: 'armed', epoch: epoch + 1 });
      return { owner, links };
    };

    test('that ended without its owner is a sign of life, once', async () => {
      const { owner, links } = await overtaken();
      api.clock.now += 86_400_000;
      expect((await client(api).get(`/activity/check-in-link?token=${links[0]}`)).status).toBe(200);
      const reply = await use(links[0]);
      expect([reply.status, reply.body.lastSeenAt]).toEqual([200, new Date(api.clock.now).toISOString()]);
      expect((await switchOf(owner)).state.lastSeenAt).toBe(api.clock.now);
      await expectProblem(use(links[0]), '410 token_used');
      // Now they have been seen, and the other link says nothing new.
      await expectProblem(use(links[1]), '410 token_expired');
    });

    test('whose owner has been seen since is no longer needed, and says so', async () => {
      const { owner, links } = await overtaken();
      await owner.browser.post('/activity/check-in');
      const reply = await expectProblem(use(links[0]), '410 token_expired');
      expect(reply.body.detail).toMatch(/^Your switch has restarted since this email was sent/);
    });

    test('works for a year at most', async () => {
      const { links } = await overtaken();
      api.clock.now += 365 * 86_400_000;
      await expectProblem(use(links[0]), '410 token_expired');
    });
  });

  describe('where the owner chose that links only lead to the log-in', () => {
    const links = async (owner: BuiltOwner, checkInByLink: boolean) => {
      await confirmSessions(api, owner);
      const reply = await owner.program.put('/inactivity/settings', { checkInByLink });
      expect(reply.body.settings).toMatchObject({ checkInByLink });
    };

    test('no link checks in, whenever it was sent; a session still does', async () => {
      const owner = await buildOwnerWithSuccessor(api);
      await bringTo(api, owner, 'reminding');
      const used = await checkInToken(owner);
      await api.em().nativeUpdate(Token, { userId: owner.id }, { consumedAt: new Date(api.clock.now) });
      const sent = [used, await checkInToken(owner)];
      const { seq } = await switchOf(owner);
      await links(owner, false);
      // The setting changes no date, so the workflow needn't be told.
      expect(await switchOf(owner)).toMatchObject({ seq, checkInByLink: false });
      const before = await rowChecksum(api.orm);
      for (const token of sent) {
        for (const ask of [
          () => client(api).get(`/activity/check-in-link?token=${token}`),
          () => client(api).post('/activity/check-in-link', { token }),
        ]) {
          await expectProblem(ask(), '403 log_in_required');
        }
      }
      expect(await rowChecksum(api.orm)).toBe(before);
      expect((await owner.program.post('/activity/check-in')).status).toBe(200);
      expect((await switchOf(owner)).state).toMatchObject({ status: 'armed', lastSeenAt: api.clock.now });
    });

    test('a log-in is a sign of life', async () => {
      const account = await openAccount(api);
      const { id } = await userOf(api, account.email);
      await buildSuccessor(api, { id });
      await api.em().nativeUpdate(Switch, { userId: id }, { checkInByLink: false });
      await bringTo(api, { id }, 'grace_period');
      await logIn(api, account);
      expect((await loadSwitch(api.em(), id))?.state).toMatchObject({
        status: 'armed',
        lastSeenAt: api.clock.now,
      });
    });

    test('a link checks in again once they allow it', async () => {
      const owner = await buildOwnerWithSuccessor(api);
      await links(owner, false);
      const token = await checkInToken(owner);
      expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(403);
      await links(owner, true);
      api.clock.now += 1_000;
      expect((await client(api).post('/activity/check-in-link', { token })).status).toBe(200);
      expect((await switchOf(owner)).state.lastSeenAt).toBe(api.clock.now);
    });
  });

  test('twenty clicks on one link at once check in once', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const token = await checkInToken(owner);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client(api).post('/activity/check-in-link', { token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'token_used')).toHaveLength(19);
  });
});
