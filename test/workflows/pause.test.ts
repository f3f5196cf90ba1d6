import { expect } from '@jest/globals';
import { beginLife } from '../support/clients/followed-owner.ts';
import { testLives } from '../support/clients/scenarios.ts';
import { DAY } from '../support/servers/switch-environment.ts';

testLives({
  'a pause brings a reminder a month, and at its end the clock starts': async (world) => {
    const life = await beginLife(world);
    await world.passDays(10);
    const pausedUntil = new Date((await world.time()) + 100 * DAY).toISOString();
    const paused = await life.browser.post('/inactivity/pause', { pausedUntil });
    expect(paused.body.settings).toMatchObject({
      status: 'paused',
      isPaused: true,
      pausedUntil,
      deadline: null,
    });
    await world.passDays(99);
    expect(await life.status()).toBe('paused');
    await world.passDays(2);
    expect(await life.status()).toBe('armed');
    await world.passDays(93);
    expect(await life.told()).toEqual([
      ['pause_reminder', 40],
      ['pause_reminder', 70],
      ['pause_reminder', 100],
      ['reminder', 177.5],
      ['reminder', 186.5],
      ['reminder', 195.5],
      ['final_notice', 200],
      ['invitation', 202],
    ]);
  },

  'a pause without an end ends after 365 days': async (world) => {
    const life = await beginLife(world);
    await life.browser.post('/inactivity/pause');
    await world.passDays(366);
    expect(await life.status()).toBe('armed');
    const months = Array.from({ length: 12 }, (_, i) => ['pause_reminder', 30 * (i + 1)]);
    expect(await life.told()).toEqual(months);
    await world.passDays(67);
    expect((await life.told()).slice(12)).toEqual([['reminder', 432.5]]);
  },

  'resuming starts the clock from then': async (world) => {
    const life = await beginLife(world);
    const { epoch } = await life.state();
    await life.browser.post('/inactivity/pause');
    await world.passDays(50);
    await life.confirm();
    const resumed = await life.program.post('/inactivity/resume');
    expect(resumed.body.settings).toMatchObject({ status: 'armed', isPaused: false, pausedUntil: null });
    expect((await life.state()).epoch).toBe(epoch + 1);
    await world.passDays(68);
    expect(await life.told()).toEqual([
      ['pause_reminder', 30],
      ['reminder', 117.5],
    ]);
  },

  'a pause that is chosen anew goes on being reminded of': async (world) => {
    const life = await beginLife(world);
    const until = async (days: number) => new Date((await world.time()) + days * DAY).toISOString();
    await life.browser.post('/inactivity/pause', { pausedUntil: await until(40) });
    await world.passDays(35);
    await life.browser.post('/inactivity/pause', { pausedUntil: await until(40) });
    await world.passDays(39);
    expect(await life.status()).toBe('paused');
    await world.passDays(2);
    expect(await life.status()).toBe('armed');
    expect(await life.told()).toEqual([
      ['pause_reminder', 30],
      ['pause_reminder', 60],
    ]);
  },

  'a pause between two reminders stops the second, and later all of them come': async (world) => {
    const life = await beginLife(world);
    await world.passDays(70);
    await life.program.post('/inactivity/pause');
    await world.passDays(20);
    await life.confirm();
    await life.program.post('/inactivity/resume');
    await world.passDays(93);
    expect(await life.told()).toEqual([
      ['reminder', 67.5],
      ['reminder', 157.5],
      ['reminder', 166.5],
      ['reminder', 175.5],
      ['final_notice', 180],
      ['invitation', 182],
    ]);
  },

  'a pause in the grace period cancels the handover; a program may not': async (world) => {
    const life = await beginLife(world);
    await world.passDays(91);
    expect((await life.program.post('/inactivity/pause')).status).toBe(409);
    expect(await life.status()).toBe('grace_period');
    await life.browser.post('/inactivity/pause');
    expect(await life.status()).toBe('paused');
    expect((await life.handovers()).map(({ status }) => status)).toEqual(['cancelled']);
    await world.passDays(29);
    expect((await life.told()).map(([kind]) => kind)).toEqual([
      'reminder',
      'reminder',
      'reminder',
      'final_notice',
    ]);
  },

  'a pause after the release takes access back and tells who was invited': async (world) => {
    const life = await beginLife(world, [{}, {}, { handoverDelayDays: 100 }]);
    const [first] = life.successors;
    await world.passDays(93);
    await life.answer(first!, 'accept');
    await world.passDays(1);
    expect((await life.read(first!)).status).toBe(200);
    await life.browser.post('/inactivity/pause');
    expect((await life.read(first!)).status).toBe(410);
    await world.passDays(1);
    const told = await Promise.all(life.successors.map((who) => life.told(who)));
    expect(told.map((mails) => mails.map(([kind]) => kind))).toEqual([
      ['invitation', 'access', 'handover_cancelled'],
      ['invitation', 'handover_cancelled'],
      [],
    ]);
    expect(await life.status()).toBe('paused');
  },
});
