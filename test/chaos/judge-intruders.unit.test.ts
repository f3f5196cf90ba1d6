/** Which promises the judge finds broken in scenarios with a thief, a stranger or a trash. */
import { expect, test } from '@jest/globals';
import type { Theft } from '../../chaos/evidence.ts';
import { thiefOf } from '../../chaos/thief.ts';
import {
  act,
  brokenIn,
  goodCampaign,
  mail,
  OWNER,
  SEEN,
  successorAct,
  type TestCampaign,
  testBrokenPromises,
} from './campaign.ts';

const theft = (more: Partial<Theft>): Theft => ({
  tried: 'name a successor',
  sentAt: SEEN + 1_000,
  endedAt: SEEN + 1_050,
  outcome: 'refused',
  code: 'confirmation_required',
  ...more,
});

/** The good campaign, with a thief. */
function withThief(): TestCampaign {
  const campaign = goodCampaign();
  const thefts = [
    theft({}),
    theft({ outcome: 'unknown', code: undefined }),
    theft({ code: 'handover_active', sentAt: SEEN + 15_000, endedAt: SEEN + 15_050 }),
    theft({ tried: 'cancel the handover', code: 'no_active_handover' }),
  ];
  Object.assign(campaign.owner, { thefts });
  return campaign;
}

/** The good campaign, whose successor reads what the owner had kept. */
function withTrash(): TestCampaign {
  const campaign = goodCampaign();
  Object.assign(campaign.owner, { kept: { since: SEEN + 10, entries: ['a', 'b'] } });
  Object.assign(campaign.successorActs[1]!, { entries: ['b', 'a'] });
  return campaign;
}

test('scenarios with a thief or a trash break no promise', () => {
  for (const scenario of [withThief, withTrash])
    expect([scenario.name, brokenIn(scenario())]).toEqual([scenario.name, []]);
});

const WEAKENED = 'a token alone weakens nothing';
const MISREAD = 'successors get what was kept, and nothing of the trash';

test('what a successor read before the owner had put anything into the trash is ignored', () => {
  const campaign = withTrash();
  campaign.successorActs.unshift(successorAct('read', SEEN - 10_000, { entries: [] }));
  expect(brokenIn(campaign)).not.toContain(MISREAD);
});

testBrokenPromises(withThief, {
  [WEAKENED]: {
    'a thief names a successor': ({ owner }) =>
      Object.assign(owner, { thefts: [theft({ outcome: 'acknowledged', code: undefined })] }),
    'a thief is turned away for an unexpected reason': ({ owner }) =>
      Object.assign(owner, { thefts: [theft({ code: 'validation_failed' })] }),
    'a mail to the thief': (campaign) => {
      campaign.mails.push(mail('successor_verification', SEEN + 2_000, { to: thiefOf(OWNER) }));
      campaign.file();
    },
  },
});

testBrokenPromises(goodCampaign, {
  'a stranger locks nobody out': {
    'an owner who finds their account locked': ({ acts }) =>
      acts.unshift(act('log_in', SEEN - 1_000, { outcome: 'unknown', code: 'account_locked' })),
  },
});

testBrokenPromises(withTrash, {
  [MISREAD]: {
    'a successor reads an entry from the trash': ({ successorActs }) =>
      Object.assign(successorActs[1]!, { entries: ['a', 'b', 'c'] }),
    'a successor misses an entry that was kept': ({ successorActs }) =>
      successorActs.push(successorAct('read', SEEN + 21_000, { entries: ['a'] })),
  },
});
