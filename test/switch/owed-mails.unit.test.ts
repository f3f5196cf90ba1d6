/** Who is told when a switch changes. */
import { describe, expect, test } from '@jest/globals';
import { owedMails } from '../../switch/owed-mails.ts';
import type { SwitchEvent, SwitchState } from '../../switch/state.ts';
import {
  anInvitee,
  aSwitch,
  awaiting,
  day,
  invitedSuccessor,
  silentOwner,
  successor,
  take,
} from './switch-builders.ts';

describe('who is told', () => {
  const invited = awaiting([invitedSuccessor('ann'), anInvitee('bob', { handoverDelayDays: 9 })], 1);
  const to = (successorId: string) => ({ successorId, handoverId: 'handover' });

  test.each<[string, SwitchEvent]>([
    ['the owner returns', { kind: 'sign_of_life' }],
    ['the owner cancels', { kind: 'cancelled' }],
    ['the owner pauses', { kind: 'paused', until: day(120) }],
    ['a backup is restored', { kind: 'restored' }],
  ])('%s: every successor who was invited, and no other', (_, event) => {
    expect(owedMails(invited, take(invited, event, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
    ]);
  });

  test('those who declined are told too that it is over', () => {
    const state = awaiting([invitedSuccessor('ann', { response: 'decline', respondedAt: day(93) })]);
    expect(owedMails(state, take(state, { kind: 'sign_of_life' }, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
    ]);
  });

  test('nobody, if the handover is cancelled during the grace period', () => {
    const grace = silentOwner('grace_period');
    expect(owedMails(grace, take(grace, { kind: 'sign_of_life' }, day(91)))).toEqual([]);
  });

  test('the owner and those who were invited, when the last successor leaves', () => {
    const alone = { ...invited, successors: [] };
    expect(owedMails(invited, take(alone, { kind: 'eligibility_changed' }, day(95)))).toEqual([
      { kind: 'handover_cancelled', ...to('ann') },
      { kind: 'switch_off', handoverCancelled: true },
    ]);
    const armed = aSwitch({ successors: [] });
    expect(owedMails(armed, take(armed, { kind: 'eligibility_changed' }, day(5)))).toEqual([
      { kind: 'switch_off', handoverCancelled: false },
    ]);
  });

  test('each successor who is invited, with the number of the invitation', () => {
    const event: SwitchEvent = { kind: 'successors_invited', successorIds: ['ann', 'bob'] };
    expect(owedMails(invited, take(invited, event, day(101)))).toEqual([
      { kind: 'invitation', ...to('ann'), n: 2 },
      { kind: 'invitation', ...to('bob'), n: 1 },
    ]);
  });

  test('on release, every successor who has accepted, and each later one on acceptance, once', () => {
    const state = awaiting(
      [invitedSuccessor('ann', { response: 'accept' }), invitedSuccessor('bob'), invitedSuccessor('cid')],
      2,
    );
    const release = take(state, { kind: 'responded', successorId: 'bob', response: 'accept' }, day(95));
    expect(owedMails(state, release)).toEqual([
      { kind: 'access', ...to('ann') },
      { kind: 'access', ...to('bob') },
    ]);
    const later = take(release, { kind: 'responded', successorId: 'cid', response: 'accept' }, day(96));
    expect(owedMails(release, later)).toEqual([{ kind: 'access', ...to('cid') }]);
  });

  test('the owner, at a pause reminder', () => {
    const paused = silentOwner('paused');
    expect(owedMails(paused, take(paused, { kind: 'pause_reminded' }, day(31)))).toEqual([
      { kind: 'pause_reminder', n: 1 },
    ]);
  });

  test.each<[string, SwitchState, SwitchEvent]>([
    ['a sign of life in an armed switch', aSwitch(), { kind: 'sign_of_life' }],
    ['arming', silentOwner('off', { successors: [successor('ann')] }), { kind: 'eligibility_changed' }],
    ['a reminder, which is a mail of its own', aSwitch(), { kind: 'reminder_accepted', at: day(67.5) }],
    ['the end of the grace period', silentOwner('grace_period'), { kind: 'grace_ended' }],
    ['an accepted invitation', invited, { kind: 'invitation_accepted', successorId: 'ann', at: day(95) }],
    ['a refusal', invited, { kind: 'responded', successorId: 'ann', response: 'decline' }],
    ['the end of access', silentOwner('released'), { kind: 'completed' }],
    ['the end of a pause', silentOwner('paused'), { kind: 'resumed' }],
    ['the owner’s return after a completed cycle', silentOwner('completed'), { kind: 'sign_of_life' }],
  ])('nobody, at %s', (_, before, event) => {
    expect(owedMails(before, take(before, event, day(95)))).toEqual([]);
  });
});
