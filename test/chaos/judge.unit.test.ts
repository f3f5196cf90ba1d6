/** Which promises the judge of `npm run chaos` finds broken, each in invented evidence. */
import { describe, expect, test } from '@jest/globals';
import type { CastOwner } from '../../chaos/cast.ts';
import { copies } from '../../chaos/judge/copies.ts';
import { earliestGraceEnd } from '../../chaos/judge/moments.ts';
import {
  act,
  brokenIn,
  type ChaosStory,
  cast,
  deed,
  evidenceOf,
  GRACE,
  goodLife,
  HEIR,
  heir,
  mail,
  OWNER,
  outage,
  SEEN,
  take,
} from './scenario.ts';

test('a good life breaks no promise', () => {
  expect(brokenIn(goodLife())).toEqual([]);
});

/** Each changes a good life into one that breaks this promise. */
const BREAKS: Record<string, [promise: string, change: (story: ChaosStory) => void][]> = {
  'released early': [
    ['never released early', ({ acts }) => acts.push(act('check_in', SEEN + 10_000))],
    ['never released early', ({ acts }) => acts.push(act('check_in_link', SEEN + 18_900))],
    ['never released early', ({ acts }) => acts.push(act('pause', SEEN + 100))],
    [
      'never released early',
      ({ deeds, rows }) => {
        deeds.length = 0;
        rows.handovers[0]!.releasedAt = SEEN + 17_000;
      },
    ],
    [
      'no answer is taken before a handover is due',
      ({ acts, deeds }) => {
        acts.push(act('check_in', SEEN + 18_900));
        deeds.push(deed('decline', SEEN + 19_100, { status: 'awaiting_successors' }));
      },
    ],
    ['released by a quorum', ({ owner }) => Object.assign(owner, { cast: twoOfThree })],
  ],
  'warned badly': [
    [
      'never without reminders, final notice and a full grace period',
      (story) => void take(story, 'reminder'),
    ],
    [
      'never without reminders, final notice and a full grace period',
      (story) => void take(story, 'final_notice'),
    ],
    [
      'never without reminders, final notice and a full grace period',
      (story) => {
        take(story, 'final_notice').at = 0;
        story.mails.splice(1, 0, mail('final_notice', SEEN + 15_000));
        story.file();
      },
    ],
    [
      'never without reminders, final notice and a full grace period',
      (story) => {
        const [reminder, notice] = [take(story, 'reminder'), take(story, 'final_notice')];
        story.mails.push({ ...notice, at: SEEN + 14_000 }, { ...reminder, at: SEEN + 14_100 });
      },
    ],
    [
      'never without reminders, final notice and a full grace period',
      ({ outages }) => outages.push(outage('mail', SEEN + 14_400, SEEN + 18_000)),
    ],
    ['no step before its time', ({ mails }) => Object.assign(mails[0]!, { at: SEEN + 6_900 })],
    [
      'no step before its time',
      ({ outages }) => outages.push(outage('postgres', SEEN + 1_000, SEEN + 5_000)),
    ],
  ],
  'mailed badly': [
    ['one mail per step and person', ({ mails }) => mails.push({ ...mails[0]!, at: SEEN + 9_000 })],
    [
      'one mail per step and person',
      ({ mails }) => mails.push({ ...mails[0]!, at: SEEN + 9_000, to: 'somebody@chaos.example' }),
    ],
    [
      'one mail per step and person',
      ({ rows }) => Object.assign(rows.mails[0]!, { key: `reminder/id/1/${SEEN + 5_000}/1` }),
    ],
    ['every mail has its row', ({ rows }) => void rows.mails.pop()],
    [
      'no step without its mail',
      ({ rows }) => void rows.mails.push({ ...rows.mails[0]!, id: 'another', key: 'reminder/id/1/9/1' }),
    ],
    [
      'nothing due is lost',
      ({ rows }) => void rows.mails.push({ ...rows.mails[3]!, id: 'another', status: 'queued' }),
    ],
  ],
  'lost or late': [
    [
      'nothing due is lost',
      ({ deeds, mails }) => {
        deeds.length = 0;
        mails.length = 0;
      },
    ],
    [
      'nothing due is late',
      (story) => {
        story.deeds.length = 0;
        story.deeds.push(deed('read', SEEN + 260_000));
        take(story, 'access');
      },
    ],
    ['nothing due is lost', ({ rows }) => Object.assign(rows.switches[0]!, { status: 'grace_period' })],
    [
      'an acknowledged sign of life counts',
      ({ rows }) => Object.assign(rows.switches[0]!, { lastSeenAt: SEEN - 1 }),
    ],
    ['an acknowledged sign of life counts', ({ rows }) => void rows.records.set('id/check_in', 0)],
    ['the life could be lived', ({ owner }) => void owner.trouble.push('did not get as far as cast')],
  ],
  'deaf to the owner': [
    [
      'successors who were invited are told that it is over',
      ({ acts }) => acts.push(act('check_in', SEEN + 25_000)),
    ],
    [
      'never released early',
      ({ acts, deeds }) => {
        acts.push(act('cancel', SEEN + 25_000));
        deeds.push(deed('read', SEEN + 26_000));
      },
    ],
    [
      'quiet while paused',
      (story) => {
        story.acts.push(act('pause', SEEN + 25_000));
        story.mails.push(mail('reminder', SEEN + 31_000));
      },
    ],
    [
      'a program changes nothing during a handover',
      ({ owner }) => void (owner.refusals as string[]).push('settings changed while grace_period'),
    ],
  ],
  'a forged log': [
    ['the activity log is whole', ({ rows }) => void rows.brokenChains.push({ userId: 'id', id: '7' })],
  ],
};

const twoOfThree: CastOwner = {
  ...cast,
  quorum: 2,
  successors: [1, 2, 3].map((n) => ({
    ...heir,
    name: `Heir ${n}`,
    email: n === 1 ? HEIR : `heir-${n}@chaos.example`,
  })),
};

describe.each(Object.keys(BREAKS))('%s', (group) => {
  test.each((BREAKS[group] ?? []).map(([promise, change], i) => ({ promise, change, i })))(
    '$i: $promise',
    ({ promise, change }) => {
      const story = goodLife();
      change(story);
      expect(brokenIn(story)).toContain(promise);
    },
  );
});

describe('it accepts', () => {
  test('later steps after an outage in the countdown or the grace period', () => {
    const story = goodLife();
    story.outages.push(
      outage('api', SEEN + 1_000, SEEN + 5_000),
      outage('worker', SEEN + 18_500, SEEN + 22_500),
    );
    for (const each of [...story.mails, ...story.deeds]) {
      const shift = (at: number) => at + (at > SEEN + 15_000 ? 8_000 : 4_000);
      if ('at' in each) each.at = shift(each.at);
      else Object.assign(each, { sentAt: shift(each.sentAt), endedAt: shift(each.endedAt) });
    }
    story.rows.handovers[0]!.releasedAt = SEEN + 27_020;
    expect(brokenIn(story, SEEN + 40_000)).toEqual([]);
  });

  test('an outage that begins as the grace period ends, and lasts through the delay of a successor', () => {
    const end = SEEN + 18_000;
    const evidence = evidenceOf({ ...goodLife(), outages: [outage('api', end - 30, end + 5_000)] }, end);
    expect(earliestGraceEnd(end - GRACE, end + 6_000, evidence)).toBe(end);
    const earlier = { ...evidence, outages: [outage('api', end - 3_000, end + 5_000)] };
    expect(earliestGraceEnd(end - GRACE, end + 60_000, earlier)).toBe(end + 8_000 - 1_500);
  });

  test('a sign of life whose answer was lost, counted or not', () => {
    const story = goodLife();
    story.acts.push(act('check_in', SEEN + 2_000, { outcome: 'unknown' }));
    expect(brokenIn(story)).toEqual([]);
  });

  test('a mail without a row, if it came while the rows were being read', () => {
    const story = goodLife();
    const at = SEEN + 29_000;
    story.mails.push(mail('access_notice', at, { to: OWNER }));
    expect(brokenIn(story)).toEqual(['every mail has its row']);
    story.rows.readAt = at;
    expect(brokenIn(story)).toEqual([]);
  });

  test('a queued mail, if it became due just before the rows were read', () => {
    const story = goodLife();
    const queued = (createdAt: number) => {
      story.file();
      story.rows.mails.push({ ...story.rows.mails[3]!, id: 'another', status: 'queued', createdAt });
      return brokenIn(story);
    };
    const { readAt } = story.rows;
    expect(queued(readAt - 4_000)).toEqual([]);
    expect(queued(readAt - 6_000)).toEqual(['nothing due is lost']);
  });

  test('steps by a shorter threshold, from the change on', () => {
    const story = goodLife();
    story.acts.unshift(act('log_in', SEEN - 9_000, { thresholdDays: 90 }));
    story.rows.records.set('id/login', 1);
    expect(brokenIn(story)).toEqual([]);
  });

  test('a reminder that is sent while the owner lengthens the threshold', () => {
    const early = 'no step before its time';
    const lengthen = (from: number, to: number) => {
      const story = goodLife();
      story.mails.splice(1);
      story.acts.push(act('settings', SEEN + from, { endedAt: SEEN + to, thresholdDays: 8 }));
      return brokenIn(story);
    };
    expect(lengthen(7_100, 7_500)).not.toContain(early);
    expect(lengthen(7_000, 7_150)).not.toContain(early);
    expect(lengthen(1_000, 1_050)).toContain(early);
  });

  test('a second copy around a kill of the worker, the database or the mail server, and lists it', () => {
    for (const service of ['worker', 'postgres', 'mail'] as const) {
      const story = goodLife();
      story.mails.push({ ...story.mails[0]!, at: SEEN + 9_000 });
      story.outages.push(outage(service, SEEN + 7_250, SEEN + 8_000));
      expect(brokenIn(story)).toEqual([]);
      expect(copies(evidenceOf(story))).toMatchObject([{ mail: { kind: 'reminder' }, excuse: { service } }]);
    }
    const story = goodLife();
    story.mails.push({ ...story.mails[0]!, at: SEEN + 9_000 });
    story.outages.push(
      outage('redis', SEEN + 7_250, SEEN + 8_000),
      outage('api', SEEN + 7_250, SEEN + 8_000),
    );
    expect(brokenIn(story)).toContain('one mail per step and person');
  });

  test('an owner who returned, if successors are told and access is refused', () => {
    const story = goodLife();
    Object.assign(story.owner, { cast: { ...cast, life: 'returns_released', afterwards: 'alive' } });
    story.acts.push(act('check_in', SEEN + 25_000));
    story.deeds.push(deed('read', SEEN + 26_000, { outcome: 'refused', code: 'handover_ended' }));
    story.mails.push(mail('handover_cancelled', SEEN + 27_000));
    story.file();
    Object.assign(story.rows.switches[0]!, { status: 'armed', lastSeenAt: SEEN + 25_010 });
    story.rows.records.set('id/check_in', 2);
    expect(brokenIn(story)).toEqual([]);
  });
});
