/** Which promises the judge finds broken when all clocks jump, and when they do. */
import { expect, test } from '@jest/globals';
import { withJumps } from '../../chaos/clock-jumps.ts';
import type { ClockJump } from '../../chaos/evidence.ts';
import { seeded } from '../../chaos/seeded.ts';
import {
  act,
  brokenIn,
  goodCampaign,
  mail,
  SEEN,
  successorAct,
  type TestCampaign,
  testBrokenPromises,
} from './campaign.ts';

const REFUSES = 'a service without the time refuses';
const FROM = SEEN + 30_000;
const TO = FROM + 6_000;
const END = SEEN + 60_000;
const DAY_MS = 86_400_000;

/** The good campaign, followed by a jump of the clocks. */
function jumped(more: Partial<ClockJump> = {}): TestCampaign {
  const campaign = goodCampaign(END);
  campaign.jumps.push({
    service: 'clock',
    from: FROM,
    to: TO,
    backAt: TO + 500,
    days: 3_650,
    answers: [503],
    accepted: false,
    ...more,
  });
  campaign.rows.dates.push({ what: 'activity.at', userId: 'id', earliest: SEEN, latest: SEEN + 20_000 });
  return campaign;
}

test('a jump breaks no promise while everything is refused, an operator’s word and lost answers included', () => {
  const campaign = jumped({ accepted: true, answers: [503, 0] });
  campaign.successorActs.push(successorAct('read', FROM + 1_000, { outcome: 'unknown' }));
  expect(brokenIn(campaign)).toEqual([]);
});

const read = (at: number, more: Parameters<typeof successorAct>[2] = {}) => successorAct('read', at, more);

const dated =
  (ahead: number) =>
  ({ rows }: TestCampaign) => {
    const at = SEEN + ahead;
    rows.dates.push({ what: 'liveness.beat_at', userId: null, earliest: at, latest: at });
  };

test('a request sent before a jump, or answered after it, may succeed', () => {
  const campaign = jumped();
  campaign.successorActs.push(read(FROM - 10), read(TO - 10));
  campaign.mails.push(mail('other', FROM + 1_000), mail('other', TO + 10));
  campaign.file();
  expect(brokenIn(campaign)).toEqual([]);
});

testBrokenPromises(jumped, {
  [REFUSES]: {
    'an answer': ({ jumps }) => Object.assign(jumps[0]!, { answers: [503, 400] }),
    'that nothing was refused': ({ jumps }) => Object.assign(jumps[0]!, { answers: [0] }),
    'an acknowledged act of a successor': ({ successorActs }) => successorActs.push(read(FROM + 1_000)),
    'a refusal': ({ successorActs }) =>
      successorActs.push(read(FROM + 1_000, { outcome: 'refused', code: 'token_expired' })),
  },
  'a wrong clock ends no session': {
    'a session that ended': ({ acts }) =>
      acts.push(act('write', TO + 700, { outcome: 'refused', code: 'unauthenticated' })),
  },
  'nothing is sent by a wrong clock': {
    'a mail': (campaign) => {
      campaign.mails.push(mail('other', FROM + 4_000));
      campaign.file();
    },
  },
  'a service with the right time goes on': {
    'a service that stays down': ({ jumps }) => Object.assign(jumps[0]!, { backAt: TO + 31_000 }),
  },
  'nothing is dated by a wrong clock': {
    'a row dated ten years ahead': dated(3_650 * DAY_MS),
    'a row dated 75 days back': dated(-75 * DAY_MS),
  },
});

test('a warning that ignores a jump is too early, and a release may wait for its end', () => {
  const early = jumped({ from: SEEN + 1_000, to: SEEN + 6_000, backAt: SEEN + 6_500 });
  expect(brokenIn(early)).toContain('no step before its time');
  const late = goodCampaign(SEEN + 300_000);
  late.successorActs.length = 0;
  late.mails.pop();
  late.file();
  late.successorActs.push(successorAct('accept', SEEN + 262_000, { status: 'released' }));
  const jump = jumped({ from: SEEN + 20_000, to: SEEN + 26_000, backAt: SEEN + 26_500 }).jumps;
  late.rows.handovers[0]!.releasedAt = SEEN + 262_010;
  expect(brokenIn(late)).toContain('nothing due is late');
  late.jumps.push(...jump);
  expect(brokenIn(late)).not.toContain('nothing due is late');
});

test('the jumps follow from the seed: one or two among the kills, the second in the other direction', () => {
  const plan = (seed: number) => [...withJumps(Array(12).fill('kill') as 'kill'[], seeded(seed).of('clock'))];
  const jumps = (seed: number) => plan(seed).flatMap((each) => (each === 'kill' ? [] : [each.days]));
  expect(plan(7)).toEqual(plan(7));
  const all = Array.from({ length: 20 }, (_, seed) => jumps(seed).toSorted((a, b) => a - b));
  expect(new Set(all.map(String))).toEqual(new Set(['-75', '3650', '-75,3650']));
  for (let seed = 0; seed < 20; seed += 1) {
    expect(plan(seed).findIndex((each) => each !== 'kill')).toBeLessThanOrEqual(2);
  }
});
