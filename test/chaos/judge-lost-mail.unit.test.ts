/** Which promises the judge finds broken where mails are lost after they were accepted, or a provider blocks us. */
import { describe, expect, test } from '@jest/globals';
import type { ReturnedMail } from '../../chaos/evidence.ts';
import { brokenIn, type ChaosStory, cast, DAY, goodLife, mail, OWNER, SEEN, take } from './scenario.ts';

const END = SEEN + 200_000;
const WARNED = 'never without reminders, final notice and a full grace period';

const returned = (at: number, reportedAt: number | null = at + DAY / 2): ReturnedMail => ({
  ...mail('reminder', at),
  reportedAt,
});

/** The good life, with everything after a moment later. */
function later(story: ChaosStory, after: number, byMs: number): ChaosStory {
  const move = <T extends object>(each: T, key: keyof T) => {
    const at = each[key] as number;
    if (at > after) Object.assign(each, { [key]: at + byMs });
  };
  for (const each of story.mails) move(each, 'at');
  for (const each of story.deeds) {
    move(each, 'sentAt');
    move(each, 'endedAt');
  }
  for (const each of story.rows.handovers) if (each.releasedAt) each.releasedAt += byMs;
  story.file();
  return story;
}

/** The first reminder came back, and was delivered two seconds later. */
function returnedOnce(): ChaosStory {
  const story = later(goodLife(), SEEN, 2_000);
  Object.assign(story.owner, { cast: { ...cast, life: 'returned' } });
  story.returned.push(returned(SEEN + 7_200));
  return story;
}

/** Nothing ever arrives: the warnings come back for seven days, and the grace period lasts thirty. */
function returnedForEver(): ChaosStory {
  const story = later(goodLife(), SEEN + 17_000, 80_000);
  Object.assign(story.owner, { cast: { ...cast, life: 'returned_for_ever' } });
  for (const kind of ['reminder', 'final_notice'] as const) take(story, kind);
  for (let n = 0; n <= 7; n += 1) story.returned.push(returned(SEEN + 7_200 + n * DAY));
  story.returned.push({ ...returned(SEEN + 28_000), kind: 'final_notice' });
  story.file();
  story.rows.records.set('id/warning_undeliverable', 2);
  const notice = { ...story.rows.mails[0]!, id: 'notice', kind: 'access_notice', key: 'access_notice/1' };
  story.rows.mails.push({ ...notice, recipient: OWNER, status: 'queued' });
  return story;
}

function dropped(): ChaosStory {
  const story = goodLife();
  Object.assign(story.owner, { cast: { ...cast, life: 'dropped' } });
  Object.assign(story.mails[0]!, { dropped: true });
  return story;
}

test('lives with lost mails break no promise', () => {
  for (const life of [returnedOnce, returnedForEver, dropped])
    expect([life.name, brokenIn(life(), END)]).toEqual([life.name, []]);
});

describe('it finds', () => {
  const BREAKS: [
    name: string,
    promise: string,
    life: () => ChaosStory,
    change: (story: ChaosStory) => void,
  ][] = [
    [
      'a handover that rests on a reminder known to have come back',
      WARNED,
      returnedOnce,
      (story) => void take(story, 'reminder'),
    ],
    [
      'a handover that rests on a final notice known to have come back',
      WARNED,
      returnedOnce,
      (story) => {
        const { at } = take(story, 'final_notice');
        story.returned.push({ ...returned(at), kind: 'final_notice' });
      },
    ],
    [
      'a grace period that began with a final notice that came back',
      WARNED,
      returnedOnce,
      ({ mails, returned: back }) => {
        const notice = mails.find(({ kind }) => kind === 'final_notice')!;
        back.push({ ...returned(notice.at), kind: 'final_notice' });
        notice.at += 2 * DAY;
      },
    ],
    [
      'a mailbox believed dead after two returns',
      WARNED,
      returnedForEver,
      ({ returned: back }) => void back.splice(2),
    ],
    [
      'a mailbox believed dead after four days',
      WARNED,
      returnedForEver,
      ({ returned: back }) => void back.splice(5),
    ],
    [
      'a dead mailbox with the usual grace period',
      WARNED,
      returnedForEver,
      ({ mails }) => Object.assign(mails[0]!, { at: SEEN + 40_000 }),
    ],
    [
      'a mailbox believed dead because its provider blocks us',
      'no mailbox is believed dead that is only refused',
      goodLife,
      ({ owner, rows }) => {
        Object.assign(owner, { cast: { ...cast, life: 'blocked' } });
        rows.records.set('id/warning_undeliverable', 1);
      },
    ],
    [
      'a release although nothing got past the block',
      WARNED,
      goodLife,
      (story) => {
        Object.assign(story.owner, { cast: { ...cast, life: 'blocked' } });
        for (const kind of ['reminder', 'final_notice'] as const) take(story, kind);
      },
    ],
    [
      'a release before the time, whatever was dropped',
      'no step before its time',
      dropped,
      ({ mails }) => Object.assign(mails[0]!, { at: SEEN + 6_900 }),
    ],
  ];

  test.each(BREAKS.map(([name, promise, life, change]) => ({ name, promise, life, change })))(
    '$name',
    ({ promise, life, change }) => {
      const story = life();
      expect(brokenIn(story, END)).not.toContain(promise);
      change(story);
      expect(brokenIn(story, END)).toContain(promise);
    },
  );
});

describe('it accepts', () => {
  test('a handover that rests on a reminder of whose return nobody had heard yet', () => {
    for (const reportedAt of [null, SEEN + 30_000]) {
      const story = returnedOnce();
      const { at } = take(story, 'reminder');
      story.returned.splice(0, 1, { ...returned(at), reportedAt });
      expect(brokenIn(story, END)).not.toContain(WARNED);
    }
  });
});
