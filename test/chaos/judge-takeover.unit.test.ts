/** Which promises the judge finds broken where a replica that lagged behind has taken over. */
import { describe, expect, test } from '@jest/globals';
import type { CertainOutage, Takeover } from '../../chaos/evidence.ts';
import { type SharedLock, sharedLock } from '../../chaos/shared-lock.ts';
import {
  act,
  brokenIn,
  goodCampaign,
  mail,
  OWNER,
  SEEN,
  successorAct,
  type TestCampaign,
  take,
  takeFirst,
  testBrokenPromises,
} from './campaign.ts';

const END = SEEN + 200_000;
/** The vault has been read, and then the replica takes over. */
const UP = SEEN + 21_000;
const NOTICED = UP + 1_000;

const TAKEOVER: Takeover = {
  lostFrom: UP - 4_000,
  killedAt: UP - 1_000,
  promotedAt: UP - 100,
  upAt: UP,
  noticedAt: NOTICED,
  completed: [],
};
const AWAY: CertainOutage = { service: 'postgres', from: UP - 1_000, to: UP - 100, backAt: UP };

/** The good campaign twice: once with the primary, and once with the replica. */
function takenOver(): TestCampaign {
  const campaign = goodCampaign(END);
  const again = goodCampaign();
  const by = NOTICED - SEEN;
  campaign.takeover = { ...TAKEOVER };
  campaign.outages.push(AWAY);
  for (const each of again.mails) {
    const at = each.at + by;
    campaign.mails.push({ ...each, at, messageId: `${each.kind} ${at}` });
  }
  for (const each of again.successorActs)
    campaign.successorActs.push({ ...each, sentAt: each.sentAt + by, endedAt: each.endedAt + by });
  campaign.mails.push(
    mail('restored', NOTICED + 500, { to: OWNER }),
    mail('handover_cancelled', NOTICED + 300),
  );
  campaign.mails.sort((a, b) => a.at - b.at);
  campaign.file();
  for (const row of campaign.rows.mails) {
    const warns = row.kind === 'reminder' || row.kind === 'final_notice';
    if (warns && row.createdAt > UP) Object.assign(row, { key: `${row.kind}/id/2/${NOTICED + 900}/1` });
  }
  campaign.rows.handovers = [{ userId: 'id', releasedAt: NOTICED + 19_020, undeliverable: false }];
  campaign.rows.switches = [{ userId: 'id', status: 'released', lastSeenAt: NOTICED - 100 }];
  return campaign;
}

const LOST = UP - 2_000;

/** Each is a campaign in which nobody is to blame. */
const HOLDS: Record<string, (campaign: TestCampaign) => void> = {
  'everything comes a second time': () => {},
  'a check-in is lost': ({ acts }) => acts.push(act('check_in', LOST)),
  'settings are lost': ({ acts }) => acts.push(act('settings', LOST, { thresholdDays: 60 })),
  'the note of a mail is lost': (campaign) => {
    campaign.mails.push(mail('access_notice', UP - 800, { to: OWNER }));
    campaign.mails.sort((a, b) => a.at - b.at);
  },
  'a mail comes again because its note is lost': ({ mails }) => {
    const access = mails.find(({ kind }) => kind === 'access')!;
    Object.assign(access, { at: LOST + 100 });
    mails.push({ ...access, at: UP + 3_000 });
  },
  'a successor declines before the service has noticed': ({ successorActs }) =>
    successorActs.push(successorAct('decline', UP + 500, { status: 'awaiting_successors' })),
};

const OLD = 'nothing goes on with what a promoted replica says';
const TOLD = 'every owner is told once of a promoted replica';

testBrokenPromises(takenOver, {
  'never released early': {
    'a vault that stays open': ({ successorActs }) =>
      successorActs.push(successorAct('read', UP + 500), successorAct('read', UP + 9_000)),
    'a release from the old state': ({ rows }) =>
      rows.handovers.splice(0, 1, { userId: 'id', releasedAt: UP + 10_000, undeliverable: false }),
    'a release that is threshold and grace period after the loss, but not after the promotion': ({ rows }) =>
      rows.handovers.splice(0, 1, { userId: 'id', releasedAt: UP + 17_000, undeliverable: false }),
  },
  'nothing due is lost': {
    'a mail that stays queued because its last workflow has ended': ({ mails, rows }) => {
      const notice = mail('access_notice', UP - 800, { to: OWNER });
      mails.push(notice);
      const row = { ...rows.mails[0]!, id: notice.messageId, key: 'access_notice/1', recipient: OWNER };
      rows.mails.push({ ...row, kind: 'access_notice', status: 'queued' });
    },
    'a second release that never comes': (campaign) => {
      campaign.successorActs.splice(2);
      takeFirst(campaign.mails, ({ kind, at }) => kind === 'access' && at > UP);
    },
  },
  'no answer is taken before a handover is due': {
    'an answer after the service has noticed': ({ successorActs }) =>
      successorActs.push(successorAct('decline', NOTICED + 500, { status: 'awaiting_successors' })),
  },
  [OLD]: {
    'an invitation from the old state': ({ mails }) => mails.push(mail('invitation', UP + 3_000)),
    'an access from the old state': ({ mails }) => mails.push(mail('access', UP + 9_000)),
  },
  'never without reminders, final notice and a full grace period': {
    'an invitation without new warnings': ({ mails }) =>
      takeFirst(mails, ({ kind, at }) => kind === 'reminder' && at > UP),
  },
  'a promoted replica is noticed': {
    'nobody noticed': ({ takeover }) => Object.assign(takeover!, { noticedAt: null }),
  },
  [TOLD]: {
    'an owner who was not told': (campaign) => take(campaign, 'restored'),
    'an owner who was told twice': ({ mails }) =>
      mails.push(mail('restored', NOTICED + 5_000, { to: OWNER })),
    'word of a promotion that never was': (campaign) => Object.assign(campaign, { takeover: null }),
  },
  'an acknowledged sign of life counts': {
    'a check-in that is missing although the replica had it': ({ acts }) =>
      acts.push(act('check_in', UP - 4_500)),
    'a check-in that is missing although the replica had taken over': ({ acts, rows }) => {
      acts.push(act('check_in', NOTICED + 100));
      rows.switches = [{ userId: 'id', status: 'released', lastSeenAt: NOTICED - 100 }];
    },
  },
  'successors who were invited are told that it is over': {
    'a successor who was invited and not told that it starts over': (campaign) => {
      take(campaign, 'handover_cancelled');
      Object.assign(campaign.mails.find(({ kind }) => kind === 'invitation')!, { at: UP - 10_000 });
    },
  },
});

describe('a replica that takes over', () => {
  test.each(Object.entries(HOLDS))('%s: every promise holds', (_what, change) => {
    const campaign = takenOver();
    change(campaign);
    expect(brokenIn(campaign)).toEqual([]);
  });
});

test.each([
  ['a handover that was completed stays so', ['id'], []],
  ['another one comes a second time', [], ['nothing due is lost']],
])('%s', (_what, completed, broken) => {
  const campaign = goodCampaign(END);
  campaign.takeover = { ...TAKEOVER, completed };
  campaign.outages.push(AWAY);
  campaign.mails.push(mail('restored', NOTICED + 500, { to: OWNER }));
  campaign.file();
  campaign.rows.switches = [{ userId: 'id', status: 'completed', lastSeenAt: SEEN }];
  expect(brokenIn(campaign)).toEqual(broken);
});

test('an exclusive lock waits for its shared holders, and later requests wait for it', async () => {
  const lock: SharedLock = sharedLock();
  const order: string[] = [];
  let finish = () => {};
  const first = lock.shared(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    order.push('first');
  });
  const alone = lock.alone(async () => void order.push('alone'));
  const later = lock.shared(async () => void order.push('later'));
  finish();
  await Promise.all([first, alone, later]);
  expect(order).toEqual(['first', 'alone', 'later']);
});
