import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pending } from '../../cli/status.ts';
import { type STATES, stateOf } from '../../cli/successor.ts';
import type { Successor } from '../../client/index.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import type { components } from '../../docs/openapi.d.ts';

type Settings = components['schemas']['Settings'];

const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** Lists the codes for those who write programs. */
const apiPage = readFileSync(join(checkout, 'docs', 'api.md'), 'utf8');

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

const mailProblem = { since: LONG_AGO, permanent: true };
const contact = (more: Partial<NonNullable<Successor['contact']>> = {}) =>
  ({ mailAcceptedAt: LONG_AGO, answer: null, newEmail: null, ...more }) as Successor['contact'];

const entry = (more = {}) => ({ entryId: 'letter', hasEnvelope: true, envelopeStale: false, ...more });
const left = (...entries: ReturnType<typeof entry>[]) => new Map([['ben', { entries }]]);

test('nothing is left to do once everything is sealed', () => {
  expect(pending(settings(), [ben()], left(entry()))).toEqual([]);
});

test.each<[string, Partial<Successor>, ReturnType<typeof entry>[], string, RegExp]>([
  ['an unverified successor', { verified: false }, [entry()], 'confirm', /has not confirmed the address/],
  ['one without a kit', { publicKey: null }, [entry()], 'make_kit', /has not made a kit/],
  ['a key that nobody compared', { keyPinnedAt: null }, [], 'compare', /: `vault-handover pin Ben`$/],
  ['nothing sealed', { encryptedShare: null }, [entry()], 'seal', /Nothing is sealed to Ben/],
  ['a stale share', { sharesStale: true }, [entry()], 'seal_again', /from before a change/],
  ['a missing envelope', {}, [entry(), entry({ hasEnvelope: false })], 'seal_entries', /cannot open 1 entry/],
  ['a stale envelope', {}, [entry({ envelopeStale: true })], 'seal_entries', /cannot open 1 entry/],
  ['nothing assigned', {}, [], 'decide', /Nothing is left to Ben/],
  ['one who opted out', { optedOut: true }, [entry()], 'opted_out', /does not want to be a successor/],
  ['a mailbox that refuses', { mailProblem }, [entry()], 'mailbox', /mailbox refuses our email/],
  [
    'one of two mailboxes',
    { mailProblem, secondVerifiedAt: LONG_AGO, secondMailProblem: null },
    [entry()],
    'one_mailbox',
    /^One address of Ben refuses/,
  ],
  [
    'one who moved',
    { contact: contact({ answer: 'moved', newEmail: 'ben@example.org' }) },
    [entry()],
    'moved',
    /mail at ben@example\.org/,
  ],
  ['one who does not answer', { contact: contact() }, [entry()], 'silent', /for a month/],
  ['a lost sheet', { contact: contact({ answer: 'sheet_lost' }) }, [entry()], 'sheet_lost', /new-kit Ben/],
])('%s is pending', (_what, successor, entries, code, text) => {
  expect(pending(settings(), [ben(successor)], left(...entries))).toEqual([
    { code, successorId: 'ben', text: expect.stringMatching(text) },
  ]);
  expect(apiPage).toContain(`| \`${code}\` `);
});

test.each<[string, Partial<Settings>, Successor[], Record<string, string>, RegExp]>([
  [
    'one’s own mailbox',
    { holds: ['mail_refused'] },
    [ben()],
    { code: 'held', hold: 'mail_refused' },
    /Your own mailbox refuses/,
  ],
  ['a switch that counts down', { status: 'grace_period' }, [ben()], { code: 'check_in' }, /check-in/],
  ['nobody to hand over to', {}, [], { code: 'no_successor' }, /successors add/],
  ['too few for the quorum', { quorum: 2 }, [ben()], { code: 'quorum' }, /seal --quorum 1/],
])('%s is pending', (_what, switched, successors, what, text) => {
  expect(pending(settings(switched), successors, left(entry()))).toEqual([
    { ...what, text: expect.stringMatching(text) },
  ]);
  expect(apiPage).toContain(`| \`${what.code}\` `);
});

test.each<[keyof typeof STATES, Partial<Successor>]>([
  ['opted_out', { optedOut: true }],
  ['invited', { verified: false }],
  ['verified', { publicKey: null }],
  ['kit', { keyPinnedAt: null }],
  ['compared', { encryptedShare: null }],
  ['stale', { sharesStale: true }],
  ['ready', {}],
])('a successor is %s', (state, successor) => {
  expect(stateOf(ben(successor))).toBe(state);
  expect(apiPage).toContain(`| \`${state}\` `);
});

test('a command to copy runs nothing that the service wrote into a name', () => {
  const name = "Ben'; $(date)";
  expect(pending(settings(), [ben({ name, keyPinnedAt: null })], left(entry()))).toEqual([
    expect.objectContaining({
      text: `${name}'s key is not compared: \`vault-handover pin 'Ben'\\''; $(date)'\``,
    }),
  ]);
});

test('someone who should no longer hold keys is named until the rotation', () => {
  expect(pending(settings(), [ben()], left(entry()), ['Bob'])).toEqual([
    {
      code: 'departed',
      text: 'Bob still holds keys that should no longer open anything: `vault-handover rotate` makes them useless',
    },
  ]);
});
