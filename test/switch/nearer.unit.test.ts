/** What may not happen in a database that may lack signs of life, and what always may. */
import { expect, test } from '@jest/globals';
import { isNearer } from '../../switch/nearer.ts';
import type { SwitchEvent, SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import {
  anInvitee,
  aSwitch,
  awaiting,
  day,
  invitedSuccessor,
  RULES,
  silentOwner,
  successor,
} from './switch-builders.ts';

const grace = silentOwner('grace_period');
const invited = awaiting([invitedSuccessor('ann'), invitedSuccessor('bob')], 2);
const answered = awaiting(
  [invitedSuccessor('ann', { response: 'accept', respondedAt: day(93) }), invitedSuccessor('bob')],
  2,
);

/** @returns null if the event is impossible */
const nearer = (state: SwitchState, event: SwitchEvent): boolean | null => {
  const after = step(state, event, day(95), RULES);
  return after && isNearer(event, state, after);
};

test.each<[string, SwitchState, SwitchEvent]>([
  ['a reminder', aSwitch(), { kind: 'reminder_accepted', at: day(68) }],
  ['the end of grace', grace, { kind: 'grace_ended' }],
  ['an invitation', awaiting([anInvitee('ann')]), { kind: 'successors_invited', successorIds: ['ann'] }],
  [
    'a reminder that access ends',
    silentOwner('released'),
    { kind: 'access_reminded', reminders: [{ successorId: 'ann', n: 1 }] },
  ],
  ['an acceptance', invited, { kind: 'responded', successorId: 'ann', response: 'accept' }],
  ['an acceptance again', answered, { kind: 'responded', successorId: 'ann', response: 'accept' }],
  ['the acceptance that releases', answered, { kind: 'responded', successorId: 'bob', response: 'accept' }],
  [
    'a successor who leaves, so that those who accepted are enough',
    { ...answered, successors: [successor('ann')] },
    { kind: 'eligibility_changed' },
  ],
])('%s brings a release nearer', (_, state, event) => {
  expect(nearer(state, event)).toBe(true);
});

test.each<[string, SwitchState, SwitchEvent]>([
  ['a sign of life', grace, { kind: 'sign_of_life' }],
  ['a cancellation', invited, { kind: 'cancelled' }],
  ['a pause', invited, { kind: 'paused', until: day(120) }],
  ['a change of successors during a pause', silentOwner('paused'), { kind: 'eligibility_changed' }],
  ['a decline', invited, { kind: 'responded', successorId: 'ann', response: 'decline' }],
  ['the word that the owner is alive', invited, { kind: 'owner_alive', successorId: 'ann' }],
  ['a restored backup', grace, { kind: 'restored' }],
  [
    'a corrected clock',
    silentOwner('grace_period', { finalNoticeAt: day(3_650) }),
    { kind: 'clock_corrected' },
  ],
  [
    'a corrected clock after a release',
    silentOwner('released', { lastSeenAt: day(3_650) }),
    { kind: 'clock_corrected' },
  ],
  [
    'a corrected clock in a pause',
    silentOwner('paused', { pausedUntil: day(3_650) }),
    { kind: 'clock_corrected' },
  ],
])('%s does not', (_, state, event) => {
  expect(nearer(state, event)).toBe(false);
});
