/** How home answers “Would it work today?”, from what the service and the owner's keys know. */
import { describe, expect, test } from '@jest/globals';
import type { Schemas } from '../../web/api/schemas.ts';
import { readinessOf, sheetConfirmedAt, wouldReach } from '../../web/switch/reach.ts';

type Successor = Schemas['Successor'];
type Contact = NonNullable<Successor['contact']>;

const COMPARED = '2026-11-01T10:00:00.000Z';
const [BEFORE, LATER] = ['2026-10-01T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];

const answered = (answer: Contact['answer'], confirmedAt: string | null = null) =>
  ({ answer, confirmedAt }) as Contact;

/** A successor for whom everything is done. */
const ben = (more: Partial<Successor> = {}) =>
  ({
    id: 'ben',
    verified: true,
    optedOut: false,
    publicKey: 'key',
    keyPinnedAt: COMPARED,
    encryptedShare: 'share',
    leftSomething: true,
    mailProblem: null,
    secondVerifiedAt: null,
    secondMailProblem: null,
    contact: null,
    ...more,
  }) as Successor;

const NOBODY: ReadonlySet<string> = new Set();

describe('it would work', () => {
  test('with as many shares as were sealed to be needed, and something to open', () => {
    expect(wouldReach([ben()], 1, NOBODY)).toBe(true);
    expect(wouldReach([ben(), ben({ leftSomething: false })], 2, NOBODY)).toBe(true);
    expect(wouldReach([ben({ leftSomething: false })], 1, NOBODY)).toBe(false);
  });

  test('no longer once one of two leaves whose shares are both needed', () => {
    expect(wouldReach([ben()], 2, NOBODY)).toBe(false);
    expect(wouldReach([ben(), ben({ optedOut: true })], 2, NOBODY)).toBe(false);
  });

  test('only with a sheet, and with a kit for the present keys', () => {
    const lost = ben({ contact: answered('sheet_lost') });
    expect(wouldReach([lost], 1, NOBODY)).toBe(false);
    expect(readinessOf(lost, false)).toBe('sheet_lost');
    expect(wouldReach([ben()], 1, new Set(['ben']))).toBe(false);
    expect(readinessOf(ben(), true)).toBe('foreign_owner');
  });
});

test.each<[string, Partial<Successor>, string | null]>([
  ['never said so', { contact: answered(null) }, null],
  ['said so', { contact: answered('here', LATER) }, LATER],
  ['said so, and is asked again', { contact: answered(null, LATER) }, LATER],
  ['has lost it since', { contact: answered('sheet_lost', LATER) }, null],
  ['said so of the sheet before', { contact: answered(null, BEFORE) }, null],
  ['has no sheet that was compared', { contact: answered('here', LATER), keyPinnedAt: null }, null],
])('the day on which they confirmed that they have their sheet: someone who %s', (_who, more, day) => {
  expect(sheetConfirmedAt(ben(more))).toBe(day);
});
