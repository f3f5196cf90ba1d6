import { describe, expect, test } from '@jest/globals';
import { Handover } from '../../../db/entities/handover.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { MAX_PAUSE_DAYS, type SwitchStatus } from '../../../switch/state.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo, switchOf, take } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../../support/builders/owner.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const statusOf = async (owner: BuiltOwner) => (await switchOf(api, owner)).state.status;
const kindsTo = async (recipient: string) => {
  const mails = await api
    .em()
    .find(Mail, { recipient, kind: { $ne: 'security_change' } }, { orderBy: { id: 'asc' } });
  return mails.map(({ kind }) => kind);
};
const messages = (owner: BuiltOwner) => api.em().count(Outbox, { kind: 'switch', subjectId: owner.id });
const verify = async (owner: BuiltOwner, id: string) => {
  const { status } = await client(api).get(`/successors/verify?token=${await linkToken(api, owner, id)}`);
  expect(status).toBe(200);
};

/** Brings an owner's switch to a status. */
async function bring(owner: BuiltOwner, status: SwitchStatus): Promise<void> {
  if (status === 'paused') {
    await take(api, owner, { kind: 'paused', until: api.clock.now + MAX_PAUSE_DAYS * 86_400_000 });
  } else if (status !== 'off' && status !== 'armed') {
    await bringTo(api, owner, status);
  }
  expect(await statusOf(owner)).toBe(status);
  await confirmSessions(api, owner);
}

/** The ways in which an owner loses their only verified successor. */
const LOSSES: [string, (who: BuiltOwner['program'], id: string) => Promise<{ status: number }>][] = [
  ['removing', (who, id) => who.delete(`/successors/${id}`)],
  ['another address for', (who, id) => who.put(`/successors/${id}`, { email: uniqueEmail() })],
];

describe.each(LOSSES)('%s the last verified successor', (_, lose) => {
  test.each(['armed', 'reminding'] as const)(
    'switches an %s switch off, tells the owner, and tells the workflow, for a program',
    async (status) => {
      const owner = await buildOwner(api);
      const { id } = await buildSuccessor(api, owner);
      await bring(owner, status);
      const messagesBefore = await messages(owner);
      expect((await lose(owner.program, id)).status).toBe(200);
      expect(await statusOf(owner)).toBe('off');
      expect(await messages(owner)).toBe(messagesBefore + 1);
      expect(await kindsTo(owner.email)).toEqual(['switch_off']);
    },
  );

  test('leaves a pause as it is, and so does the next one who is verified; resumed with nobody left, the switch is off', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    await bring(owner, 'paused');
    const { pausedUntil } = (await switchOf(api, owner)).state;
    expect((await lose(owner.program, id)).status).toBe(200);
    const { body } = await owner.program.get('/inactivity/settings');
    expect(body.settings).toMatchObject({
      status: 'paused',
      pausedUntil: new Date(pausedUntil!).toISOString(),
    });
    const timeline = await owner.program.get('/inactivity/timeline');
    expect(timeline.body.events.at(-1)?.kind).toBe('pause_end');
    const next = await buildSuccessor(api, owner, { verified: false });
    await verify(owner, next.id);
    expect(await statusOf(owner)).toBe('paused');
    expect((await lose(owner.program, next.id)).status).toBe(200);
    expect(await kindsTo(owner.email)).toEqual([]);
    const resumed = await owner.program.post('/inactivity/resume');
    expect(resumed.body.settings).toMatchObject({ status: 'off', isPaused: false, deadline: null });
    expect(await kindsTo(owner.email)).toEqual(['switch_off']);
  });

  test.each(['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released', 'completed'] as const)(
    'by a person, from %s, ends with the switch off and no handover open',
    async (status) => {
      const owner = await buildOwner(api);
      const { id, email } = await buildSuccessor(api, owner, { name: 'Sam' });
      await bring(owner, status);
      const mailed = await kindsTo(email);
      expect((await lose(owner.browser, id)).status).toBe(200);
      expect(await statusOf(owner)).toBe('off');
      const open = { userId: owner.id, status: { $nin: ['completed' as const, 'cancelled' as const] } };
      expect(await api.em().count(Handover, open)).toBe(0);
      // Those who were invited are told by name that it is over, even if their row is gone or has another address.
      const invited = mailed.includes('invitation') && status !== 'completed';
      expect(await kindsTo(email)).toEqual([...mailed, ...(invited ? ['handover_cancelled'] : [])]);
      if (invited) {
        const mail = await api.em().findOneOrFail(Mail, { recipient: email, kind: 'handover_cancelled' });
        expect(mail.data).toEqual({ successorName: 'Sam', language: 'en', timeZone: 'UTC' });
      }
    },
  );

  test('does nothing to the switch while another one is left', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    await buildSuccessor(api, owner);
    await bring(owner, 'reminding');
    const { seq } = await switchOf(api, owner);
    expect((await lose(owner.program, id)).status).toBe(200);
    const after = await switchOf(api, owner);
    expect([after.state.status, after.seq]).toEqual(['reminding', seq]);
    expect(await kindsTo(owner.email)).toEqual([]);
  });

  test('changes nothing, not even a pause, if they never proved their mailbox', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    await take(api, owner, { kind: 'paused', until: api.clock.now + 86_400_000 });
    expect((await lose(owner.program, id)).status).toBe(200);
    expect(await statusOf(owner)).toBe('paused');
    expect(await kindsTo(owner.email)).toEqual([]);
  });
});

describe('the first verified successor', () => {
  test('arms the switch, and tells the workflow', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    await verify(owner, id);
    expect(await statusOf(owner)).toBe('armed');
    expect(await messages(owner)).toBe(1);
  });

  test('arms nothing while the owner has not proven their own mailbox', async () => {
    const owner = await buildOwner(api, { verified: false });
    const { id } = await buildSuccessor(api, owner, { verified: false });
    await verify(owner, id);
    expect(await statusOf(owner)).toBe('off');
    expect(await messages(owner)).toBe(0);
  });

  test('arms a new cycle after the one before ended because nobody was left', async () => {
    const { successor: first, ...owner } = await buildOwnerWithSuccessor(api);
    await owner.program.delete(`/successors/${first.id}`);
    const { epoch } = (await switchOf(api, owner)).state;
    api.clock.now += 86_400_000;
    const second = await buildSuccessor(api, owner, { verified: false });
    await verify(owner, second.id);
    const { state } = await switchOf(api, owner);
    expect([state.status, state.epoch, state.clockStartedAt]).toEqual(['armed', epoch + 1, api.clock.now]);
  });
});

test.each([
  'armed',
  'reminding',
  'paused',
  'grace_period',
  'awaiting_successors',
  'released',
  'completed',
] as const)(
  'one more verified successor leaves a switch that is %s as it is, with its handover',
  async (status) => {
    const owner = await buildOwnerWithSuccessor(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    await bring(owner, status);
    const { state } = await switchOf(api, owner);
    await verify(owner, id);
    const after = (await switchOf(api, owner)).state;
    expect({ ...after, successors: [] }).toEqual({ ...state, successors: [] });
    expect(after.successors).toHaveLength(2);
  },
);
