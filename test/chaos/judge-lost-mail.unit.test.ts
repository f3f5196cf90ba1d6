/** Which promises the judge finds broken where mails are lost after they were accepted, or a provider blocks us. */
import { describe, expect, test } from '@jest/globals';
import type { ReturnedMail } from '../../chaos/evidence.ts';
import {
  brokenIn,
  DAY,
  goodCampaign,
  mail,
  OWNER,
  plan,
  SEEN,
  type TestCampaign,
  take,
  testBrokenPromises,
} from './campaign.ts';

const END = SEEN + 200_000;
const WARNED = 'never without reminders, final notice and a full grace period';

const returned = (at: number, reportedAt: number | null = at + DAY / 2): ReturnedMail => ({
  ...mail('reminder', at),
  reportedAt,
});

/** Delays everything in a campaign that comes after a moment. */
function later(campaign: TestCampaign, after: number, byMs: number): TestCampaign {
  const move = <T extends object>(each: T, key: keyof T) => {
    const at = each[key] as number;
    if (at > after) Object.assign(each, { [key]: at + byMs });
  };
  for (const each of campaign.mails) move(each, 'at');
  for (const each of campaign.successorActs) {
    move(each, 'sentAt');
    move(each, 'endedAt');
  }
  for (const each of campaign.rows.handovers) if (each.releasedAt) each.releasedAt += byMs;
  campaign.file();
  return campaign;
}

/** The first reminder came back, and was delivered two seconds later. */
function returnedOnce(): TestCampaign {
  const campaign = later(goodCampaign(END), SEEN, 2_000);
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returned' } });
  campaign.returned.push(returned(SEEN + 7_200));
  return campaign;
}

/**
 * A report about the first of two reminders came only after the final notice. The step of the second reminder was then taken
 * again, and another final notice was sent.
 */
function returnedLate(): TestCampaign {
  const campaign = later(goodCampaign(END), SEEN + 15_000, 10_000);
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returned', reminderPercents: [50, 75] } });
  campaign.returned.push({ ...returned(SEEN + 7_200, SEEN + 15_000), of: 2 });
  Object.assign(campaign.mails[0]!, { at: SEEN + 16_000, of: 2 });
  campaign.mails.push(mail('reminder', SEEN + 10_700, { n: 2, of: 2 }), mail('final_notice', SEEN + 24_300));
  campaign.mails.sort((a, b) => a.at - b.at);
  campaign.file();
  return campaign;
}

/** Nothing ever arrives: the warnings come back for seven days, and the grace period lasts thirty. */
function returnedForEver(): TestCampaign {
  const campaign = later(goodCampaign(END), SEEN + 17_000, 80_000);
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returned_for_ever' } });
  for (const kind of ['reminder', 'final_notice'] as const) take(campaign, kind);
  for (let n = 0; n <= 7; n += 1) campaign.returned.push(returned(SEEN + 7_200 + n * DAY));
  campaign.returned.push({ ...returned(SEEN + 28_000), kind: 'final_notice' });
  campaign.file();
  campaign.rows.records.set('id/warning_undeliverable', 2);
  const notice = { ...campaign.rows.mails[0]!, id: 'notice', kind: 'access_notice', key: 'access_notice/1' };
  campaign.rows.mails.push({ ...notice, recipient: OWNER, status: 'queued' });
  return campaign;
}

/** The last of many final notices comes back while the invitation is under way. */
function returnedJustBefore(): TestCampaign {
  const campaign = returnedForEver();
  const { at } = campaign.mails[0]!;
  campaign.returned.push({ ...returned(at - 3_000), kind: 'final_notice', reportedAt: at - 1_000 });
  return campaign;
}

function dropped(): TestCampaign {
  const campaign = goodCampaign(END);
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'dropped' } });
  Object.assign(campaign.mails[0]!, { dropped: true });
  return campaign;
}

test('scenarios with lost mails break no promise', () => {
  for (const scenario of [returnedOnce, returnedLate, returnedForEver, returnedJustBefore, dropped])
    expect([scenario.name, brokenIn(scenario())]).toEqual([scenario.name, []]);
});

testBrokenPromises(returnedOnce, {
  [WARNED]: {
    'a handover that rests on a reminder known to have come back': (campaign) => take(campaign, 'reminder'),
    'a handover that rests on a final notice known to have come back': (campaign) => {
      const { at } = take(campaign, 'final_notice');
      campaign.returned.push({ ...returned(at), kind: 'final_notice' });
    },
    'a grace period that began with a final notice that came back': ({ mails, returned: back }) => {
      const notice = mails.find(({ kind }) => kind === 'final_notice')!;
      back.push({ ...returned(notice.at), kind: 'final_notice' });
      notice.at += 2 * DAY;
    },
  },
});

testBrokenPromises(returnedLate, {
  [WARNED]: {
    'a reminder repeated after the next one, although the report came before it': ({ returned: back }) =>
      Object.assign(back[0]!, { reportedAt: SEEN + 10_000 }),
    'a reminder repeated after the final notice, and no other final notice after it': ({ mails }) =>
      mails.splice(
        mails.findLastIndex(({ kind }) => kind === 'final_notice'),
        1,
      ),
    'a grace period that does not wait for the other final notice': (campaign) =>
      later(campaign, SEEN + 25_000, -2_000),
  },
});

testBrokenPromises(returnedForEver, {
  [WARNED]: {
    'a mailbox believed dead after two returns': ({ returned: back }) => back.splice(2),
    'a mailbox believed dead after four days': ({ returned: back }) => back.splice(5),
    'a dead mailbox with the usual grace period': ({ mails }) =>
      Object.assign(mails[0]!, { at: SEEN + 40_000 }),
  },
});

testBrokenPromises(() => goodCampaign(END), {
  'no mailbox is believed dead that is only refused': {
    'a mailbox believed dead because its provider blocks us': ({ owner, rows }) => {
      Object.assign(owner, { plan: { ...plan, scenario: 'blocked' } });
      rows.records.set('id/warning_undeliverable', 1);
    },
  },
  [WARNED]: {
    'a release although nothing got past the block': (campaign) => {
      Object.assign(campaign.owner, { plan: { ...plan, scenario: 'blocked' } });
      for (const kind of ['reminder', 'final_notice'] as const) take(campaign, kind);
    },
  },
});

testBrokenPromises(dropped, {
  'no step before its time': {
    'a release before the time, whatever was dropped': ({ mails }) =>
      Object.assign(mails[0]!, { at: SEEN + 6_900 }),
  },
});

describe('it accepts', () => {
  test('a handover based on a reminder whose return was not known yet', () => {
    for (const reportedAt of [null, SEEN + 30_000]) {
      const campaign = returnedOnce();
      const { at } = take(campaign, 'reminder');
      campaign.returned.splice(0, 1, { ...returned(at), reportedAt });
      expect(brokenIn(campaign)).not.toContain(WARNED);
    }
  });
});
