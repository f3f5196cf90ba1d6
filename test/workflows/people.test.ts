/** What people do to a countdown, on skipped time with the real workflow, activities and mail. */
import { expect } from '@jest/globals';
import { buildArmedOwner, type FollowedOwner } from '../support/clients/followed-owner.ts';
import { testScenarios } from '../support/clients/scenarios.ts';

const daysOf = async (owner: FollowedOwner, kind: string, to = { email: owner.email }) =>
  (await owner.mailsSent(to)).filter((mail) => mail[0] === kind).map(([, day]) => Math.floor(day));

testScenarios({
  'the owner is said to be alive: two weeks, another final notice and a whole grace period, then it goes on':
    async (environment) => {
      const owner = await buildArmedOwner(environment, [{}, {}]);
      const [first, second] = owner.successors;
      await owner.program.put('/inactivity/settings', { quorum: 2 });
      await environment.passDays(94);
      await owner.answer(first!, 'accept');
      const said = await owner.answer(second!, 'owner_alive');
      expect([said.status, said.body.status]).toEqual([200, 'reminding']);
      expect((await owner.answer(second!, 'owner_alive')).body.status).toBe('reminding');
      await environment.passDays(1);
      expect(await daysOf(owner, 'owner_alive')).toEqual([94]);
      const { body } = await owner.program.get('/handover/status');
      expect(body).toMatchObject({
        status: 'reminding',
        handover: { status: 'grace_period', responses: expect.any(Array) },
      });
      await environment.passDays(12);
      expect(await daysOf(owner, 'final_notice')).toEqual([90]);
      await environment.passDays(2);
      expect(await owner.status()).toBe('grace_period');
      expect(await daysOf(owner, 'final_notice')).toEqual([90, 108]);
      await environment.passDays(2);
      // Those who accepted before are not asked again.
      expect(await owner.status()).toBe('awaiting_successors');
      expect(await daysOf(owner, 'invitation', first!)).toEqual([92]);
      expect(await daysOf(owner, 'invitation', second!)).toEqual([92, 110]);
      expect((await owner.answer(second!, 'accept')).body.status).toBe('released');
    },

  'each successor may say twice that the owner is alive; then the response says what to do': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment);
    const [only] = owner.successors;
    for (const day of [93, 18, 18]) {
      await environment.passDays(day);
      expect(await owner.status()).toBe('awaiting_successors');
      const { status, body } = await owner.answer(only!, 'owner_alive');
      expect([status, body.code]).toEqual(
        day === 18 && (await daysOf(owner, 'owner_alive')).length === 2
          ? [409, 'owner_alive_limit']
          : [200, undefined],
      );
      await environment.settle();
    }
    expect(await owner.status()).toBe('awaiting_successors');
    expect((await owner.answer(only!, 'accept')).body.status).toBe('released');
  },

  'an invitation that was still on its way when the handover was postponed is not the last one': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment, [{}, {}]);
    const [ann, bob] = owner.successors;
    await owner.program.put('/inactivity/settings', { quorum: 2 });
    await environment.passDays(91);
    environment.faults.refused.add(bob!.email);
    await environment.passDays(2);
    expect((await owner.answer(ann!, 'owner_alive')).body.status).toBe('reminding');
    await environment.passDays(2);
    environment.faults.refused.delete(bob!.email);
    await environment.passDays(25);
    // It waits while nobody is to be invited, and the next one comes a week after it.
    expect(await daysOf(owner, 'invitation', bob!)).toEqual([109, 116]);
    expect((await owner.answer(bob!, 'accept')).body.status).toBe('awaiting_successors');
    expect((await owner.answer(ann!, 'accept')).body.status).toBe('released');
  },

  'an owner who is said to be alive checks in with the link in that mail': async (environment) => {
    const owner = await buildArmedOwner(environment);
    const [only] = owner.successors;
    await environment.passDays(93);
    await owner.answer(only!, 'owner_alive');
    await environment.passDays(1);
    const token = await owner.token('owner_alive', 'check-in');
    expect((await owner.anyone.post('/activity/check-in-link', { token })).status).toBe(200);
    await environment.passDays(20);
    expect(await owner.status()).toBe('armed');
    expect(await daysOf(owner, 'handover_cancelled', only!)).toEqual([94]);
    expect((await owner.answer(only!, 'accept')).status).toBe(410);
  },

  'an owner whose mailbox is gone is handed over all the same, after 30 days of grace': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment);
    const [only] = owner.successors;
    await environment.passDays(60);
    environment.faults.refusedForGood.add(owner.email);
    await environment.passDays(14.4);
    // Refused since day 67.5.
    expect((await owner.state()).remindersAccepted).toBe(0);
    await environment.passDays(0.6);
    expect(await owner.state()).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
    await environment.passDays(25);
    expect(await owner.status()).toBe('grace_period');
    const { body } = await owner.program.get('/handover/status');
    expect(body.handover.undeliverable).toBe(true);
    await environment.passDays(25);
    expect(await owner.status()).toBe('grace_period');
    await environment.passDays(10);
    expect((await daysOf(owner, 'invitation', only!))[0]).toBe(127);
    expect((await owner.mailsSent(owner)).map(([kind]) => kind)).toEqual([]);
    const { body: log } = await owner.program.get('/activity?type=warning_undeliverable');
    expect(log.activity).toHaveLength(4);
    expect((await owner.answer(only!, 'accept')).body.status).toBe('released');
    environment.faults.refusedForGood.delete(owner.email);
  },

  'a mailbox that works again during the long grace period gets its final notice, and the usual time': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(60);
    environment.faults.refusedForGood.add(owner.email);
    await environment.passDays(45);
    expect(await owner.status()).toBe('grace_period');
    environment.faults.refusedForGood.delete(owner.email);
    await environment.passDays(1.5);
    expect(await daysOf(owner, 'final_notice')).toHaveLength(1);
    expect(await owner.status()).toBe('grace_period');
    const { body } = await owner.program.get('/handover/status');
    expect(body.handover.undeliverable).toBe(false);
    await environment.passDays(2.1);
    expect(await owner.status()).toBe('awaiting_successors');
  },
});
