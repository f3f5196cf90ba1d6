import { expect } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { buildArmedOwner, type FollowedOwner } from '../support/clients/followed-owner.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { testScenarios } from '../support/clients/scenarios.ts';

/** The days of the mails of a kind, by successor. */
const days = async (owner: FollowedOwner, kind: 'invitation' | 'access') =>
  Promise.all(
    owner.successors.map(async (who) =>
      (await owner.mailsSent(who)).filter((mail) => mail[0] === kind).map((mail) => mail[1]),
    ),
  );

testScenarios({
  'each successor is invited after their own delay': async (environment) => {
    const delays = [0, 10, 40].map((handoverDelayDays) => ({ handoverDelayDays }));
    const owner = await buildArmedOwner(environment, delays);
    const [first, second] = owner.successors;
    await environment.passDays(92.5);
    await owner.answer(first!, 'accept');
    await environment.passDays(10);
    await owner.answer(second!, 'decline');
    await environment.passDays(31);
    // The others' answers don't get in the way.
    expect(await days(owner, 'invitation')).toEqual([[92], [102], [132]]);
  },

  'two of three: no vault opens before the second accepts, and a late one has an access window of their own':
    async (environment) => {
      const owner = await buildArmedOwner(environment, [{}, {}, {}]);
      const [first, second, third] = owner.successors;
      await owner.program.put('/inactivity/settings', { quorum: 2, accessDays: 30 });
      await environment.passDays(93);
      expect((await owner.answer(first!, 'accept')).body.status).toBe('awaiting_successors');
      await environment.passDays(5);
      expect(await days(owner, 'access')).toEqual([[], [], []]);
      expect(await owner.status()).toBe('awaiting_successors');

      expect((await owner.answer(second!, 'accept')).body.status).toBe('released');
      await environment.passDays(20);
      expect(await days(owner, 'access')).toEqual([[98], [98], []]);
      expect((await owner.read(first!)).body).toMatchObject({ quorum: 2, accepted: 2 });

      // Invited on day 92, then weekly.
      expect((await days(owner, 'invitation'))[2]).toEqual([92, 99, 106, 113]);
      const late = await owner.answer(third!, 'accept');
      expect(late.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
      await expectProblem(owner.answer(first!, 'decline'), '409 response_final');

      await environment.passDays(11);
      expect(await days(owner, 'access')).toEqual([[98], [98], [118]]);
      expect((await owner.read(first!)).status).toBe(410);
      expect((await owner.read(third!)).status).toBe(200);
      expect(await owner.status()).toBe('released');
      await environment.passDays(20);
      expect(await owner.status()).toBe('completed');
      expect((await owner.read(third!)).status).toBe(410);
      await owner.workflowEnded();
    },

  'all decline: nothing opens, each is asked again in time, and may still accept': async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, {}]);
    const [first, second] = owner.successors;
    await environment.passDays(93);
    await owner.answer(first!, 'decline');
    expect((await owner.answer(second!, 'decline')).body.status).toBe('awaiting_successors');
    await environment.passDays(60);
    expect(await owner.status()).toBe('awaiting_successors');
    // A week after they declined, weekly until the fourth, then monthly.
    const asked = [92, 100, 107, 114, 121, 151];
    expect(await days(owner, 'invitation')).toEqual([asked, asked]);
    expect((await owner.answer(second!, 'accept')).body.status).toBe('released');
    await environment.passDays(1);
    expect(await days(owner, 'access')).toEqual([[], [153]]);
    expect((await owner.read(second!)).status).toBe(200);
    // The other may change their mind too, and has a window of their own.
    const changed = await owner.answer(first!, 'accept');
    expect(changed.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
    await environment.passDays(91);
    expect(await owner.status()).toBe('completed');
  },

  'a successor who never answers is asked weekly four times, then monthly, and keeps the handover open':
    async (environment) => {
      const owner = await buildArmedOwner(environment, [{}, {}]);
      const [first, second] = owner.successors;
      await environment.passDays(92.5);
      await owner.answer(first!, 'accept');
      await environment.passDays(200);
      expect(await days(owner, 'invitation')).toEqual([
        [92],
        [92, 99, 106, 113, 120, 150, 180, 210, 240, 270],
      ]);
      const subjects = (await owner.letters('invitation', second)).map(({ caught }) => caught.subject);
      expect(new Set(subjects).size).toBe(subjects.length);
      // The first one's window of 90 days is over.
      expect(await owner.status()).toBe('released');
      expect((await owner.answer(second!, 'decline')).body.status).toBe('released');
      await environment.passDays(1);
      expect(await owner.status()).toBe('completed');
      await owner.workflowEnded();
    },

  'a mailbox that refuses mail delays no other mail, and gets its own once it accepts it again': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment, [{}, {}]);
    const [full, fine] = owner.successors;
    await environment.passDays(80);
    environment.faults.refused.add(full!.email);
    await environment.passDays(13);
    expect((await owner.answer(fine!, 'accept')).body.status).toBe('released');
    await environment.passDays(7);
    expect((await owner.read(fine!)).status).toBe(200);
    expect(await owner.mailsSent(full)).toEqual([]);
    environment.faults.refused.delete(full!.email);
    await environment.passDays(0.1);
    expect((await owner.mailsSent(full)).map(([kind, day]) => [kind, Math.floor(day)])).toEqual([
      ['invitation', 100],
    ]);
    expect((await owner.answer(full!, 'accept')).body.status).toBe('released');
    await environment.passDays(91);
    // One invitation for the weeks in which nothing could reach them, and none after they answered.
    expect((await owner.mailsSent(full)).map(([kind]) => kind)).toEqual(['invitation', 'access']);
    expect(await owner.status()).toBe('completed');
  },

  'a mailbox that does not exist is tried four times a day, and gets its mail soon after it does': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment);
    const [sam] = owner.successors;
    const tries = async (kind: MailKindName, recipient: string) =>
      (await environment.em().findOneOrFail(Mail, { kind, recipient })).attempts;
    environment.faults.refusedForGood.add(owner.email).add(sam!.email);
    await environment.passDays(67.5 + 4.1);
    // The first attempt is the workflow's own. Later ones are the server's.
    const reminders = await tries('reminder', owner.email);
    expect(reminders).toBeGreaterThanOrEqual(15);
    expect(reminders).toBeLessThanOrEqual(18);
    environment.faults.refusedForGood.delete(owner.email);
    await environment.passDays(30);
    expect(await owner.status()).toBe('awaiting_successors');
    const invitations = await tries('invitation', sam!.email);
    environment.faults.refusedForGood.delete(sam!.email);
    expect(invitations).toBeGreaterThan(4);
    await environment.passDays(0.3);
    expect((await owner.mailsSent(sam)).map(([kind]) => kind)).toEqual(['invitation']);
  },

  'a cancelled handover: successors are told, and their responses are refused': async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, { handoverDelayDays: 30 }]);
    const [first, second] = owner.successors;
    await environment.passDays(93);
    const token = await owner.token('invitation', 'respond', first);
    await owner.confirm();
    const cancelled = await owner.program.post('/handover/cancel', { reason: 'I was at sea' });
    expect(cancelled.body.handover).toMatchObject({ status: 'cancelled', cancelReason: 'owner_cancelled' });
    expect((await owner.anyone.post('/handover/respond', { token, response: 'accept' })).status).toBe(410);
    await environment.passDays(60);
    expect((await owner.mailsSent(first)).map(([kind]) => kind)).toEqual([
      'invitation',
      'handover_cancelled',
    ]);
    expect(await owner.mailsSent(second)).toEqual([]);
    expect(await owner.status()).toBe('armed');
  },
});
