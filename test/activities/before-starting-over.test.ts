/** A restored backup whose owners have not started over yet: what is read, sent and written meanwhile. */
import { describe, expect, test } from '@jest/globals';
import { recordActivity } from '../../db/activity-log.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { ensureMail } from '../../db/mail.ts';
import { REPLACE_WORKFLOW } from '../../db/outbox.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { logInProgram, openAccount } from '../support/builders/account.ts';
import { bringTo, invite, switchOf, take } from '../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { useReconcile } from '../support/servers/use-reconcile.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const { api, deps, activities, workOff, nextEvent, forgetMessages } = await useReconcile();

const armedOwner = () => buildOwnerWithSuccessor(api);
/** As if every successor had been removed after the backup. */
const disarmSuccessors = () => api.em().execute('update successor set verified_at = null');
const stateOf = async (owner: { id: string }) => (await switchOf(api, owner)).state;

describe('before an owner has started over', () => {
  /** A restored backup that has been noted, and that no process is working on yet. */
  const note = async () => {
    api.clock.now += DAY;
    await activities.startOver({ restoredAt: api.clock.now });
    api.clock.now += MINUTE;
  };
  const rows = async () => {
    const all = await api.em().find(Switch, {}, { orderBy: { userId: 'asc' }, refresh: true } as never);
    return all.map(({ userId, status, epoch }) => ({ userId, status, epoch }));
  };

  test('every reader sees the switch as it will be afterwards', async () => {
    const ids: string[] = [];
    for (const stage of [
      'armed',
      'reminding',
      'grace_period',
      'awaiting_successors',
      'released',
      'completed',
    ] as const) {
      const owner = await armedOwner();
      if (stage !== 'armed') await bringTo(api, owner, stage);
      ids.push(owner.id);
    }
    const paused = await armedOwner();
    await take(api, paused, { kind: 'paused', until: api.clock.now + 30 * DAY });
    // Leftovers of an earlier cycle.
    const leftOver = await armedOwner();
    await api.em().nativeUpdate(
      Switch,
      { userId: leftOver.id },
      {
        undeliverableAt: new Date(api.clock.now),
        ownerAliveAt: new Date(1),
        pauseReminders: 3,
      },
    );
    // The last successor left unnoticed, and the owner's address is no longer verified.
    const [alone, unverified] = [await armedOwner(), await armedOwner()];
    await api.em().execute('update successor set opted_out_at = now() where user_id = ?', [alone.id]);
    await api.em().execute('update "user" set email_verified_at = null where id = ?', [unverified.id]);
    ids.push(paused.id, leftOver.id, alone.id, unverified.id, (await buildOwner(api)).id);
    await note();
    const before = await rows();
    const all = () => Promise.all(ids.map((id) => loadSwitch(api.em(), id)));
    const read = await all();
    expect(await rows()).toEqual(before);
    await workOff();
    expect(await rows()).not.toEqual(before);
    expect(await all()).toEqual(read);
  });

  test('no step is due, whatever the backup says, and reconcile sends no mail', async () => {
    const owner = await armedOwner();
    await bringTo(api, owner, 'grace_period');
    await nextEvent(owner.id, api.clock.now);
    await forgetMessages();
    api.clock.now += 60 * DAY;
    await note();
    const input = stepInput(api, owner);
    expect(await activities.look(input)).toMatchObject({ status: 'armed', due: 'wait' });
    for (const take of ['remind', 'giveFinalNotice', 'endGracePeriod', 'inviteSuccessors'] as const)
      await activities[take](input);
    expect(await activities.resignal()).toBe(0);
    expect(await rows()).toEqual([{ userId: owner.id, status: 'grace_period', epoch: 1 }]);
    expect(await api.em().count(Mail, {})).toBe(0);
  });

  test('an acceptance releases nothing, because the handover is cancelled', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    await note();
    const reply = await client(api).raw.post('/handover/respond', { token, response: 'accept' });
    await expectProblem(reply, '410 handover_ended');
    expect(await api.em().count(Handover, { status: 'released' })).toBe(0);
  });

  test('nothing that had been released can be read', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    const { body } = await client(api).raw.post('/handover/respond', { token, response: 'accept' });
    const read = () => client(api).raw.get(`/vault/successor-access?token=${body.accessToken}`);
    expect((await read()).status).toBe(200);
    await note();
    await expectProblem(read(), '403 access_not_released');
  });

  test('a completed handover opens for nobody any more: whoever asks for a new link starts the switch again', async () => {
    const owner = await armedOwner();
    const [[, token] = []] = await invite(api, owner);
    const { accessToken } = (await client(api).raw.post('/handover/respond', { token, response: 'accept' }))
      .body;
    api.clock.now += 90 * DAY;
    await take(api, owner, { kind: 'completed' });
    await api.em().nativeDelete(Mail, {});
    await note();
    await workOff();
    expect((await stateOf(owner)).status).toBe('completed');
    api.clock.now += DAY;
    for (let time = 0; time < 2; time += 1)
      expect((await client(api).raw.post('/handover/renew-access', { token })).status).toBe(200);
    expect(await stateOf(owner)).toMatchObject({
      status: 'armed',
      epoch: 2,
      clockStartedAt: api.clock.now,
      handover: null,
    });
    expect(await api.em().count(Mail, {})).toBe(0);
    // Neither that, nor another restored backup, nor a program's log-in is the owner's return.
    const backAt = async () => (await owner.program.get('/handover/status')).body.lastReleased?.ownerBackAt;
    const links = [
      `/successors/link?token=${token}`,
      `/successors/link?token=${accessToken}`,
      `/vault/successor-access?token=${accessToken}`,
    ] as const;
    await note();
    await workOff();
    const loggedIn = { userId: owner.id, type: 'login', at: new Date(api.clock.now) } as const;
    const program = { ...loggedIn, detail: { session: 'bearer' } };
    await api.em().transactional((tx) => recordActivity(tx, deps.signRecord, program));
    expect(await backAt()).toBeNull();
    for (const link of links) await expectProblem(client(api).get(link), '410 token_expired');
    api.clock.now += 70 * DAY;
    await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    expect(await backAt()).toBe(new Date(api.clock.now).toISOString());
    for (const link of links) await expectProblem(client(api).get(link), '410 handover_ended');
  });

  test('an invitation on its way is not sent any more', async () => {
    const owner = await armedOwner();
    await invite(api, owner);
    const mail = await api.em().findOneOrFail(Mail, { kind: 'invitation' });
    await note();
    await activities.sendMail({ mailId: mail.id });
    expect(await api.em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({ status: 'obsolete' });
    expect((await stateOf(owner)).status).toBe('armed');
  });

  test('an account that is deleted starts over first, so those who were invited are told', async () => {
    const account = await openAccount(api);
    const invited = await buildSuccessor(api, account);
    await invite(api, account);
    await note();
    const program = await logInProgram(api, account); // No sign of life: the switch has yet to start over.
    const { password } = account;
    expect((await program.delete('/auth/delete-account', { password })).status).toBe(200);
    const mails = await api.em().find(Mail, { userId: account.id }, { orderBy: { kind: 'asc' } });
    expect(mails.map(({ kind, recipient, data }) => [kind, recipient, data.ownerName])).toEqual([
      ['farewell', account.email, account.name],
      ['handover_cancelled', invited.email, account.name],
    ]);
  });

  test('each queued mail gets a new workflow, because what its last one did may be missing', async () => {
    const owner = await armedOwner();
    const queued = async (key: string, more: Partial<MailRow> = {}) => {
      const request = { kind: 'password_reset' as const, recipient: owner.email, userId: owner.id };
      const { id } = await ensureMail(api.em(), { ...request, key }, new Date(api.clock.now));
      await api.em().nativeUpdate(Mail, { id }, more);
      return id;
    };
    const lost = await queued('lost');
    const resting = await queued('resting', { restsUntil: new Date(api.clock.now + DAY) });
    await queued('sent', { status: 'accepted' });
    await queued('pointless', { status: 'obsolete' });
    await forgetMessages();
    await note();
    const messages = await api.em().find(Outbox, {});
    expect(messages.map(({ kind, subjectId, seq }) => [kind, subjectId, seq]).sort()).toEqual(
      [lost, resting].map((id) => ['account_mail', id, REPLACE_WORKFLOW]).sort(),
    );
  });

  test.each([
    ['a new name', 200, (owner: BuiltOwner) => owner.browser.raw.put('/auth/profile', { name: 'Olive' })],
    ['a new entry', 201, (owner: BuiltOwner) => owner.browser.raw.post('/vault/entries', newEntry())],
  ])(
    'any write starts the switch over first, even one that changes nothing in it: %s',
    async (_, status, write) => {
      const owner = await armedOwner();
      await disarmSuccessors();
      await note();
      expect((await write(owner)).status).toBe(status);
      expect(await rows()).toMatchObject([{ status: 'off' }]);
      await workOff();
      expect(await api.em().count(Mail, { kind: 'switch_off' })).toBe(1);
    },
  );

  test('an owner’s change starts the switch over first, and the log records both', async () => {
    const owner = await armedOwner();
    await bringTo(api, owner, 'reminding');
    await note();
    const { status } = await owner.browser.raw.put('/inactivity/settings', { accessDays: 30 });
    expect(status).toBe(200);
    expect(await rows()).toEqual([{ userId: owner.id, status: 'armed', epoch: 2 }]);
    expect((await walkChains(api.orm, [deps.signRecord], { userId: owner.id }, () => {})).broken).toBe(0);
  });
});
