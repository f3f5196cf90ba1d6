import { expect } from '@jest/globals';
import {
  type Addressee,
  beginLife,
  nameSuccessor,
  type OwnerLife,
} from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testLives } from '../support/clients/scenarios.ts';
import { DAY } from '../support/servers/switch-environment.ts';

/** Where the last successor leaves. If that is after the release, they have accepted on day 93. */
const STAGES = {
  armed: 30,
  reminding: 70,
  grace_period: 91,
  awaiting_successors: 92.5,
  released: 94,
} as const;
type Stage = keyof typeof STAGES;

async function lifeAt(world: SharedEnvironment, stage: Stage): Promise<{ life: OwnerLife; last: Addressee }> {
  const life = await beginLife(world, []);
  const last = await nameSuccessor(world, life);
  life.successors.push(last);
  await world.passDays(Math.min(93, STAGES[stage]));
  if (stage === 'released') {
    await life.answer(last, 'accept');
    await world.passDays(1);
  }
  expect(await life.status()).toBe(stage);
  return { life, last };
}

async function expectOff(world: SharedEnvironment, life: OwnerLife, told: number): Promise<void> {
  expect(await life.state()).toMatchObject({ status: 'off', handover: null, remindersAccepted: 0 });
  await world.settle();
  await life.workflowEnded();
  const kinds = (await life.told()).slice(told).map(([kind]) => kind);
  expect(kinds.filter((kind) => kind === 'switch_off')).toHaveLength(1);
  expect((await life.program.get('/inactivity/settings')).body.settings).toMatchObject({
    status: 'off',
    deadline: null,
  });
  const mails = await life.told();
  await world.passDays(100);
  expect(await life.told()).toEqual(mails);
}

const stories: Parameters<typeof testLives>[0] = {};
for (const stage of Object.keys(STAGES) as Stage[]) {
  stories[`the last successor opts out while ${stage}: off, told, and nothing goes on`] = async (world) => {
    const { life, last } = await lifeAt(world, stage);
    const told = (await life.told()).length;
    const kind =
      stage === 'awaiting_successors'
        ? 'invitation'
        : stage === 'released'
          ? 'access'
          : 'successor_verification';
    // The link in the verification mail works for 30 days. After that, only invitations have come.
    const page = kind === 'successor_verification' ? 'successor' : 'opt-out';
    const early = ['armed', 'awaiting_successors', 'released'].includes(stage);
    const gone = early
      ? await life.anyone.post('/successors/opt-out', {
          token: await life.token(kind, 'opt-out', last).catch(() => life.token(kind, page, last)),
        })
      : await life.anyone.post('/successors/opt-out', {
          token: await life.token('successor_verification', 'opt-out', last),
        });
    expect(gone.status).toBe(200);
    const open = ['grace_period', 'awaiting_successors', 'released'].includes(stage);
    expect((await life.handovers()).map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
      open ? [['cancelled', 'no_successor']] : [],
    );
    await expectOff(world, life, told);
    // Those who asked not to be written to get no mail.
    expect((await life.told(last)).map(([each]) => each)).not.toContain('handover_cancelled');
  };

  stories[`the owner removes the last successor while ${stage}: off, told, and nothing goes on`] = async (
    world,
  ) => {
    const { life, last } = await lifeAt(world, stage);
    const told = (await life.told()).length;
    const invited = ['awaiting_successors', 'released'].includes(stage);
    if (['grace_period', 'awaiting_successors', 'released'].includes(stage)) {
      const refused = await life.program.delete(`/successors/${last.id}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'handover_active']);
    }
    await life.confirm();
    expect((await life.browser.delete(`/successors/${last.id}`)).status).toBe(200);
    await expectOff(world, life, told);
    const toThem = (await life.told(last)).map(([kind]) => kind);
    expect(toThem.filter((kind) => kind === 'handover_cancelled')).toHaveLength(invited ? 1 : 0);
  };
}

testLives({
  ...stories,

  'a pause outlasts the last successor, and the next one does not end it': async (world) => {
    const life = await beginLife(world, []);
    const last = await nameSuccessor(world, life);
    await world.passDays(10);
    const pausedUntil = new Date((await world.time()) + 100 * DAY).toISOString();
    await life.browser.post('/inactivity/pause', { pausedUntil });
    await world.passDays(5);
    const token = await life.token('successor_verification', 'opt-out', last);
    expect((await life.anyone.post('/successors/opt-out', { token })).status).toBe(200);
    await world.passDays(20);
    const next = await nameSuccessor(world, life);
    await world.passDays(60);
    expect(await life.status()).toBe('paused');
    await world.passDays(16);
    expect(await life.status()).toBe('armed');
    await life.confirm();
    expect((await life.browser.delete(`/successors/${next.id}`)).status).toBe(200);
    expect(await life.status()).toBe('off');
  },

  'a pause that ends with nobody to hand over to ends off, and the owner is told': async (world) => {
    const life = await beginLife(world, [{}]);
    const [last] = life.successors;
    const pausedUntil = new Date((await world.time()) + 40 * DAY).toISOString();
    await life.browser.post('/inactivity/pause', { pausedUntil });
    await life.confirm();
    expect((await life.browser.delete(`/successors/${last!.id}`)).status).toBe(200);
    await world.passDays(39);
    expect(await life.status()).toBe('paused');
    expect(await life.told()).toEqual([['pause_reminder', 30]]);
    await world.passDays(2);
    await expectOff(world, life, 1);
  },

  'a successor who is verified after that arms the switch again': async (world) => {
    const { life, last } = await lifeAt(world, 'reminding');
    const { epoch } = await life.state();
    await life.confirm();
    await life.browser.delete(`/successors/${last.id}`);
    await world.passDays(50);
    const next = await nameSuccessor(world, life);
    expect(await life.state()).toMatchObject({ status: 'armed', epoch: epoch + 2 });
    const told = (await life.told()).length;
    await world.passDays(93);
    expect((await life.told()).slice(told)).toEqual([
      ['reminder', 187.5],
      ['reminder', 196.5],
      ['reminder', 205.5],
      ['final_notice', 210],
      ['invitation', 212],
    ]);
    expect((await life.answer(next, 'accept')).body.status).toBe('released');
  },

  'one of two goes: the handover goes on with the other': async (world) => {
    const life = await beginLife(world, [{}, {}]);
    const [first, second] = life.successors;
    await life.program.put('/inactivity/settings', { quorum: 1 });
    await world.passDays(93);
    const token = await life.token('invitation', 'opt-out', first);
    expect((await life.anyone.post('/successors/opt-out', { token })).status).toBe(200);
    await world.passDays(10);
    expect(await life.status()).toBe('awaiting_successors');
    expect((await life.told(first)).map(([kind]) => kind)).toEqual(['invitation']);
    expect((await life.answer(second!, 'accept')).body.status).toBe('released');
    await world.passDays(91);
    expect(await life.status()).toBe('completed');
  },
});
