import { expect, test } from '@jest/globals';
import { pending } from '../../cli/status.ts';
import type { Successor } from '../../client/index.ts';
import type { components } from '../../docs/openapi.d.ts';

type Settings = components['schemas']['Settings'];

const settings = (more: Partial<Settings> = {}) =>
  ({ status: 'armed', holds: [], quorum: 1, effectiveQuorum: 1, ...more }) as Settings;

/** A successor for whom everything is done. */
const ben = (more: Partial<Successor> = {}) =>
  ({
    id: 'ben',
    name: 'Ben',
    verified: true,
    optedOut: false,
    publicKey: 'key',
    keyPinnedAt: '2026-11-23T00:00:00.000Z',
    encryptedShare: 'share',
    sharesStale: false,
    restrictToAssignedEntries: true,
    mailProblem: null,
    ...more,
  }) as Successor;

const entry = (more = {}) => ({ entryId: 'letter', hasEnvelope: true, envelopeStale: false, ...more });
const left = (...entries: ReturnType<typeof entry>[]) => new Map([['ben', { entries }]]);

test('nothing is left to do once everything is sealed', () => {
  expect(pending(settings(), [ben()], left(entry()))).toEqual([]);
});

test.each<[string, Partial<Settings>, Partial<Successor>, ReturnType<typeof entry>[], RegExp]>([
  ['an unverified successor', {}, { verified: false }, [entry()], /has not confirmed the address/],
  ['one without a kit', {}, { publicKey: null }, [entry()], /has not made a kit/],
  ['a key that nobody compared', {}, { keyPinnedAt: null }, [], /: `vault-handover pin Ben`$/],
  ['nothing sealed', {}, { encryptedShare: null }, [entry()], /Nothing is sealed to Ben/],
  ['a stale share', {}, { sharesStale: true }, [entry()], /from before a change/],
  ['a missing envelope', {}, {}, [entry(), entry({ hasEnvelope: false })], /cannot open 1 entry/],
  ['a stale envelope', {}, {}, [entry({ envelopeStale: true })], /cannot open 1 entry/],
  ['nothing assigned', {}, {}, [], /Nothing is left to Ben/],
  ['one who opted out', {}, { optedOut: true }, [entry()], /does not want to be a successor/],
  [
    'a mailbox that refuses',
    {},
    { mailProblem: { since: '2026-11-23T00:00:00.000Z', permanent: true } },
    [entry()],
    /mailbox refuses our email/,
  ],
  ['one’s own mailbox', { holds: ['mail_refused'] }, {}, [entry()], /Your own mailbox refuses/],
  ['a switch that counts down', { status: 'grace_period' }, {}, [entry()], /check-in/],
  ['too few for the quorum', { quorum: 2 }, {}, [entry()], /seal --quorum 1/],
])('%s is pending', (_what, switched, successor, entries, expected) => {
  expect(pending(settings(switched), [ben(successor)], left(...entries))).toEqual([
    expect.stringMatching(expected),
  ]);
});

test('a command to copy runs nothing that the service wrote into a name', () => {
  const name = "Ben'; $(date)";
  expect(pending(settings(), [ben({ name, keyPinnedAt: null })], left(entry()))).toEqual([
    `${name}'s key is not compared: \`vault-handover pin 'Ben'\\''; $(date)'\``,
  ]);
});

test('someone who should no longer hold keys is named until the rotation', () => {
  expect(pending(settings(), [ben()], left(entry()), ['Bob'])).toEqual([
    'Bob still holds keys that should no longer open anything: `vault-handover rotate` makes them useless',
  ]);
});
