/** Which promises the judge finds broken when all clocks jump, and when they do. */
import { describe, expect, test } from '@jest/globals';
import { withJumps } from '../../chaos/clock-jumps.ts';
import type { ClockJump } from '../../chaos/evidence.ts';
import { seeded } from '../../chaos/seeded.ts';
import { act, brokenIn, goodCampaign, mail, SEEN, successorAct, type TestCampaign } from './campaign.ts';

const REFUSES = 'a service without the time refuses';
const FROM = SEEN + 30_000;
const TO = FROM + 6_000;
const END = SEEN + 60_000;
const YEARS_MS = 3_650 * 86_400_000;

/** The good campaign, and then the clocks jump. */
function jumped(more: Partial<ClockJump> = {}): TestCampaign {
  const campaign = goodCampaign();
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
  expect(brokenIn(campaign, END)).toEqual([]);
});

const read = (at: number, more: Parameters<typeof successorAct>[2] = {}) => successorAct('read', at, more);

test('a request sent before a jump, or answered after it, may succeed', () => {
  const campaign = jumped();
  campaign.successorActs.push(read(FROM - 10), read(TO - 10));
  campaign.mails.push(mail('other', FROM + 1_000), mail('other', TO + 10));
  campaign.file();
  expect(brokenIn(campaign, END)).toEqual([]);
});

describe('it finds', () => {
  const BREAKS: [
    name: string,
    promise: string,
    change: (campaign: TestCampaign) => void,
    jump?: Partial<ClockJump>,
  ][] = [
    ['an answer', REFUSES, () => {}, { answers: [503, 400] }],
    ['that nothing was refused', REFUSES, () => {}, { answers: [0] }],
    ['an acknowledged successorAct', REFUSES, ({ successorActs }) => successorActs.push(read(FROM + 1_000))],
    [
      'a refusal',
      REFUSES,
      ({ successorActs }) =>
        successorActs.push(read(FROM + 1_000, { outcome: 'refused', code: 'token_expired' })),
    ],
    [
      'a session that ended',
      'a wrong clock ends no session',
      ({ acts }) => acts.push(act('write', TO + 700, { outcome: 'refused', code: 'unauthenticated' })),
    ],
    [
      'a mail',
      'nothing is sent by a wrong clock',
      (campaign) => {
        campaign.mails.push(mail('other', FROM + 4_000));
        campaign.file();
      },
    ],
    ['a service that stays down', 'a service with the right time goes on', () => {}, { backAt: TO + 31_000 }],
    ...[YEARS_MS, -75 * 86_400_000].map((ahead): [string, string, (campaign: TestCampaign) => void] => [
      `a row dated ${ahead} ms ahead`,
      'nothing is dated by a wrong clock',
      ({ rows }) => {
        const at = SEEN + ahead;
        rows.dates.push({ what: 'liveness.beat_at', userId: null, earliest: at, latest: at });
      },
    ]),
  ];
  // One rest parameter: Jest takes a fourth one that a row doesn't fill for a callback, and waits for it.
  test.each(BREAKS)('%s', (...[, promise, change, jump]) => {
    const campaign = jumped(jump);
    change(campaign);
    expect(brokenIn(campaign, END)).toContain(promise);
  });
});

test('a warning that ignores a jump came too early, and a release may wait for its end', () => {
  const early = jumped({ from: SEEN + 1_000, to: SEEN + 6_000, backAt: SEEN + 6_500 });
  expect(brokenIn(early)).toContain('no step before its time');
  const late = goodCampaign();
  late.successorActs.length = 0;
  late.mails.pop();
  late.file();
  late.successorActs.push(successorAct('accept', SEEN + 262_000, { status: 'released' }));
  const jump = jumped({ from: SEEN + 20_000, to: SEEN + 26_000, backAt: SEEN + 26_500 }).jumps;
  late.rows.handovers[0]!.releasedAt = SEEN + 262_010;
  expect(brokenIn(late, SEEN + 300_000)).toContain('nothing due is late');
  late.jumps.push(...jump);
  expect(brokenIn(late, SEEN + 300_000)).not.toContain('nothing due is late');
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
