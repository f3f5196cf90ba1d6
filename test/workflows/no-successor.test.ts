import { expect } from '@jest/globals';
import {
  type Addressee,
  buildArmedOwner,
  type FollowedOwner,
  nameSuccessor,
} from '../support/clients/followed-owner.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { type SharedEnvironment, testScenarios } from '../support/clients/scenarios.ts';
import { DAY } from '../support/servers/switch-environment.ts';

/** Where the last successor leaves. If that is after the release, they have accepted on day 93. */
const STAGES = {
  armed: 30,
  reminding: 70,
  grace_period: 91,
  awaiting_successors: 92.5,
  released: 94,
} as const;
type DepartureStage = keyof typeof STAGES;

async function lifeAt(
  environment: SharedEnvironment,
  stage: DepartureStage,
): Promise<{ owner: FollowedOwner; last: Addressee }> {
  const owner = await buildArmedOwner(environment, []);
  const last = await nameSuccessor(environment, owner);
  owner.successors.push(last);
  await environment.passDays(Math.min(93, STAGES[stage]));
  if (stage === 'released') {
    await owner.answer(last, 'accept');
    await environment.passDays(1);
  }
  expect(await owner.status()).toBe(stage);
  return { owner, last };
}

async function expectOff(
  environment: SharedEnvironment,
  owner: FollowedOwner,
  mailsSent: number,
): Promise<void> {
  expect(await owner.state()).toMatchObject({ status: 'off', handover: null, remindersAccepted: 0 });
  await environment.settle();
  await owner.workflowEnded();
  const kinds = (await owner.mailsSent()).slice(mailsSent).map(([kind]) => kind);
  expect(kinds.filter((kind) => kind === 'switch_off')).toHaveLength(1);
  expect((await owner.program.get('/inactivity/settings')).body.settings).toMatchObject({
    status: 'off',
    deadline: null,
  });
  const mails = await owner.mailsSent();
  await environment.passDays(100);
  expect(await owner.mailsSent()).toEqual(mails);
}

const scenarios: Parameters<typeof testScenarios>[0] = {};
for (const stage of Object.keys(STAGES) as DepartureStage[]) {
  scenarios[
    `the last successor opts out while ${stage}: the switch is off, the owner is told, and no step follows`
  ] = async (environment) => {
    const { owner, last } = await lifeAt(environment, stage);
    const mailsSent = (await owner.mailsSent()).length;
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
      ? await owner.anyone.post('/successors/opt-out', {
          token: await owner.token(kind, 'opt-out', last).catch(() => owner.token(kind, page, last)),
        })
      : await owner.anyone.post('/successors/opt-out', {
          token: await owner.token('successor_verification', 'opt-out', last),
        });
    expect(gone.status).toBe(200);
    const open = ['grace_period', 'awaiting_successors', 'released'].includes(stage);
    expect((await owner.handovers()).map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
      open ? [['cancelled', 'no_successor']] : [],
    );
    await expectOff(environment, owner, mailsSent);
    // Those who asked not to be written to get no mail.
    expect((await owner.mailsSent(last)).map(([each]) => each)).not.toContain('handover_cancelled');
  };

  scenarios[
    `the owner removes the last successor while ${stage}: the switch is off, the owner is told, and no step follows`
  ] = async (environment) => {
    const { owner, last } = await lifeAt(environment, stage);
    const mailsSent = (await owner.mailsSent()).length;
    const invited = ['awaiting_successors', 'released'].includes(stage);
    if (['grace_period', 'awaiting_successors', 'released'].includes(stage)) {
      await expectProblem(owner.program.delete(`/successors/${last.id}`), '409 handover_active');
    }
    await owner.confirm();
    expect((await owner.browser.delete(`/successors/${last.id}`)).status).toBe(200);
    await expectOff(environment, owner, mailsSent);
    const toThem = (await owner.mailsSent(last)).map(([kind]) => kind);
    expect(toThem.filter((kind) => kind === 'handover_cancelled')).toHaveLength(invited ? 1 : 0);
  };
}

testScenarios({
  ...scenarios,

  'a pause goes on when the last successor leaves, and when the next one comes': async (environment) => {
    const owner = await buildArmedOwner(environment, []);
    const last = await nameSuccessor(environment, owner);
    await environment.passDays(10);
    const pausedUntil = new Date((await environment.time()) + 100 * DAY).toISOString();
    await owner.browser.post('/inactivity/pause', { pausedUntil });
    await environment.passDays(5);
    const token = await owner.token('successor_verification', 'opt-out', last);
    expect((await owner.anyone.post('/successors/opt-out', { token })).status).toBe(200);
    await environment.passDays(20);
    const next = await nameSuccessor(environment, owner);
    await environment.passDays(60);
    expect(await owner.status()).toBe('paused');
    await environment.passDays(16);
    expect(await owner.status()).toBe('armed');
    await owner.confirm();
    expect((await owner.browser.delete(`/successors/${next.id}`)).status).toBe(200);
    expect(await owner.status()).toBe('off');
  },

  'a pause that ends without a successor turns the switch off, and the owner is told': async (
    environment,
  ) => {
    const owner = await buildArmedOwner(environment, [{}]);
    const [last] = owner.successors;
    const pausedUntil = new Date((await environment.time()) + 40 * DAY).toISOString();
    await owner.browser.post('/inactivity/pause', { pausedUntil });
    await owner.confirm();
    expect((await owner.browser.delete(`/successors/${last!.id}`)).status).toBe(200);
    await environment.passDays(39);
    expect(await owner.status()).toBe('paused');
    expect(await owner.mailsSent()).toEqual([['pause_reminder', 30]]);
    await environment.passDays(2);
    await expectOff(environment, owner, 1);
  },

  'a successor who is verified after that arms the switch again': async (environment) => {
    const { owner, last } = await lifeAt(environment, 'reminding');
    const { epoch } = await owner.state();
    await owner.confirm();
    await owner.browser.delete(`/successors/${last.id}`);
    await environment.passDays(50);
    const next = await nameSuccessor(environment, owner);
    expect(await owner.state()).toMatchObject({ status: 'armed', epoch: epoch + 2 });
    const mailsSent = (await owner.mailsSent()).length;
    await environment.passDays(93);
    expect((await owner.mailsSent()).slice(mailsSent)).toEqual([
      ['reminder', 187.5],
      ['reminder', 196.5],
      ['reminder', 205.5],
      ['final_notice', 210],
      ['invitation', 212],
    ]);
    expect((await owner.answer(next, 'accept')).body.status).toBe('released');
  },

  'one of two successors leaves: the handover goes on with the other': async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, {}]);
    const [first, second] = owner.successors;
    await owner.program.put('/inactivity/settings', { quorum: 1 });
    await environment.passDays(93);
    const token = await owner.token('invitation', 'opt-out', first);
    expect((await owner.anyone.post('/successors/opt-out', { token })).status).toBe(200);
    await environment.passDays(10);
    expect(await owner.status()).toBe('awaiting_successors');
    expect((await owner.mailsSent(first)).map(([kind]) => kind)).toEqual(['invitation']);
    expect((await owner.answer(second!, 'accept')).body.status).toBe('released');
    await environment.passDays(91);
    expect(await owner.status()).toBe('completed');
  },
});
