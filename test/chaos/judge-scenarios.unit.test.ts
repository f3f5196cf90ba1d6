/** Which promises the judge finds broken in scenarios with "the owner is alive", a rehearsal or a shut mailbox. */
import { describe, expect, test } from '@jest/globals';
import type { SuccessorAct } from '../../chaos/evidence.ts';
import { judgeMailboxes } from '../../chaos/judge/mailboxes.ts';
import { releases } from '../../chaos/judge/releases.ts';
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
  type TestCampaign,
  testBrokenPromises,
} from './campaign.ts';

const OTHER = 'other@chaos.example';
const END = SEEN + 120_000;

/** When the successor says that the owner is alive, and when the second final notice comes. */
const SAID_ALIVE = SEEN + 18_500;
const AGAIN = SAID_ALIVE + 14 * DAY + 50;

/** The good campaign, except that the successor says once that the owner is alive. */
function saidAlive(): TestCampaign {
  const campaign = goodCampaign(END);
  campaign.successorActs.splice(
    0,
    2,
    successorAct('owner_alive', SAID_ALIVE, { status: 'reminding' }),
    successorAct('accept', AGAIN + GRACE + 500, { status: 'released' }),
    successorAct('read', AGAIN + GRACE + 1_500),
  );
  campaign.mails.splice(
    3,
    1,
    mail('owner_alive', SAID_ALIVE + 200, { to: OWNER }),
    mail('final_notice', AGAIN),
    mail('invitation', AGAIN + GRACE + 100, { n: 2 }),
    mail('access', AGAIN + GRACE + 1_000),
  );
  campaign.rows.handovers[0]!.releasedAt = AGAIN + GRACE + 520;
  campaign.file();
  return campaign;
}

/** The good campaign, with a rehearsal before anything else. */
function rehearsing(): TestCampaign {
  const campaign = goodCampaign(END);
  campaign.rehearsals.push({
    successor: SUCCESSOR,
    sentAt: SEEN + 1_000,
    endedAt: SEEN + 1_050,
    outcome: 'acknowledged',
  });
  campaign.rehearsed.push(
    successorAct('accept', SEEN + 1_200, { status: 'released', marked: true }),
    successorAct('read', SEEN + 1_300, { marked: true }),
  );
  campaign.mails.unshift(mail('rehearsal', SEEN + 1_100, { token: 'rehearsal', marked: true }));
  campaign.file();
  return campaign;
}

/** The good campaign with a second successor, while the first one's mailbox is shut for some seconds. */
function unreachableSuccessor(): TestCampaign {
  const campaign = goodCampaign(END);
  const successors = [successor, { ...successor, email: OTHER }];
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'successor_unreachable', successors } });
  campaign.mails.splice(2, 0, mail('invitation', SEEN + 18_320, { to: OTHER, messageId: 'the other one' }));
  campaign.shut.push({ address: SUCCESSOR, from: SEEN + 18_310, to: SEEN + 18_390 });
  campaign.file();
  return campaign;
}

test('scenarios with "the owner is alive", a rehearsal or a shut mailbox break no promise', () => {
  for (const scenario of [saidAlive, rehearsing, unreachableSuccessor])
    expect([scenario.name, brokenIn(scenario())]).toEqual([scenario.name, []]);
});

const NOTICED = 'never without another final notice and grace period after "the owner is alive"';

testBrokenPromises(saidAlive, {
  'never released early': {
    'read before two weeks and a grace period have passed since "the owner is alive"': ({ successorActs }) =>
      successorActs.push(successorAct('read', AGAIN + GRACE - 200)),
    'released before that': ({ rows }) =>
      Object.assign(rows.handovers[0]!, { releasedAt: AGAIN + GRACE - 200 }),
    'released before that, counted from an "owner is alive" whose answer was lost': ({
      successorActs,
      rows,
    }) => {
      successorActs.unshift(successorAct('owner_alive', SAID_ALIVE - 400, { outcome: 'unknown' }));
      Object.assign(rows.handovers[0]!, { releasedAt: AGAIN + GRACE - 600 });
    },
  },
  [NOTICED]: {
    'invited again without a second final notice': ({ mails }) => mails.splice(4, 1),
    'invited again without a second grace period': ({ mails }) =>
      Object.assign(mails[5]!, { at: AGAIN + GRACE - 100 }),
    'a second final notice before the two weeks are over': ({ mails }) =>
      Object.assign(mails[4]!, { at: AGAIN - 500 }),
    'a second final notice that ignores an outage': ({ outages }) =>
      outages.push(outage('api', SAID_ALIVE + 2_000, SAID_ALIVE + 6_000)),
  },
  '"the owner is alive" counts twice at most': {
    'delayed three times by the same successor': ({ successorActs }) =>
      successorActs.push(
        successorAct('owner_alive', SAID_ALIVE + 35_000, { status: 'reminding' }),
        successorAct('owner_alive', SAID_ALIVE + 70_000, { status: 'reminding' }),
      ),
  },
  'one mail per step and person': {
    'told twice of one "the owner is alive"': ({ mails }) =>
      mails.push(mail('owner_alive', SAID_ALIVE + 900, { to: OWNER })),
  },
  'nothing due is late': {
    'a release so late that two more mails do not explain it': (campaign) => {
      const later = ({ sentAt, endedAt }: SuccessorAct) => ({
        sentAt: sentAt + 365_000,
        endedAt: endedAt + 365_000,
      });
      for (const each of campaign.successorActs.slice(1)) Object.assign(each, later(each));
      campaign.mails.pop();
    },
  },
});

testBrokenPromises(() => goodCampaign(END), {
  'the owner hears only what a successor said': {
    'told of an "owner is alive" that nobody said': ({ mails }) =>
      mails.push(mail('owner_alive', SAID_ALIVE, { to: OWNER })),
  },
  'never without reminders, final notice and a full grace period': {
    'an owner whose shut mailbox counts as warned': ({ mails, shut }) => {
      shut.push({ address: OWNER, from: SEEN + 7_200, to: SEEN + 9_000 });
      mails.shift();
    },
  },
});

testBrokenPromises(rehearsing, {
  'a rehearsal comes once, to whom it is for': {
    'a rehearsal that never comes': ({ mails }) => mails.shift(),
    'a rehearsal that comes twice': ({ mails }) =>
      mails.push(mail('rehearsal', SEEN + 2_000, { token: 'another', marked: true })),
    'a rehearsal for someone else': ({ owner, rehearsals }) => {
      Object.assign(owner, { plan: { ...plan, successors: [successor, { ...successor, email: OTHER }] } });
      rehearsals[0]!.successor = OTHER;
    },
  },
  'a rehearsal says what it is, and nothing else does': {
    'a rehearsal whose page does not say what it is': ({ mails }) =>
      Object.assign(mails[0]!, { marked: false }),
    'a rehearsal whose answer does not say what it is': ({ rehearsed }) =>
      Object.assign(rehearsed[1]!, { marked: false }),
    'a handover that is passed off as a rehearsal': ({ successorActs }) =>
      Object.assign(successorActs[0]!, { marked: true }),
  },
  'a rehearsal changes nothing': {
    'an owner is told that the vault was opened, after a mere rehearsal': ({ mails }) =>
      mails.push(mail('access_notice', SEEN + 1_500, { to: OWNER })),
    'access after a mere rehearsal': ({ mails }) => mails.push(mail('access', SEEN + 1_500)),
  },
  'nobody but the owner shows that they live': {
    'a successor counts as a sign of life': ({ rows }) =>
      Object.assign(rows.switches[0]!, { lastSeenAt: SEEN + 1_220 }),
  },
});

testBrokenPromises(unreachableSuccessor, {
  'nothing due is lost': {
    'a mailbox that gets nothing once it takes mail again': ({ shut }) =>
      Object.assign(shut[0]!, { to: SEEN + 20_000 }),
  },
  'nothing due is late': {
    'a mailbox that gets its mail far too late': (campaign) => {
      campaign.mails.splice(3, 2, mail('invitation', SEEN + 260_000));
    },
  },
  'nobody waits for someone else’s mailbox': {
    'another successor who waits for that mailbox': ({ mails }) =>
      Object.assign(mails[2]!, { at: SEEN + 18_395 }),
  },
  'one mail per step and person': {
    'a second invitation of the same step, as another mail': ({ mails }) =>
      mails.push(mail('invitation', SEEN + 18_600)),
  },
});

describe('it accepts', () => {
  test('a release after a return, sooner than "the owner is alive" from before it would allow', () => {
    const campaign = goodCampaign();
    campaign.acts.unshift(act('check_in', SEEN - 4_000));
    campaign.rows.records.set('id/check_in', 2);
    campaign.successorActs.unshift(successorAct('owner_alive', SEEN - 6_000, { status: 'reminding' }));
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('"the owner is alive" while the handover already waits, which changes nothing', () => {
    const campaign = saidAlive();
    const again = [1, 2, 3].map((n) =>
      successorAct('owner_alive', SAID_ALIVE + n * 1_000, { status: 'reminding' }),
    );
    campaign.successorActs.splice(1, 0, ...again);
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a rehearsal requested twice, because the first answer was lost', () => {
    const campaign = rehearsing();
    campaign.rehearsals.unshift({
      successor: SUCCESSOR,
      sentAt: SEEN + 500,
      endedAt: SEEN + 900,
      outcome: 'unknown',
    });
    campaign.mails.unshift(mail('rehearsal', SEEN + 800, { token: 'first', marked: true }));
    campaign.file();
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('an invitation after the other mailbox opened, because something was down', () => {
    const campaign = unreachableSuccessor();
    Object.assign(campaign.mails[2]!, { at: SEEN + 18_395 });
    campaign.outages.push(outage('worker', SEEN + 16_000, SEEN + 17_000));
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a release delayed by two mails whose workers were killed', () => {
    const campaign = saidAlive();
    for (const each of campaign.successorActs.slice(1))
      Object.assign(each, { sentAt: each.sentAt + 355_000, endedAt: each.endedAt + 355_000 });
    campaign.mails.pop();
    campaign.file();
    Object.assign(campaign.rows.handovers[0]!, { releasedAt: SEEN + 405_000 });
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('a mail that is later than the opening of another mailbox, in a minority of scenarios', () => {
    const campaigns = [SEEN + 18_395, SEEN + 18_320, SEEN + 18_320].map((invitedAt, i) => {
      const campaign = unreachableSuccessor();
      const whose = (email: string) => `${i}-${email}`;
      const successors = campaign.owner.plan.successors.map((each) => ({
        ...each,
        email: whose(each.email),
      }));
      const mails = campaign.mails.map((each) => ({ ...each, to: whose(each.to) }));
      Object.assign(mails[2]!, { at: invitedAt });
      const { address, ...times } = campaign.shut[0]!;
      const owner = { ...campaign.owner, plan: { ...campaign.owner.plan, successors } };
      return { owner, mails, shut: [{ address: whose(address), ...times }] };
    });
    const together = (count: number) =>
      judgeMailboxes({
        ...evidenceOf(goodCampaign()),
        owners: campaigns.slice(0, count).map(({ owner }) => owner),
        mails: campaigns.flatMap(({ mails }) => mails),
        shut: campaigns.flatMap(({ shut }) => shut),
      });
    expect(together(3)).toEqual([]);
    expect(together(1)).toMatchObject([{ evidence: expect.stringContaining('1 of 1') }]);
  });

  test('a release delayed by "the owner is alive", or by refused mails', () => {
    const lateness = (campaign: TestCampaign) => releases(evidenceOf(campaign))[0]?.lateMs;
    const accepted = ({ successorActs }: TestCampaign) =>
      successorActs.find(({ status }) => status === 'released')!.endedAt;
    expect(lateness(saidAlive())).toBe(accepted(saidAlive()) - (SEEN + 50 + 18_000 + 14 * DAY + GRACE));
    expect(lateness(goodCampaign())).toBe(accepted(goodCampaign()) - (SEEN + 50 + 18_000));
    const shut = unreachableSuccessor();
    expect(lateness(shut)).toBe(accepted(shut) - (SEEN + 50 + 18_000 + 80));
  });
});
