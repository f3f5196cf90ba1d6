/** Which promises the judge finds broken in what successors open with their kits. */
import { expect, test } from '@jest/globals';
import type { OpenedPackage } from '../../chaos/evidence.ts';
import type { SuccessorPlan } from '../../chaos/plans.ts';
import { act, brokenIn, goodCampaign, SEEN, successor, successorAct, type TestCampaign } from './campaign.ts';

const openedPackage = (more: Partial<OpenedPackage> = {}): OpenedPackage => ({
  locked: null,
  texts: { a: 'what the owner wrote' },
  refused: {},
  ...more,
});

/** The good campaign, whose successor opens the only entry. */
function withEntry(more: Partial<OpenedPackage> = {}, change: Partial<SuccessorPlan> = {}): TestCampaign {
  const campaign = goodCampaign();
  const plan = { ...campaign.owner.plan, successors: [{ ...successor, ...change }] };
  Object.assign(campaign.owner, { plan, texts: new Map([['a', 'what the owner wrote']]) });
  Object.assign(campaign.successorActs[1]!, { entries: ['a'], opened: openedPackage(more) });
  return campaign;
}

/** A quorum of two, in which the first to read has the shares that these successors have passed on. */
function withShares(...from: string[]): TestCampaign {
  const campaign = withEntry({ locked: 'quorum_missing', texts: {} });
  const others = ['other@chaos.example', 'third@chaos.example'];
  const successors = [successor, ...others.map((email) => ({ ...successor, email }))];
  Object.assign(campaign.owner, { plan: { ...campaign.owner.plan, quorum: 2, successors } });
  for (const email of others)
    campaign.successorActs.unshift(successorAct('accept', SEEN + 18_800, { successor: email }));
  for (const email of from) {
    campaign.successorActs.push(
      successorAct('accept', SEEN + 19_100, { successor: email, reshared: true, status: 'released' }),
    );
  }
  return campaign;
}

const PROMISE = 'a kit opens what was left to its holder, and nothing that the owner did not write';

test.each([
  ['everything opens', withEntry()],
  ["a thief's entry is refused", withEntry({ refused: { b: 'entry_refused' } })],
  ['one entry was left to someone', withEntry({}, { restricted: true })],
  ['the share of another is still to come', withShares()],
])('nothing is broken if %s', (_, campaign) => {
  expect(brokenIn(campaign)).not.toContain(PROMISE);
});

test.each([
  ['the package does not open', withEntry({ locked: 'wrong_kit' })],
  ['an entry of the owner does not open', withEntry({ texts: {}, refused: { a: 'entry_refused' } })],
  ['nothing is there', withEntry({ texts: {} })],
  ['an entry opens as something else', withEntry({ texts: { a: 'something else' } })],
  ["a thief's entry opens", withEntry({ texts: { a: 'what the owner wrote', b: 'a lie' } })],
  ['the share of another has come, and nothing opens', withShares('other@chaos.example')],
])('a promise is broken if %s', (_, campaign) => {
  expect(brokenIn(campaign)).toContain(PROMISE);
});

test('reading more than was left to a successor breaks a promise', () => {
  const campaign = withEntry({}, { restricted: true });
  Object.assign(campaign.successorActs[1]!, { entries: ['a', 'b'] });
  expect(brokenIn(campaign)).toContain(PROMISE);
});

test('a refused share breaks a promise', () => {
  const campaign = withShares();
  const refused = { reshared: true, outcome: 'refused', code: 'response_final' } as const;
  campaign.successorActs.push(successorAct('accept', SEEN + 19_100, refused));
  expect(brokenIn(campaign)).toContain(PROMISE);
});

test('shares from before the owner returned are not expected to open anything', () => {
  const campaign = withShares('other@chaos.example');
  campaign.acts.push(act('check_in', SEEN + 19_500));
  expect(brokenIn(campaign)).not.toContain(PROMISE);
});
