/** What people do to a countdown, on skipped time with the real workflow, activities and mail. */
import { expect } from '@jest/globals';
import { beginLife, type OwnerLife } from '../support/clients/followed-owner.ts';
import { testLives } from '../support/clients/scenarios.ts';

const daysOf = async (life: OwnerLife, kind: string, to = { email: life.email }) =>
  (await life.told(to)).filter((mail) => mail[0] === kind).map(([, day]) => Math.floor(day));

testLives({
  'the owner is said to be alive: two weeks, another final notice and a whole grace period, then it goes on':
    async (world) => {
      const life = await beginLife(world, [{}, {}]);
      const [first, second] = life.successors;
      await life.program.put('/inactivity/settings', { quorum: 2 });
      await world.passDays(94);
      await life.answer(first!, 'accept');
      const said = await life.answer(second!, 'owner_alive');
      expect([said.status, said.body.status]).toEqual([200, 'reminding']);
      expect((await life.answer(second!, 'owner_alive')).body.status).toBe('reminding');
      await world.passDays(1);
      expect(await daysOf(life, 'owner_alive')).toEqual([94]);
      const { body } = await life.program.get('/handover/status');
      expect(body).toMatchObject({
        status: 'reminding',
        handover: { status: 'grace_period', responses: expect.any(Array) },
      });
      await world.passDays(12);
      expect(await daysOf(life, 'final_notice')).toEqual([90]);
      await world.passDays(2);
      expect(await life.status()).toBe('grace_period');
      expect(await daysOf(life, 'final_notice')).toEqual([90, 108]);
      await world.passDays(2);
      // Those who accepted before are not asked again.
      expect(await life.status()).toBe('awaiting_successors');
      expect(await daysOf(life, 'invitation', first!)).toEqual([92]);
      expect(await daysOf(life, 'invitation', second!)).toEqual([92, 110]);
      expect((await life.answer(second!, 'accept')).body.status).toBe('released');
    },

  'each may say so twice; then the answer says what to do': async (world) => {
    const life = await beginLife(world);
    const [only] = life.successors;
    for (const day of [93, 18, 18]) {
      await world.passDays(day);
      expect(await life.status()).toBe('awaiting_successors');
      const { status, body } = await life.answer(only!, 'owner_alive');
      expect([status, body.code]).toEqual(
        day === 18 && (await daysOf(life, 'owner_alive')).length === 2
          ? [409, 'owner_alive_limit']
          : [200, undefined],
      );
      await world.settle();
    }
    expect(await life.status()).toBe('awaiting_successors');
    expect((await life.answer(only!, 'accept')).body.status).toBe('released');
  },

  'an invitation that was still on its way when the handover was postponed is not the last one': async (
    world,
  ) => {
    const life = await beginLife(world, [{}, {}]);
    const [ann, bob] = life.successors;
    await life.program.put('/inactivity/settings', { quorum: 2 });
    await world.passDays(91);
    world.weather.refused.add(bob!.email);
    await world.passDays(2);
    expect((await life.answer(ann!, 'owner_alive')).body.status).toBe('reminding');
    await world.passDays(2);
    world.weather.refused.delete(bob!.email);
    await world.passDays(25);
    // Dropped while nobody was to be invited, and sent again after that.
    expect(await daysOf(life, 'invitation', bob!)).toHaveLength(2);
    expect((await life.answer(bob!, 'accept')).body.status).toBe('awaiting_successors');
    expect((await life.answer(ann!, 'accept')).body.status).toBe('released');
  },

  'the owner who is alive checks in with the link of that very mail': async (world) => {
    const life = await beginLife(world);
    const [only] = life.successors;
    await world.passDays(93);
    await life.answer(only!, 'owner_alive');
    await world.passDays(1);
    const token = await life.token('owner_alive', 'check-in');
    expect((await life.anyone.post('/activity/check-in-link', { token })).status).toBe(200);
    await world.passDays(20);
    expect(await life.status()).toBe('armed');
    expect(await daysOf(life, 'handover_cancelled', only!)).toEqual([94]);
    expect((await life.answer(only!, 'accept')).status).toBe(410);
  },

  'an owner whose mailbox is gone is handed over all the same, after 30 days of grace': async (world) => {
    const life = await beginLife(world);
    const [only] = life.successors;
    await world.passDays(60);
    world.weather.refusedForGood.add(life.email);
    await world.passDays(14.4);
    // Refused since day 67.5.
    expect((await life.state()).remindersAccepted).toBe(0);
    await world.passDays(0.6);
    expect(await life.state()).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
    await world.passDays(25);
    expect(await life.status()).toBe('grace_period');
    const { body } = await life.program.get('/handover/status');
    expect(body.handover.undeliverable).toBe(true);
    await world.passDays(25);
    expect(await life.status()).toBe('grace_period');
    await world.passDays(10);
    expect((await daysOf(life, 'invitation', only!))[0]).toBe(127);
    expect((await life.told(life)).map(([kind]) => kind)).toEqual([]);
    const { body: log } = await life.program.get('/activity?type=warning_undeliverable');
    expect(log.activity).toHaveLength(4);
    expect((await life.answer(only!, 'accept')).body.status).toBe('released');
    world.weather.refusedForGood.delete(life.email);
  },

  'a mailbox that is back in that long grace period gets its final notice, and the usual time': async (
    world,
  ) => {
    const life = await beginLife(world);
    await world.passDays(60);
    world.weather.refusedForGood.add(life.email);
    await world.passDays(45);
    expect(await life.status()).toBe('grace_period');
    world.weather.refusedForGood.delete(life.email);
    await world.passDays(1.5);
    expect(await daysOf(life, 'final_notice')).toHaveLength(1);
    expect(await life.status()).toBe('grace_period');
    const { body } = await life.program.get('/handover/status');
    expect(body.handover.undeliverable).toBe(false);
    await world.passDays(2.1);
    expect(await life.status()).toBe('awaiting_successors');
  },
});
