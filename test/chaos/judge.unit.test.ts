/** Which promises the judge of `npm run chaos` finds broken, each in invented evidence. */
import { describe, expect, test } from '@jest/globals';
import { copies } from '../../chaos/judge/copies.ts';
import { earliestGraceEnd } from '../../chaos/judge/moments.ts';
import type { OwnerPlan } from '../../chaos/plans.ts';
import {
  act,
  brokenIn,
  DAY,
  evidenceOf,
  GRACE,
  goodCampaign,
  mail,
  OWNER,
  outage,
  plan,
  SEEN,
  SUCCESSOR,
  successor,
  successorAct,
  take,
  testBrokenPromises,
} from './campaign.ts';

test('a good campaign breaks no promise', () => {
  expect(brokenIn(goodCampaign())).toEqual([]);
});

test('a pause is quiet for a year, unless its owner ends it', () => {
  const over = goodCampaign();
  over.acts.unshift(act('pause', SEEN - 366 * DAY));
  expect(brokenIn(over)).toEqual([]);
  const goesOn = goodCampaign();
  goesOn.acts.unshift(act('pause', SEEN - 350 * DAY));
  expect(brokenIn(goesOn)).toContain('quiet while paused');
});

const twoOfThree: OwnerPlan = {
  ...plan,
  quorum: 2,
  successors: [1, 2, 3].map((n) => ({
    ...successor,
    name: `Successor ${n}`,
    email: n === 1 ? SUCCESSOR : `successor-${n}@chaos.example`,
  })),
};

testBrokenPromises(goodCampaign, {
  'never released early': {
    'a check-in during the countdown': ({ acts }) => acts.push(act('check_in', SEEN + 10_000)),
    'a check-in by link just before the release': ({ acts }) =>
      acts.push(act('check_in_link', SEEN + 18_900)),
    'a pause': ({ acts }) => acts.push(act('pause', SEEN + 100)),
    'a release that no answer brought about': ({ successorActs, rows }) => {
      successorActs.length = 0;
      rows.handovers[0]!.releasedAt = SEEN + 17_000;
    },
    'a successor who reads after the owner has cancelled': ({ acts, successorActs }) => {
      acts.push(act('cancel', SEEN + 25_000));
      successorActs.push(successorAct('read', SEEN + 26_000));
    },
  },
  'no answer is taken before a handover is due': {
    'a successor who declines after a check-in': ({ acts, successorActs }) => {
      acts.push(act('check_in', SEEN + 18_900));
      successorActs.push(successorAct('decline', SEEN + 19_100, { status: 'awaiting_successors' }));
    },
  },
  'released by a quorum': {
    'one acceptance where two are needed': ({ owner }) => Object.assign(owner, { plan: twoOfThree }),
  },
  'never without reminders, final notice and a full grace period': {
    'no reminder': (campaign) => take(campaign, 'reminder'),
    'no final notice': (campaign) => take(campaign, 'final_notice'),
    'a final notice that came late': (campaign) => {
      take(campaign, 'final_notice');
      campaign.mails.splice(1, 0, mail('final_notice', SEEN + 15_000));
      campaign.file();
    },
    'a reminder after the final notice': (campaign) => {
      const [reminder, notice] = [take(campaign, 'reminder'), take(campaign, 'final_notice')];
      campaign.mails.push({ ...notice, at: SEEN + 14_000 }, { ...reminder, at: SEEN + 14_100 });
    },
    'a grace period that ignores an outage': ({ outages }) =>
      outages.push(outage('mail', SEEN + 14_400, SEEN + 18_000)),
  },
  'no step before its time': {
    'an early reminder': ({ mails }) => Object.assign(mails[0]!, { at: SEEN + 6_900 }),
    'a reminder that ignores an outage': ({ outages }) =>
      outages.push(outage('postgres', SEEN + 1_000, SEEN + 5_000)),
  },
  'one mail per step and person': {
    'a reminder that comes again': ({ mails }) => mails.push({ ...mails[0]!, at: SEEN + 9_000 }),
    'a reminder that comes again, to someone else': ({ mails }) =>
      mails.push({ ...mails[0]!, at: SEEN + 9_000, to: 'somebody@chaos.example' }),
    'a reminder of another countdown': ({ rows }) =>
      Object.assign(rows.mails[0]!, { key: `reminder/id/1/${SEEN + 5_000}/1` }),
  },
  'every mail has its row': {
    'a mail without a row': ({ rows }) => rows.mails.pop(),
  },
  'no step without its mail': {
    'a row without a mail': ({ rows }) =>
      rows.mails.push({ ...rows.mails[0]!, id: 'another', key: 'reminder/id/1/9/1' }),
  },
  'nothing due is lost': {
    'a mail that stays queued': ({ rows }) =>
      rows.mails.push({ ...rows.mails[3]!, id: 'another', status: 'queued' }),
    'no mails and no answers': ({ successorActs, mails }) => {
      successorActs.length = 0;
      mails.length = 0;
    },
    'a switch that stays in the grace period': ({ rows }) =>
      Object.assign(rows.switches[0]!, { status: 'grace_period' }),
  },
  'nothing due is late': {
    'a vault that opens late': (campaign) => {
      campaign.successorActs.length = 0;
      campaign.successorActs.push(successorAct('read', SEEN + 260_000));
      take(campaign, 'access');
    },
  },
  'an acknowledged sign of life counts': {
    'a check-in that the switch has not seen': ({ rows }) =>
      Object.assign(rows.switches[0]!, { lastSeenAt: SEEN - 1 }),
    'a check-in without a record': ({ rows }) => rows.records.set('id/check_in', 0),
  },
  'the scenario could be played': {
    'an owner who was stopped': ({ owner }) => owner.trouble.push('did not finish their scenario'),
  },
  'successors who were invited are told that it is over': {
    'a check-in after the release': ({ acts }) => acts.push(act('check_in', SEEN + 25_000)),
  },
  'quiet while paused': {
    'a reminder during a pause': (campaign) => {
      campaign.acts.push(act('pause', SEEN + 25_000));
      campaign.mails.push(mail('reminder', SEEN + 31_000));
    },
  },
  'a program changes nothing during a handover': {
    'settings that were changed': ({ owner }) =>
      (owner.refusals as string[]).push('settings changed while grace_period'),
  },
  'the activity log is whole': {
    'a broken chain': ({ rows }) => rows.brokenChains.push({ userId: 'id', id: '7' }),
  },
});

describe('it accepts', () => {
  test('later steps after an outage in the countdown or the grace period', () => {
    const campaign = goodCampaign(SEEN + 40_000);
    campaign.outages.push(
      outage('api', SEEN + 1_000, SEEN + 5_000),
      outage('worker', SEEN + 18_500, SEEN + 22_500),
    );
    for (const each of [...campaign.mails, ...campaign.successorActs]) {
      const shift = (at: number) => at + (at > SEEN + 15_000 ? 8_000 : 4_000);
      if ('at' in each) each.at = shift(each.at);
      else Object.assign(each, { sentAt: shift(each.sentAt), endedAt: shift(each.endedAt) });
    }
    campaign.rows.handovers[0]!.releasedAt = SEEN + 27_020;
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('an outage that begins as the grace period ends, and lasts through the delay of a successor', () => {
    const end = SEEN + 18_000;
    const evidence = evidenceOf({ ...goodCampaign(end), outages: [outage('api', end - 30, end + 5_000)] });
    expect(earliestGraceEnd(end - GRACE, end + 6_000, evidence)).toBe(end);
    const earlier = { ...evidence, outages: [outage('api', end - 3_000, end + 5_000)] };
    expect(earliestGraceEnd(end - GRACE, end + 60_000, earlier)).toBe(end + 8_000 - 1_500);
  });

  test('a sign of life whose answer was lost, recorded or not', () => {
    const campaign = goodCampaign();
    campaign.acts.push(act('check_in', SEEN + 2_000, { outcome: 'unknown' }));
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a mail without a row, if it came while the rows were being read', () => {
    const campaign = goodCampaign();
    const at = SEEN + 29_000;
    campaign.mails.push(mail('access_notice', at, { to: OWNER }));
    expect(brokenIn(campaign)).toEqual(['every mail has its row']);
    campaign.rows.readAt = at;
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a queued mail, if it became due just before the rows were read', () => {
    const campaign = goodCampaign();
    const queued = (createdAt: number) => {
      campaign.file();
      campaign.rows.mails.push({ ...campaign.rows.mails[3]!, id: 'another', status: 'queued', createdAt });
      return brokenIn(campaign);
    };
    const { readAt } = campaign.rows;
    expect(queued(readAt - 4_000)).toEqual([]);
    expect(queued(readAt - 6_000)).toEqual(['nothing due is lost']);
  });

  test('steps by a shorter threshold, from the change on', () => {
    const campaign = goodCampaign();
    campaign.acts.unshift(act('log_in', SEEN - 9_000, { thresholdDays: 90 }));
    campaign.rows.records.set('id/login', 1);
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a reminder that is sent while the owner lengthens the threshold', () => {
    const early = 'no step before its time';
    const lengthen = (from: number, to: number) => {
      const campaign = goodCampaign();
      campaign.mails.splice(1);
      campaign.acts.push(act('settings', SEEN + from, { endedAt: SEEN + to, thresholdDays: 8 }));
      return brokenIn(campaign);
    };
    expect(lengthen(7_100, 7_500)).not.toContain(early);
    expect(lengthen(7_000, 7_150)).not.toContain(early);
    expect(lengthen(1_000, 1_050)).toContain(early);
  });

  test('a second copy around a kill of the worker, the database or the mail server, and lists it', () => {
    for (const service of ['worker', 'postgres', 'mail'] as const) {
      const campaign = goodCampaign();
      campaign.mails.push({ ...campaign.mails[0]!, at: SEEN + 9_000 });
      campaign.outages.push(outage(service, SEEN + 7_250, SEEN + 8_000));
      expect(brokenIn(campaign)).toEqual([]);
      expect(copies(evidenceOf(campaign))).toMatchObject([
        { mail: { kind: 'reminder' }, excuse: { service } },
      ]);
    }
    const campaign = goodCampaign();
    campaign.mails.push({ ...campaign.mails[0]!, at: SEEN + 9_000 });
    campaign.outages.push(
      outage('redis', SEEN + 7_250, SEEN + 8_000),
      outage('api', SEEN + 7_250, SEEN + 8_000),
    );
    expect(brokenIn(campaign)).toContain('one mail per step and person');
  });

  test('an owner who came back only after the access of their successors had ended, so that nobody is told', () => {
    const campaign = goodCampaign(SEEN + 230_000);
    Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returns_released', afterwards: 'alive' } });
    campaign.acts.push(act('check_in', SEEN + 200_000));
    Object.assign(campaign.rows.switches[0]!, { status: 'armed', lastSeenAt: SEEN + 200_010 });
    campaign.rows.records.set('id/check_in', 2);
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('an owner who returned, if successors are told and access is refused', () => {
    const campaign = goodCampaign();
    Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returns_released', afterwards: 'alive' } });
    campaign.acts.push(act('check_in', SEEN + 25_000));
    campaign.successorActs.push(
      successorAct('read', SEEN + 26_000, { outcome: 'refused', code: 'handover_ended' }),
    );
    campaign.mails.push(mail('handover_cancelled', SEEN + 27_000));
    campaign.file();
    Object.assign(campaign.rows.switches[0]!, { status: 'armed', lastSeenAt: SEEN + 25_010 });
    campaign.rows.records.set('id/check_in', 2);
    expect(brokenIn(campaign)).toEqual([]);
  });
});
