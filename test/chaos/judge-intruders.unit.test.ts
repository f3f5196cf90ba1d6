/** Which promises the judge finds broken in lives with a thief, a stranger or a trash. */
import { expect, test } from '@jest/globals';
import type { Theft } from '../../chaos/evidence.ts';
import { thiefOf } from '../../chaos/thief.ts';
import { act, brokenIn, type ChaosStory, deed, goodLife, mail, OWNER, SEEN } from './scenario.ts';

const theft = (more: Partial<Theft>): Theft => ({
  tried: 'name a successor',
  sentAt: SEEN + 1_000,
  endedAt: SEEN + 1_050,
  outcome: 'refused',
  code: 'confirmation_required',
  ...more,
});

/** The good life, with a thief. */
function withThief(): ChaosStory {
  const story = goodLife();
  const thefts = [
    theft({}),
    theft({ outcome: 'unknown', code: undefined }),
    theft({ code: 'handover_active', sentAt: SEEN + 15_000, endedAt: SEEN + 15_050 }),
    theft({ tried: 'cancel the handover', code: 'no_active_handover' }),
  ];
  Object.assign(story.owner, { thefts });
  return story;
}

/** The good life, whose successor reads what the owner had kept. */
function withTrash(): ChaosStory {
  const story = goodLife();
  Object.assign(story.owner, { kept: ['a', 'b'] });
  Object.assign(story.deeds[1]!, { entries: ['b', 'a'] });
  return story;
}

test('lives with a thief or a trash break no promise', () => {
  for (const life of [withThief, withTrash]) expect([life.name, brokenIn(life())]).toEqual([life.name, []]);
});

const WEAKENED = 'a token alone weakens nothing';
const MISREAD = 'successors get what was kept, and nothing of the trash';

const BREAKS: [name: string, promise: string, life: () => ChaosStory, change: (story: ChaosStory) => void][] =
  [
    [
      'a thief names a successor',
      WEAKENED,
      withThief,
      ({ owner }) => Object.assign(owner, { thefts: [theft({ outcome: 'acknowledged', code: undefined })] }),
    ],
    [
      'a thief is turned away for an unexpected reason',
      WEAKENED,
      withThief,
      ({ owner }) => Object.assign(owner, { thefts: [theft({ code: 'validation_failed' })] }),
    ],
    [
      'a mail to the thief',
      WEAKENED,
      withThief,
      (story) => {
        story.mails.push(mail('successor_verification', SEEN + 2_000, { to: thiefOf(OWNER) }));
        story.file();
      },
    ],
    [
      'an owner who finds their account locked',
      'a stranger locks nobody out',
      goodLife,
      ({ acts }) => acts.unshift(act('log_in', SEEN - 1_000, { outcome: 'unknown', code: 'account_locked' })),
    ],
    [
      'a successor reads an entry from the trash',
      MISREAD,
      withTrash,
      ({ deeds }) => Object.assign(deeds[1]!, { entries: ['a', 'b', 'c'] }),
    ],
    [
      'a successor misses an entry that was kept',
      MISREAD,
      withTrash,
      ({ deeds }) => deeds.push(deed('read', SEEN + 21_000, { entries: ['a'] })),
    ],
  ];

test.each(BREAKS)('%s: %s', (_name, promise, life, change) => {
  const story = life();
  change(story);
  expect(brokenIn(story)).toContain(promise);
});
