import { expect } from '@jest/globals';
import { logIn } from '../support/builders/account.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { beginLife, daysBetween, type OwnerLife, registerLife } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testLives } from '../support/clients/scenarios.ts';

/** How far silence has come by then. The first successor accepts on day 93, and the second never answers. */
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
  'the check-in route': (life: OwnerLife) => life.browser.post('/activity/check-in'),
  'the link in the latest mail': async (life: OwnerLife) => {
    const kind = (await life.told()).some(([kind]) => kind === 'final_notice') ? 'final_notice' : 'reminder';
    return life.anyone.post('/activity/check-in-link', { token: await life.token(kind, 'check-in') });
  },
  'a write in the browser': (life: OwnerLife) => life.browser.post('/vault/entries', newEntry()),
} as const;

/** A second life as silent as the first would have been. */
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
async function linksOf({ letters, token, successors }: OwnerLife): Promise<Links> {
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

async function expectDead({ anyone }: OwnerLife, { checkIn, response, access }: Links): Promise<void> {
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
async function expectNewLife(
  world: SharedEnvironment,
  life: OwnerLife,
  before: { epoch: number; links: Links; stage: keyof typeof STAGES; again: boolean },
): Promise<void> {
  const wasArmed = before.stage === 'while armed';
  const invited = STAGES[before.stage] > 92;
  const now = await world.time();
  // At once, without waiting for the workflow.
  const state = await life.state();
  expect(state).toMatchObject({ status: 'armed', epoch: before.epoch + (wasArmed ? 0 : 1), handover: null });
  expect(now - state.lastSeenAt).toBeLessThanOrEqual(60_000);
  await expectDead(life, before.links);
  await world.settle();

  const told = await life.told();
  const cancelled = told.filter(([kind]) => kind === 'handover_cancelled');
  expect(cancelled).toHaveLength(invited ? 2 : 0);
  const handovers = await life.handovers();
  expect(handovers.map(({ status, cancelReason }) => [status, cancelReason])).toEqual(
    STAGES[before.stage] > 90 ? [['cancelled', 'owner_returned']] : [],
  );

  await world.passDays(67);
  expect(await life.told()).toEqual(told);
  expect(await life.status()).toBe('armed');
  if (!before.again) {
    await world.passDays(1);
    expect((await life.told()).slice(told.length).map(([kind]) => kind)).toEqual(['reminder']);
    return;
  }
  await world.passDays(26);
  const day = daysBetween(life.since, now);
  const anew = (await life.told()).slice(told.length);
  expect(anew.map(([kind, at]) => [kind, Math.round((at - day) * 10) / 10])).toEqual(SILENCE);
  await expectDead(life, before.links);
  const [first] = life.successors;
  expect((await life.answer(first!, 'accept')).body.status).toBe('released');
  await world.settle();
  expect((await life.read(first!)).status).toBe(200);
  for (const token of before.links.access) {
    expect((await life.anyone.get(`/vault/successor-access?token=${token}`)).status).toBe(410);
  }
}

const stories: Parameters<typeof testLives>[0] = {};
for (const stage of Object.keys(STAGES) as (keyof typeof STAGES)[]) {
  for (const [way, checkIn] of Object.entries(WAYS)) {
    // Nobody has had a mail by then.
    if (stage === 'while armed' && way === 'the link in the latest mail') continue;
    stories[`${way}, ${stage}: a new cycle, old links are dead, the clock starts anew`] = async (world) => {
      const life = await beginLife(world, [{}, {}]);
      await world.passDays(Math.min(93, STAGES[stage]));
      if (stage === 'after the release') {
        const [first] = life.successors;
        await life.answer(first!, 'accept');
        await world.passDays(2);
        expect((await life.read(first!)).status).toBe(200);
      }
      const { epoch } = await life.state();
      const links = await linksOf(life);
      expect((await checkIn(life)).status).toBeLessThan(300);
      // At each stage, one way sees the second silence through.
      const again = way === (stage === 'while armed' ? 'the check-in route' : 'the link in the latest mail');
      await expectNewLife(world, life, { epoch, links, stage, again });
    };
  }
}

testLives(
  {
    ...stories,
    'a log-in in a browser during the grace period': async (world) => {
      const life = await registerLife(world);
      await world.passDays(91);
      expect(await life.status()).toBe('grace_period');
      await logIn(world, life.account);
      expect(await life.status()).toBe('armed');
      await world.passDays(67);
      expect((await life.told()).at(-1)?.[0]).toBe('final_notice');
      await world.passDays(1);
      expect((await life.told()).at(-1)).toEqual(['reminder', 158.5]);
    },
  },
  { names: ['Ada Account'] },
);
