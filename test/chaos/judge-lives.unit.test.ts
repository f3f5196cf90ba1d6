/** Which promises the judge finds broken in lives with "the owner is alive", a rehearsal or a shut mailbox. */
import { describe, expect, test } from '@jest/globals';
import type { SuccessorDeed } from '../../chaos/evidence.ts';
import { judgeMailboxes } from '../../chaos/judge/mailboxes.ts';
import { releases } from '../../chaos/judge/releases.ts';
import {
  act,
  brokenIn,
  type ChaosStory,
  cast,
  DAY,
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
} from './scenario.ts';

const OTHER = 'other@chaos.example';
const END = SEEN + 120_000;

/** When the successor says that the owner is alive, and when the second final notice comes. */
const SAID_ALIVE = SEEN + 18_500;
const AGAIN = SAID_ALIVE + 14 * DAY + 50;

/** The good life, except that the successor says once that the owner is alive. */
function saidAlive(): ChaosStory {
  const story = goodLife();
  story.deeds.splice(
    0,
    2,
    deed('owner_alive', SAID_ALIVE, { status: 'reminding' }),
    deed('accept', AGAIN + GRACE + 500, { status: 'released' }),
    deed('read', AGAIN + GRACE + 1_500),
  );
  story.mails.splice(
    3,
    1,
    mail('owner_alive', SAID_ALIVE + 200, { to: OWNER }),
    mail('final_notice', AGAIN),
    mail('invitation', AGAIN + GRACE + 100, { n: 2 }),
    mail('access', AGAIN + GRACE + 1_000),
  );
  story.rows.handovers[0]!.releasedAt = AGAIN + GRACE + 520;
  story.file();
  return story;
}

/** The good life, with a rehearsal before anything else. */
function rehearsing(): ChaosStory {
  const story = goodLife();
  story.rehearsals.push({
    successor: HEIR,
    sentAt: SEEN + 1_000,
    endedAt: SEEN + 1_050,
    outcome: 'acknowledged',
  });
  story.rehearsed.push(
    deed('accept', SEEN + 1_200, { status: 'released', marked: true }),
    deed('read', SEEN + 1_300, { marked: true }),
  );
  story.mails.unshift(mail('rehearsal', SEEN + 1_100, { token: 'rehearsal', marked: true }));
  story.file();
  return story;
}

/** The good life with a second successor, while the first one's mailbox is shut for some seconds. */
function unreachableSuccessor(): ChaosStory {
  const story = goodLife();
  const successors = [heir, { ...heir, email: OTHER }];
  Object.assign(story.owner, { cast: { ...cast, life: 'successor_unreachable', successors } });
  story.mails.splice(2, 0, mail('invitation', SEEN + 18_320, { to: OTHER, messageId: 'the other one' }));
  story.shut.push({ address: HEIR, from: SEEN + 18_310, to: SEEN + 18_390 });
  story.file();
  return story;
}

test('lives with "the owner is alive", a rehearsal or a shut mailbox break no promise', () => {
  for (const life of [saidAlive, rehearsing, unreachableSuccessor])
    expect([life.name, brokenIn(life(), END)]).toEqual([life.name, []]);
});

const NOTICED = 'never without another final notice and grace period after "the owner is alive"';

/** Each changes a life into one that breaks this promise. */
const BREAKS: [name: string, promise: string, life: () => ChaosStory, change: (story: ChaosStory) => void][] =
  [
    [
      'read before two weeks and a grace period have passed since "the owner is alive"',
      'never released early',
      saidAlive,
      ({ deeds }) => deeds.push(deed('read', AGAIN + GRACE - 200)),
    ],
    [
      'released before that',
      'never released early',
      saidAlive,
      ({ rows }) => Object.assign(rows.handovers[0]!, { releasedAt: AGAIN + GRACE - 200 }),
    ],
    [
      'released before that, counted from an "owner is alive" whose answer was lost',
      'never released early',
      saidAlive,
      ({ deeds, rows }) => {
        deeds.unshift(deed('owner_alive', SAID_ALIVE - 400, { outcome: 'unknown' }));
        Object.assign(rows.handovers[0]!, { releasedAt: AGAIN + GRACE - 600 });
      },
    ],
    [
      'invited again without a second final notice',
      NOTICED,
      saidAlive,
      ({ mails }) => void mails.splice(4, 1),
    ],
    [
      'invited again without a second grace period',
      NOTICED,
      saidAlive,
      ({ mails }) => Object.assign(mails[5]!, { at: AGAIN + GRACE - 100 }),
    ],
    [
      'a second final notice before the two weeks are over',
      NOTICED,
      saidAlive,
      ({ mails }) => Object.assign(mails[4]!, { at: AGAIN - 500 }),
    ],
    [
      'a second final notice that ignores an outage',
      NOTICED,
      saidAlive,
      ({ outages }) => outages.push(outage('api', SAID_ALIVE + 2_000, SAID_ALIVE + 6_000)),
    ],
    [
      'delayed three times by the same successor',
      '"the owner is alive" counts twice at most',
      saidAlive,
      ({ deeds }) =>
        deeds.push(
          deed('owner_alive', SAID_ALIVE + 35_000, { status: 'reminding' }),
          deed('owner_alive', SAID_ALIVE + 70_000, { status: 'reminding' }),
        ),
    ],
    [
      'told twice of one "the owner is alive"',
      'one mail per step and person',
      saidAlive,
      ({ mails }) => mails.push(mail('owner_alive', SAID_ALIVE + 900, { to: OWNER })),
    ],
    [
      'told of an "owner is alive" that nobody said',
      'the owner hears only what a successor said',
      goodLife,
      ({ mails }) => mails.push(mail('owner_alive', SAID_ALIVE, { to: OWNER })),
    ],
    [
      'a release so late that two more mails do not explain it',
      'nothing due is late',
      saidAlive,
      (story) => {
        const later = ({ sentAt, endedAt }: SuccessorDeed) => ({
          sentAt: sentAt + 365_000,
          endedAt: endedAt + 365_000,
        });
        for (const each of story.deeds.slice(1)) Object.assign(each, later(each));
        story.mails.pop();
      },
    ],
    [
      'a rehearsal that never comes',
      'a rehearsal comes once, to whom it is for',
      rehearsing,
      ({ mails }) => void mails.shift(),
    ],
    [
      'a rehearsal that comes twice',
      'a rehearsal comes once, to whom it is for',
      rehearsing,
      ({ mails }) => mails.push(mail('rehearsal', SEEN + 2_000, { token: 'another', marked: true })),
    ],
    [
      'a rehearsal for somebody else',
      'a rehearsal comes once, to whom it is for',
      rehearsing,
      ({ owner, rehearsals }) => {
        Object.assign(owner, { cast: { ...cast, successors: [heir, { ...heir, email: OTHER }] } });
        rehearsals[0]!.successor = OTHER;
      },
    ],
    [
      'a rehearsal whose page does not say what it is',
      'a rehearsal says what it is, and nothing else does',
      rehearsing,
      ({ mails }) => Object.assign(mails[0]!, { marked: false }),
    ],
    [
      'a rehearsal whose answer does not say what it is',
      'a rehearsal says what it is, and nothing else does',
      rehearsing,
      ({ rehearsed }) => Object.assign(rehearsed[1]!, { marked: false }),
    ],
    [
      'a handover that is passed off as a rehearsal',
      'a rehearsal says what it is, and nothing else does',
      rehearsing,
      ({ deeds }) => Object.assign(deeds[0]!, { marked: true }),
    ],
    [
      'an owner is told that the vault was opened, after a mere rehearsal',
      'a rehearsal changes nothing',
      rehearsing,
      ({ mails }) => mails.push(mail('access_notice', SEEN + 1_500, { to: OWNER })),
    ],
    [
      'access after a mere rehearsal',
      'a rehearsal changes nothing',
      rehearsing,
      ({ mails }) => mails.push(mail('access', SEEN + 1_500)),
    ],
    [
      'a successor counts as a sign of life',
      'nobody but the owner shows that they live',
      rehearsing,
      ({ rows }) => Object.assign(rows.switches[0]!, { lastSeenAt: SEEN + 1_220 }),
    ],
    [
      'a mailbox that gets nothing once it takes mail again',
      'nothing due is lost',
      unreachableSuccessor,
      ({ shut }) => Object.assign(shut[0]!, { to: SEEN + 20_000 }),
    ],
    [
      'a mailbox that gets its mail far too late',
      'nothing due is late',
      unreachableSuccessor,
      (story) => {
        story.mails.splice(3, 2, mail('invitation', SEEN + 260_000));
      },
    ],
    [
      'another successor who waits for that mailbox',
      'nobody waits for the mailbox of somebody else',
      unreachableSuccessor,
      ({ mails }) => Object.assign(mails[2]!, { at: SEEN + 18_395 }),
    ],
    [
      'a second invitation of the same step, as another mail',
      'one mail per step and person',
      unreachableSuccessor,
      ({ mails }) => mails.push(mail('invitation', SEEN + 18_600)),
    ],
    [
      'an owner whose shut mailbox counts as warned',
      'never without reminders, final notice and a full grace period',
      goodLife,
      ({ mails, shut }) => {
        shut.push({ address: OWNER, from: SEEN + 7_200, to: SEEN + 9_000 });
        mails.shift();
      },
    ],
  ];

describe('it finds', () => {
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
  test('a release after a return, sooner than "the owner is alive" from before it would allow', () => {
    const story = goodLife();
    story.acts.unshift(act('check_in', SEEN - 4_000));
    story.rows.records.set('id/check_in', 2);
    story.deeds.unshift(deed('owner_alive', SEEN - 6_000, { status: 'reminding' }));
    expect(brokenIn(story)).toEqual([]);
  });

  test('"the owner is alive" while the handover already waits, which changes nothing', () => {
    const story = saidAlive();
    const again = [1, 2, 3].map((n) => deed('owner_alive', SAID_ALIVE + n * 1_000, { status: 'reminding' }));
    story.deeds.splice(1, 0, ...again);
    expect(brokenIn(story, END)).toEqual([]);
  });

  test('a rehearsal requested twice, because the first answer was lost', () => {
    const story = rehearsing();
    story.rehearsals.unshift({
      successor: HEIR,
      sentAt: SEEN + 500,
      endedAt: SEEN + 900,
      outcome: 'unknown',
    });
    story.mails.unshift(mail('rehearsal', SEEN + 800, { token: 'first', marked: true }));
    story.file();
    expect(brokenIn(story)).toEqual([]);
  });

  test('an invitation after the other mailbox opened, because something was down', () => {
    const story = unreachableSuccessor();
    Object.assign(story.mails[2]!, { at: SEEN + 18_395 });
    story.outages.push(outage('worker', SEEN + 16_000, SEEN + 17_000));
    expect(brokenIn(story)).toEqual([]);
  });

  test('a release delayed by two mails whose workers were killed', () => {
    const story = saidAlive();
    for (const each of story.deeds.slice(1))
      Object.assign(each, { sentAt: each.sentAt + 355_000, endedAt: each.endedAt + 355_000 });
    story.mails.pop();
    story.file();
    Object.assign(story.rows.handovers[0]!, { releasedAt: SEEN + 405_000 });
    expect(brokenIn(story, END)).toEqual([]);
  });

  test('a mail that is later than the opening of another mailbox, in a minority of lives', () => {
    const lives = [SEEN + 18_395, SEEN + 18_320, SEEN + 18_320].map((invitedAt, i) => {
      const story = unreachableSuccessor();
      const whose = (email: string) => `${i}-${email}`;
      const successors = story.owner.cast.successors.map((each) => ({ ...each, email: whose(each.email) }));
      const mails = story.mails.map((each) => ({ ...each, to: whose(each.to) }));
      Object.assign(mails[2]!, { at: invitedAt });
      const { address, ...times } = story.shut[0]!;
      const owner = { ...story.owner, cast: { ...story.owner.cast, successors } };
      return { owner, mails, shut: [{ address: whose(address), ...times }] };
    });
    const together = (count: number) =>
      judgeMailboxes({
        ...evidenceOf({ ...goodLife(), shut: [] }),
        owners: lives.slice(0, count).map(({ owner }) => owner),
        mails: lives.flatMap(({ mails }) => mails),
        shut: lives.flatMap(({ shut }) => shut),
      });
    expect(together(3)).toEqual([]);
    expect(together(1)).toMatchObject([{ evidence: expect.stringContaining('1 of 1') }]);
  });

  test('a release delayed by "the owner is alive", or by refused mails', () => {
    const lateness = (story: ChaosStory) => releases(evidenceOf(story, END))[0]?.lateMs;
    const accepted = ({ deeds }: ChaosStory) => deeds.find(({ status }) => status === 'released')!.endedAt;
    expect(lateness(saidAlive())).toBe(accepted(saidAlive()) - (SEEN + 50 + 18_000 + 14 * DAY + GRACE));
    expect(lateness(goodLife())).toBe(accepted(goodLife()) - (SEEN + 50 + 18_000));
    const shut = unreachableSuccessor();
    expect(lateness(shut)).toBe(accepted(shut) - (SEEN + 50 + 18_000 + 80));
  });
});
