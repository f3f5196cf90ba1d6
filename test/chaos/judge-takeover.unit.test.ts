/** Which promises the judge finds broken where a replica that lagged behind has taken over. */
import { describe, expect, test } from '@jest/globals';
import type { CertainOutage, Takeover } from '../../chaos/evidence.ts';
import { type SharedLock, sharedLock } from '../../chaos/shared-lock.ts';
import { act, brokenIn, type ChaosStory, deed, goodLife, mail, OWNER, SEEN, take } from './scenario.ts';

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

/** The good life twice: once with the primary, and once with the replica. */
function takenOver(): ChaosStory {
  const story = goodLife();
  const again = goodLife();
  const by = NOTICED - SEEN;
  story.takeover = { ...TAKEOVER };
  story.outages.push(AWAY);
  for (const each of again.mails) {
    const at = each.at + by;
    story.mails.push({ ...each, at, messageId: `${each.kind} ${at}` });
  }
  for (const each of again.deeds)
    story.deeds.push({ ...each, sentAt: each.sentAt + by, endedAt: each.endedAt + by });
  story.mails.push(mail('restored', NOTICED + 500, { to: OWNER }), mail('handover_cancelled', NOTICED + 300));
  story.mails.sort((a, b) => a.at - b.at);
  story.file();
  for (const row of story.rows.mails) {
    const warns = row.kind === 'reminder' || row.kind === 'final_notice';
    if (warns && row.createdAt > UP) Object.assign(row, { key: `${row.kind}/id/2/${NOTICED + 900}/1` });
  }
  story.rows.handovers = [{ userId: 'id', releasedAt: NOTICED + 19_020 }];
  story.rows.switches = [{ userId: 'id', status: 'released', lastSeenAt: NOTICED - 100 }];
  return story;
}

const LOST = UP - 2_000;

/** Each is a life in which nobody is to blame. */
const HOLDS: Record<string, (story: ChaosStory) => void> = {
  'everything comes a second time': () => {},
  'a check-in is lost': ({ acts }) => acts.push(act('check_in', LOST)),
  'settings are lost': ({ acts }) => acts.push(act('settings', LOST, { thresholdDays: 60 })),
  'the note of a mail is lost': (story) => {
    story.mails.push(mail('access_notice', UP - 800, { to: OWNER }));
    story.mails.sort((a, b) => a.at - b.at);
  },
  'a mail comes again because its note is lost': ({ mails }) => {
    const access = mails.find(({ kind }) => kind === 'access')!;
    Object.assign(access, { at: LOST + 100 });
    mails.push({ ...access, at: UP + 3_000 });
  },
  'a mail that was sent stays queued': ({ mails, rows }) => {
    const notice = mail('access_notice', UP - 800, { to: OWNER });
    mails.push(notice);
    const row = { ...rows.mails[0]!, id: notice.messageId, key: 'access_notice/1', recipient: OWNER };
    rows.mails.push({ ...row, kind: 'access_notice', status: 'queued' });
  },
  'a successor declines before the service has noticed': ({ deeds }) =>
    deeds.push(deed('decline', UP + 500, { status: 'awaiting_successors' })),
};

const OLD = 'nothing goes on with what a promoted replica says';
const TOLD = 'every owner is told once of a promoted replica';

const BREAKS: [what: string, promise: string, change: (story: ChaosStory) => void][] = [
  [
    'a vault that stays open',
    'never released early',
    ({ deeds }) => deeds.push(deed('read', UP + 500), deed('read', UP + 9_000)),
  ],
  [
    'a release from the old state',
    'never released early',
    ({ rows }) => rows.handovers.splice(0, 1, { userId: 'id', releasedAt: UP + 10_000 }),
  ],
  [
    'an answer after the service has noticed',
    'no answer is taken before a handover is due',
    ({ deeds }) => deeds.push(deed('decline', NOTICED + 500, { status: 'awaiting_successors' })),
  ],
  [
    'a release that is threshold and grace period after the loss, but not after the promotion',
    'never released early',
    ({ rows }) => rows.handovers.splice(0, 1, { userId: 'id', releasedAt: UP + 17_000 }),
  ],
  ['an invitation from the old state', OLD, ({ mails }) => mails.push(mail('invitation', UP + 3_000))],
  ['an access from the old state', OLD, ({ mails }) => mails.push(mail('access', UP + 9_000))],
  [
    'an invitation without new warnings',
    'never without reminders, final notice and a full grace period',
    ({ mails }) =>
      mails.splice(
        mails.findLastIndex(({ kind }) => kind === 'reminder'),
        1,
      ),
  ],
  [
    'nobody noticed',
    'a promoted replica is noticed',
    ({ takeover }) => void Object.assign(takeover!, { noticedAt: null }),
  ],
  ['an owner who was not told', TOLD, (story) => void take(story, 'restored')],
  [
    'an owner who was told twice',
    TOLD,
    ({ mails }) => mails.push(mail('restored', NOTICED + 5_000, { to: OWNER })),
  ],
  ['word of a promotion that never was', TOLD, (story) => void Object.assign(story, { takeover: null })],
  [
    'a check-in that is missing although the replica had it',
    'an acknowledged sign of life counts',
    ({ acts }) => acts.push(act('check_in', UP - 4_500)),
  ],
  [
    'a check-in that is missing although the replica had taken over',
    'an acknowledged sign of life counts',
    ({ acts, rows }) => {
      acts.push(act('check_in', NOTICED + 100));
      rows.switches = [{ userId: 'id', status: 'released', lastSeenAt: NOTICED - 100 }];
    },
  ],
  [
    'a successor who was invited and not told that it starts over',
    'successors who were invited are told that it is over',
    (story) => {
      take(story, 'handover_cancelled');
      Object.assign(story.mails.find(({ kind }) => kind === 'invitation')!, { at: UP - 10_000 });
    },
  ],
  [
    'a second release that never comes',
    'nothing due is lost',
    (story) => {
      story.deeds.splice(2);
      story.mails.splice(
        story.mails.findLastIndex(({ kind }) => kind === 'access'),
        1,
      );
    },
  ],
];

describe('a replica that takes over', () => {
  test.each(Object.entries(HOLDS))('%s: every promise holds', (_what, change) => {
    const story = takenOver();
    change(story);
    expect(brokenIn(story, END)).toEqual([]);
  });

  test.each(BREAKS)('%s', (_what, promise, change) => {
    const story = takenOver();
    change(story);
    expect(brokenIn(story, END)).toContain(promise);
  });
});

test.each([
  ['a handover that was completed stays so', ['id'], []],
  ['another one comes a second time', [], ['nothing due is lost']],
])('%s', (_what, completed, broken) => {
  const story = goodLife();
  story.takeover = { ...TAKEOVER, completed };
  story.outages.push(AWAY);
  story.mails.push(mail('restored', NOTICED + 500, { to: OWNER }));
  story.file();
  story.rows.switches = [{ userId: 'id', status: 'completed', lastSeenAt: SEEN }];
  expect(brokenIn(story, END)).toEqual(broken);
});

test('who holds a lock alone waits for those who share it, and those who come later wait', async () => {
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
