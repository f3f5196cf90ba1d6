import { expect } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { beginLife, type OwnerLife } from '../support/clients/followed-owner.ts';
import { testLives } from '../support/clients/scenarios.ts';

/** The days of the mails of a kind, by successor. */
const days = async (life: OwnerLife, kind: 'invitation' | 'access') =>
  Promise.all(
    life.successors.map(async (who) =>
      (await life.told(who)).filter((mail) => mail[0] === kind).map((mail) => mail[1]),
    ),
  );

testLives({
  'each successor is invited after their own delay': async (world) => {
    const delays = [0, 10, 40].map((handoverDelayDays) => ({ handoverDelayDays }));
    const life = await beginLife(world, delays);
    const [first, second] = life.successors;
    await world.passDays(92.5);
    await life.answer(first!, 'accept');
    await world.passDays(10);
    await life.answer(second!, 'decline');
    await world.passDays(31);
    // The others' answers don't get in the way.
    expect(await days(life, 'invitation')).toEqual([[92], [102], [132]]);
  },

  'two of three: nobody reads before the second accepts, and a late one has a window of their own': async (
    world,
  ) => {
    const life = await beginLife(world, [{}, {}, {}]);
    const [first, second, third] = life.successors;
    await life.program.put('/inactivity/settings', { quorum: 2, accessDays: 30 });
    await world.passDays(93);
    expect((await life.answer(first!, 'accept')).body.status).toBe('awaiting_successors');
    await world.passDays(5);
    expect(await days(life, 'access')).toEqual([[], [], []]);
    expect(await life.status()).toBe('awaiting_successors');

    expect((await life.answer(second!, 'accept')).body.status).toBe('released');
    await world.passDays(20);
    expect(await days(life, 'access')).toEqual([[98], [98], []]);
    expect((await life.read(first!)).body).toMatchObject({ quorum: 2, accepted: 2 });

    // Invited on day 92, then weekly.
    expect((await days(life, 'invitation'))[2]).toEqual([92, 99, 106, 113]);
    const late = await life.answer(third!, 'accept');
    expect(late.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
    const changed = await life.answer(first!, 'decline');
    expect([changed.status, changed.body.code]).toEqual([409, 'response_final']);

    await world.passDays(11);
    expect(await days(life, 'access')).toEqual([[98], [98], [118]]);
    expect((await life.read(first!)).status).toBe(410);
    expect((await life.read(third!)).status).toBe(200);
    expect(await life.status()).toBe('released');
    await world.passDays(20);
    expect(await life.status()).toBe('completed');
    expect((await life.read(third!)).status).toBe(410);
    await life.workflowEnded();
  },

  'everybody declines: nothing opens, each is asked again in time, and one who changes their mind still may':
    async (world) => {
      const life = await beginLife(world, [{}, {}]);
      const [first, second] = life.successors;
      await world.passDays(93);
      await life.answer(first!, 'decline');
      expect((await life.answer(second!, 'decline')).body.status).toBe('awaiting_successors');
      await world.passDays(60);
      expect(await life.status()).toBe('awaiting_successors');
      // A week after they declined, weekly until the fourth, then monthly.
      const asked = [92, 100, 107, 114, 121, 151];
      expect(await days(life, 'invitation')).toEqual([asked, asked]);
      expect((await life.answer(second!, 'accept')).body.status).toBe('released');
      await world.passDays(1);
      expect(await days(life, 'access')).toEqual([[], [153]]);
      expect((await life.read(second!)).status).toBe(200);
      // The other may change their mind too, and has a window of their own.
      const changed = await life.answer(first!, 'accept');
      expect(changed.body).toMatchObject({ status: 'released', accessToken: expect.any(String) });
      await world.passDays(91);
      expect(await life.status()).toBe('completed');
    },

  'who never answers is asked weekly four times, then monthly, and keeps the handover open': async (
    world,
  ) => {
    const life = await beginLife(world, [{}, {}]);
    const [first, second] = life.successors;
    await world.passDays(92.5);
    await life.answer(first!, 'accept');
    await world.passDays(200);
    expect(await days(life, 'invitation')).toEqual([[92], [92, 99, 106, 113, 120, 150, 180, 210, 240, 270]]);
    const subjects = (await life.letters('invitation', second)).map(({ caught }) => caught.subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    // The first one's window of 90 days is over.
    expect(await life.status()).toBe('released');
    expect((await life.answer(second!, 'decline')).body.status).toBe('released');
    await world.passDays(1);
    expect(await life.status()).toBe('completed');
    await life.workflowEnded();
  },

  'a mailbox that refuses delays nobody else, and gets its mail once it takes it again': async (world) => {
    const life = await beginLife(world, [{}, {}]);
    const [full, fine] = life.successors;
    await world.passDays(80);
    world.weather.refused.add(full!.email);
    await world.passDays(13);
    expect((await life.answer(fine!, 'accept')).body.status).toBe('released');
    await world.passDays(7);
    expect((await life.read(fine!)).status).toBe(200);
    expect(await life.told(full)).toEqual([]);
    world.weather.refused.delete(full!.email);
    await world.passDays(0.1);
    expect((await life.told(full)).map(([kind, day]) => [kind, Math.floor(day)])).toEqual([
      ['invitation', 100],
    ]);
    expect((await life.answer(full!, 'accept')).body.status).toBe('released');
    await world.passDays(91);
    // One invitation for the weeks in which nothing could reach them, and none after they answered.
    expect((await life.told(full)).map(([kind]) => kind)).toEqual(['invitation', 'access']);
    expect(await life.status()).toBe('completed');
  },

  'a mailbox that does not exist is tried four times a day, and gets its mail soon after it does': async (
    world,
  ) => {
    const life = await beginLife(world);
    const [sam] = life.successors;
    const tries = async (kind: MailKindName, recipient: string) =>
      (await world.orm.em.fork().findOneOrFail(Mail, { kind, recipient })).attempts;
    world.weather.refusedForGood.add(life.email).add(sam!.email);
    await world.passDays(67.5 + 4.1);
    // The first attempt is the workflow's own. Later ones are the server's.
    const reminders = await tries('reminder', life.email);
    expect(reminders).toBeGreaterThanOrEqual(15);
    expect(reminders).toBeLessThanOrEqual(18);
    world.weather.refusedForGood.delete(life.email);
    await world.passDays(30);
    expect(await life.status()).toBe('awaiting_successors');
    const invitations = await tries('invitation', sam!.email);
    world.weather.refusedForGood.delete(sam!.email);
    expect(invitations).toBeGreaterThan(4);
    await world.passDays(0.3);
    expect((await life.told(sam)).map(([kind]) => kind)).toEqual(['invitation']);
  },

  'a cancelled handover: successors are told, and their answers are worth nothing': async (world) => {
    const life = await beginLife(world, [{}, { handoverDelayDays: 30 }]);
    const [first, second] = life.successors;
    await world.passDays(93);
    const token = await life.token('invitation', 'respond', first);
    await life.confirm();
    const cancelled = await life.program.post('/handover/cancel', { reason: 'I was at sea' });
    expect(cancelled.body.handover).toMatchObject({ status: 'cancelled', cancelReason: 'owner_cancelled' });
    expect((await life.anyone.post('/handover/respond', { token, response: 'accept' })).status).toBe(410);
    await world.passDays(60);
    expect((await life.told(first)).map(([kind]) => kind)).toEqual(['invitation', 'handover_cancelled']);
    expect(await life.told(second)).toEqual([]);
    expect(await life.status()).toBe('armed');
  },
});
