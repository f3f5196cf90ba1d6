import { expect } from '@jest/globals';
import { logIn } from '../support/builders/account.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import {
  buildArmedOwner,
  daysBetween,
  type FollowedOwner,
  registerOwner,
} from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testScenarios } from '../support/clients/scenarios.ts';

/** On which day each stage is under way. The first successor accepts on day 93, and the second never answers. */
const STAGES = {
  'while armed': 30,
  'after reminder 1': 70,
  'after reminder 2': 80,
  'after reminder 3': 87,
  'after the final notice': 91,
  'while successors are asked': 92.5,
  'after the release': 95,
} as const;

const WAYS = {
  'the check-in route': (owner: FollowedOwner) => owner.browser.post('/activity/check-in'),
  'the link in the latest mail': async (owner: FollowedOwner) => {
    const kind = (await owner.mailsSent()).some(([kind]) => kind === 'final_notice')
      ? 'final_notice'
      : 'reminder';
    return owner.anyone.post('/activity/check-in-link', { token: await owner.token(kind, 'check-in') });
  },
  'a write in the browser': (owner: FollowedOwner) => owner.browser.post('/vault/entries', newEntry()),
} as const;

/** The second silence is as long as the first would have been. */
const SILENCE = [
  ['reminder', 67.5],
  ['reminder', 76.5],
  ['reminder', 85.5],
  ['final_notice', 90],
  ['invitation', 92],
  ['invitation', 92],
];

interface Links {
  checkIn: string[];
  response: string[];
  access: string[];
}

/** The tokens in every mail so far. */
async function linksOf({ letters, token, successors }: FollowedOwner): Promise<Links> {
  const links: Links = { checkIn: [], response: [], access: [] };
  for (const kind of ['reminder', 'final_notice'] as const) {
    if ((await letters(kind)).length > 0) links.checkIn.push(await token(kind, 'check-in'));
  }
  for (const who of successors) {
    if ((await letters('invitation', who)).length > 0)
      links.response.push(await token('invitation', 'respond', who));
    if ((await letters('access', who)).length > 0) links.access.push(await token('access', 'access', who));
  }
  return links;
}

async function expectDead({ anyone }: FollowedOwner, { checkIn, response, access }: Links): Promise<void> {
  for (const token of checkIn) {
    expect((await anyone.get(`/activity/check-in-link?token=${token}`)).status).toBe(410);
    expect((await anyone.post('/activity/check-in-link', { token })).status).toBe(410);
  }
  for (const token of response) {
    expect((await anyone.post('/handover/respond', { token, response: 'accept' })).status).toBe(410);
  }
  for (const token of access) {
    expect((await anyone.get(`/vault/successor-access?token=${token}`)).status).toBe(410);
  }
}

/** What a check-in promises. `again`: up to the end of the next silence. */
async function expectNewCycle(
  environment: SharedEnvironment,
  owner: FollowedOwner,
  before: { epoch: number; links: Links; stage: keyof typeof STAGES; again: boolean },
): Promise<void> {
  const wasArmed = before.stage === 'while armed';
  const invited = STAGES[before.stage] > 92;
  const now = await environment.time();
  // At once, without waiting for the workflow.
  const state = await owner.state();
  expect(state).toMatchObject({ status: 'armed', epoch: before.epoch + (wasArmed ? 0 : 1), handover: null });
  expect(now - state.lastSeenAt).toBeLessThanOrEqual(60_000);
  await expectDead(owner, before.links);
  await environment.settle();

  const mailsSent = await owner.mailsSent();
  const cancelled = mailsSent.filter(([kind]) => kind === 'handover_cancelled');
  expect(cancelled).toHaveLength(invited ? 2 : 0);
  const handovers = await owner.handovers();
  expect(handovers.map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
    STAGES[before.stage] > 90 ? [['cancelled', 'owner_returned']] : [],
  );

  await environment.passDays(67);
  expect(await owner.mailsSent()).toEqual(mailsSent);
  expect(await owner.status()).toBe('armed');
  if (!before.again) {
    await environment.passDays(1);
    expect((await owner.mailsSent()).slice(mailsSent.length).map(([kind]) => kind)).toEqual(['reminder']);
    return;
  }
  await environment.passDays(26);
  const day = daysBetween(owner.since, now);
  const anew = (await owner.mailsSent()).slice(mailsSent.length);
  expect(anew.map(([kind, at]) => [kind, Math.round((at - day) * 10) / 10])).toEqual(SILENCE);
  await expectDead(owner, before.links);
  const [first] = owner.successors;
  expect((await owner.answer(first!, 'accept')).body.status).toBe('released');
  await environment.settle();
  expect((await owner.read(first!)).status).toBe(200);
  for (const token of before.links.access) {
    expect((await owner.anyone.get(`/vault/successor-access?token=${token}`)).status).toBe(410);
  }
}

const scenarios: Parameters<typeof testScenarios>[0] = {};
for (const stage of Object.keys(STAGES) as (keyof typeof STAGES)[]) {
  for (const [way, checkIn] of Object.entries(WAYS)) {
    // Nobody has had a mail by then.
    if (stage === 'while armed' && way === 'the link in the latest mail') continue;
    scenarios[`${way}, ${stage}: begins a new cycle, invalidates old links and restarts the clock`] = async (
      environment,
    ) => {
      const owner = await buildArmedOwner(environment, [{}, {}]);
      await environment.passDays(Math.min(93, STAGES[stage]));
      if (stage === 'after the release') {
        const [first] = owner.successors;
        await owner.answer(first!, 'accept');
        await environment.passDays(2);
        expect((await owner.read(first!)).status).toBe(200);
      }
      const { epoch } = await owner.state();
      const links = await linksOf(owner);
      expect((await checkIn(owner)).status).toBeLessThan(300);
      // At each stage, one way sees the second silence through.
      const again = way === (stage === 'while armed' ? 'the check-in route' : 'the link in the latest mail');
      await expectNewCycle(environment, owner, { epoch, links, stage, again });
    };
  }
}

testScenarios(
  {
    ...scenarios,
    'a log-in in a browser during the grace period': async (environment) => {
      const owner = await registerOwner(environment);
      await environment.passDays(91);
      expect(await owner.status()).toBe('grace_period');
      await logIn(environment, owner.account);
      expect(await owner.status()).toBe('armed');
      await environment.passDays(67);
      expect((await owner.mailsSent()).at(-1)?.[0]).toBe('final_notice');
      await environment.passDays(1);
      expect((await owner.mailsSent()).at(-1)).toEqual(['reminder', 158.5]);
    },
  },
  { names: ['Ada Account'] },
);
