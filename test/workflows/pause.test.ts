import { expect } from '@jest/globals';
import { buildArmedOwner } from '../support/clients/followed-owner.ts';
import { testScenarios } from '../support/clients/scenarios.ts';
import { DAY } from '../support/servers/switch-environment.ts';

testScenarios({
  'a pause brings a reminder a month, and at its end the clock starts': async (environment) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(10);
    const pausedUntil = new Date((await environment.time()) + 100 * DAY).toISOString();
    const paused = await owner.browser.post('/inactivity/pause', { pausedUntil });
    expect(paused.body.settings).toMatchObject({
      status: 'paused',
      isPaused: true,
      pausedUntil,
      deadline: null,
    });
    await environment.passDays(99);
    expect(await owner.status()).toBe('paused');
    await environment.passDays(2);
    expect(await owner.status()).toBe('armed');
    await environment.passDays(93);
    expect(await owner.mailsSent()).toEqual([
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

  'a pause without an end ends after 365 days': async (environment) => {
    const owner = await buildArmedOwner(environment);
    await owner.browser.post('/inactivity/pause');
    await environment.passDays(366);
    expect(await owner.status()).toBe('armed');
    const months = Array.from({ length: 12 }, (_, i) => ['pause_reminder', 30 * (i + 1)]);
    expect(await owner.mailsSent()).toEqual(months);
    await environment.passDays(67);
    expect((await owner.mailsSent()).slice(12)).toEqual([['reminder', 432.5]]);
  },

  'resuming starts the clock from then': async (environment) => {
    const owner = await buildArmedOwner(environment);
    const { epoch } = await owner.state();
    await owner.browser.post('/inactivity/pause');
    await environment.passDays(50);
    await owner.confirm();
    const resumed = await owner.program.post('/inactivity/resume');
    expect(resumed.body.settings).toMatchObject({ status: 'armed', isPaused: false, pausedUntil: null });
    expect((await owner.state()).epoch).toBe(epoch + 1);
    await environment.passDays(68);
    expect(await owner.mailsSent()).toEqual([
      ['pause_reminder', 30],
      ['reminder', 117.5],
    ]);
  },

  'a pause that is extended still brings reminders': async (environment) => {
    const owner = await buildArmedOwner(environment);
    const until = async (days: number) => new Date((await environment.time()) + days * DAY).toISOString();
    await owner.browser.post('/inactivity/pause', { pausedUntil: await until(40) });
    await environment.passDays(35);
    await owner.browser.post('/inactivity/pause', { pausedUntil: await until(40) });
    await environment.passDays(39);
    expect(await owner.status()).toBe('paused');
    await environment.passDays(2);
    expect(await owner.status()).toBe('armed');
    expect(await owner.mailsSent()).toEqual([
      ['pause_reminder', 30],
      ['pause_reminder', 60],
    ]);
  },

  'a pause between two reminders stops the second, and later all of them come': async (environment) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(70);
    await owner.program.post('/inactivity/pause');
    await environment.passDays(20);
    await owner.confirm();
    await owner.program.post('/inactivity/resume');
    await environment.passDays(93);
    expect(await owner.mailsSent()).toEqual([
      ['reminder', 67.5],
      ['reminder', 157.5],
      ['reminder', 166.5],
      ['reminder', 175.5],
      ['final_notice', 180],
      ['invitation', 182],
    ]);
  },

  'a pause in the grace period cancels the handover; a program may not': async (environment) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(91);
    expect((await owner.program.post('/inactivity/pause')).status).toBe(409);
    expect(await owner.status()).toBe('grace_period');
    await owner.browser.post('/inactivity/pause');
    expect(await owner.status()).toBe('paused');
    expect((await owner.handovers()).map(({ status }) => status)).toEqual(['cancelled']);
    await environment.passDays(29);
    expect((await owner.mailsSent()).map(([kind]) => kind)).toEqual([
      'reminder',
      'reminder',
      'reminder',
      'final_notice',
    ]);
  },

  'a pause after the release takes access back and tells those who were invited': async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, {}, { handoverDelayDays: 100 }]);
    const [first] = owner.successors;
    await environment.passDays(93);
    await owner.answer(first!, 'accept');
    await environment.passDays(1);
    expect((await owner.read(first!)).status).toBe(200);
    await owner.browser.post('/inactivity/pause');
    expect((await owner.read(first!)).status).toBe(410);
    await environment.passDays(1);
    const mailsSent = await Promise.all(owner.successors.map((who) => owner.mailsSent(who)));
    expect(mailsSent.map((mails) => mails.map(([kind]) => kind))).toEqual([
      ['invitation', 'access', 'handover_cancelled'],
      ['invitation', 'handover_cancelled'],
      [],
    ]);
    expect(await owner.status()).toBe('paused');
  },
});
