/** Which promises the judge finds broken in what successors open with their kits. */
import { expect, test } from '@jest/globals';
import type { CastSuccessor } from '../../chaos/cast.ts';
import type { OpenedPackage } from '../../chaos/evidence.ts';
import { act, brokenIn, type ChaosStory, deed, goodLife, heir, SEEN } from './scenario.ts';

const opened = (more: Partial<OpenedPackage> = {}): OpenedPackage => ({
  locked: null,
  texts: { a: 'what the owner wrote' },
  refused: {},
  ...more,
});

/** The good life, whose successor opens the only entry. */
function withEntry(more: Partial<OpenedPackage> = {}, change: Partial<CastSuccessor> = {}): ChaosStory {
  const story = goodLife();
  const cast = { ...story.owner.cast, successors: [{ ...heir, ...change }] };
  Object.assign(story.owner, { cast, texts: new Map([['a', 'what the owner wrote']]) });
  Object.assign(story.deeds[1]!, { entries: ['a'], opened: opened(more) });
  return story;
}

/** A quorum of two, in which the first to read has the shares of these. */
function withShares(...from: string[]): ChaosStory {
  const story = withEntry({ locked: 'quorum_missing', texts: {} });
  const others = ['other@chaos.example', 'third@chaos.example'];
  const successors = [heir, ...others.map((email) => ({ ...heir, email }))];
  Object.assign(story.owner, { cast: { ...story.owner.cast, quorum: 2, successors } });
  for (const successor of others) story.deeds.unshift(deed('accept', SEEN + 18_800, { successor }));
  for (const successor of from) {
    story.deeds.push(deed('accept', SEEN + 19_100, { successor, reshared: true, status: 'released' }));
  }
  return story;
}

const PROMISE = 'a kit opens what was left to its holder, and nothing that the owner did not write';

test.each([
  ['everything opens', withEntry()],
  ["a thief's entry is refused", withEntry({ refused: { b: 'entry_refused' } })],
  ['one entry was left to somebody', withEntry({}, { restricted: true })],
  ['the share of another is still to come', withShares()],
])('nothing is broken if %s', (_, story) => {
  expect(brokenIn(story)).not.toContain(PROMISE);
});

test.each([
  ['the package does not open', withEntry({ locked: 'wrong_kit' })],
  ['an entry of the owner does not open', withEntry({ texts: {}, refused: { a: 'entry_refused' } })],
  ['an entry opens as something else', withEntry({ texts: { a: 'something else' } })],
  ["a thief's entry opens", withEntry({ texts: { a: 'what the owner wrote', b: 'a lie' } })],
  ['the share of another has come, and nothing opens', withShares('other@chaos.example')],
])('a promise is broken if %s', (_, story) => {
  expect(brokenIn(story)).toContain(PROMISE);
});

test('more is read than was left to somebody', () => {
  const story = withEntry({}, { restricted: true });
  Object.assign(story.deeds[1]!, { entries: ['a', 'b'] });
  expect(brokenIn(story)).toContain(PROMISE);
});

test('a share is turned away', () => {
  const story = withShares();
  const refused = { reshared: true, outcome: 'refused', code: 'response_final' } as const;
  story.deeds.push(deed('accept', SEEN + 19_100, refused));
  expect(brokenIn(story)).toContain(PROMISE);
});

test('shares from before the owner returned count no longer', () => {
  const story = withShares('other@chaos.example');
  story.acts.push(act('check_in', SEEN + 19_500));
  expect(brokenIn(story)).not.toContain(PROMISE);
});
