/** When the judge finds that a crowd kept an owner waiting. */
import { expect, test } from '@jest/globals';
import type { CampaignEvidence, CrowdEvidence, OwnerAct } from '../../chaos/evidence.ts';
import { judgeCrowd, undisturbed } from '../../chaos/judge/crowd.ts';
import { act, evidenceOf, goodCampaign, outage, SEEN } from './campaign.ts';

const WAITED = 'a crowd keeps nobody else waiting';
const ABSENT = 'a crowd is there throughout';

const CROWD: CrowdEvidence = {
  sessions: 50,
  networks: 20,
  counts: { bodies: { asked: 4_000, answered: 2_000, refused: 100, turnedAway: 900, mostHeld: 2_000 } },
  ended: null,
};

/** A campaign with a crowd, in which the owner also does this. */
function beside(acts: readonly OwnerAct[], more: Partial<CampaignEvidence> = {}): CampaignEvidence {
  const campaign = goodCampaign();
  campaign.acts.push(...acts);
  return { ...evidenceOf(campaign), crowd: CROWD, ...more };
}

const broken = (evidence: CampaignEvidence): string[] => judgeCrowd(evidence).map(({ promise }) => promise);

/** An act that takes this long. */
const taking = (what: OwnerAct['what'], ms: number, more: Partial<OwnerAct> = {}): OwnerAct =>
  act(what, SEEN + 10_000, { endedAt: SEEN + 10_000 + ms, ...more });

test('owners who are answered soon break no promise, nor does a slow pause', () => {
  expect(
    broken(beside([taking('check_in', 1_900), taking('log_in', 1_900), taking('pause', 5_000)])),
  ).toEqual([]);
});

test.each([
  ['a slow check-in', taking('check_in', 2_100)],
  ['a slow check-in by link', taking('check_in_link', 2_100)],
  ['a slow log-in', taking('log_in', 2_100)],
  ['a slow refusal', taking('log_in', 2_100, { outcome: 'refused', code: 'invalid_credentials' })],
  ['a log-in over a limit', taking('log_in', 20, { outcome: 'unknown', code: 'rate_limited' })],
  [
    'a check-in that the API was too busy for',
    taking('check_in', 20, { outcome: 'unknown', code: 'internal' }),
  ],
  ['a check-in without an answer', taking('check_in', 1_500, { outcome: 'unknown' })],
])('%s breaks the promise', (_name, each) => {
  expect(broken(beside([each]))).toEqual([WAITED]);
});

test('a fault explains what is slow while it lasts, and for a moment after it', () => {
  const slow = taking('check_in', 3_000);
  const down = (from: number, to: number) => ({
    outages: [outage('api', slow.sentAt + from, slow.sentAt + to)],
  });
  expect(broken(beside([slow], down(-500, 500)))).toEqual([]);
  expect(broken(beside([slow], down(2_500, 6_000)))).toEqual([]);
  expect(broken(beside([slow], down(-5_000, -1_000)))).toEqual([]);
  expect(broken(beside([slow], down(-9_000, -4_000)))).toEqual([WAITED]);
  expect(broken(beside([slow], down(5_000, 9_000)))).toEqual([WAITED]);
});

test('a promoted replica explains what is slow until the service has noticed it', () => {
  const slow = taking('check_in', 3_000);
  const takeover = {
    lostFrom: slow.sentAt - 9_000,
    killedAt: slow.sentAt - 8_000,
    promotedAt: slow.sentAt - 7_000,
    upAt: slow.sentAt - 6_000,
    noticedAt: slow.sentAt + 1_000,
    completed: [],
  };
  expect(broken(beside([slow], { takeover }))).toEqual([]);
  expect(broken(beside([slow], { takeover: { ...takeover, noticedAt: slow.sentAt - 5_000 } }))).toEqual([
    WAITED,
  ]);
});

test('a crowd that ended, kept no request open, or was mostly turned away, is reported as missing', () => {
  expect(broken(beside([], { crowd: { ...CROWD, ended: 'the crowd exited with exit code 1' } }))).toEqual([
    ABSENT,
  ]);
  expect(broken(beside([], { crowd: { ...CROWD, counts: {} } }))).toEqual([ABSENT]);
  const lists = { asked: 400, answered: 390, refused: 0, turnedAway: 300, mostHeld: 50 };
  expect(broken(beside([], { crowd: { ...CROWD, counts: { ...CROWD.counts, lists } } }))).toEqual([ABSENT]);
});

test('an API that exited on its own breaks the promise, and a worker without its servers does not', () => {
  expect(broken(beside([], { selfEnded: ['worker', 'api'] }))).toEqual(['a crowd ends no process']);
});

test('a broken promise says when the request was sent, and how long after the last fault', () => {
  const slow = taking('check_in', 3_000);
  const outages = [
    outage('api', slow.sentAt - 9_000, slow.sentAt - 4_000),
    outage('redis', slow.sentAt + 9_000, slow.sentAt + 9_500),
  ];
  const evidence = beside([slow], { outages, beganAt: slow.sentAt - 12_500 });
  expect(judgeCrowd(evidence).map(({ evidence: text }) => text)).toEqual([
    'a check in took 3000 ms, sent at 12.5 s, 3.5 s after api was back',
  ]);
});

test('without a crowd, nothing is judged', () => {
  const scenario = beside([taking('check_in', 9_000)], { crowd: null, selfEnded: ['api'] });
  expect(broken(scenario)).toEqual([]);
});

test('the slowest in the report are those that the judge looks at', () => {
  const evidence = beside([taking('check_in', 3_000), taking('pause', 4_000)]);
  expect(undisturbed(evidence).map(({ tookMs }) => tookMs)).toEqual([50, 3_000]);
});
