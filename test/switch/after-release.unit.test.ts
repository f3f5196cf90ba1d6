/** A handover after its release: late invitations, the end of access and its renewal. */
import { describe, expect, test } from '@jest/globals';
import { owedMails } from '../../switch/owed-mails.ts';
import { NORMAL_CONDITIONS } from '../../switch/plan.ts';
import type { Invitee, SwitchState } from '../../switch/state.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  aHandover,
  anInvitee,
  conditionsWith,
  day,
  daysOf,
  due,
  invitedSuccessor,
  RULES,
  SETTINGS,
  silentOwner,
  successor,
  take,
  waitsUntil,
} from './switch-builders.ts';

describe('after the release', () => {
  const released = (invitees: Invitee[], more: Partial<SwitchState> = {}): SwitchState =>
    silentOwner('released', {
      successors: invitees.map((each) => successor(each.successorId)),
      handover: aHandover({ status: 'released', graceEndedAt: day(92), releasedAt: day(93), invitees }),
      ...more,
    });
  const reader = (id: string, endsOn: number, accessReminders = 2) =>
    invitedSuccessor(id, {
      response: 'accept',
      respondedAt: day(93),
      accessEndsAt: day(endsOn),
      accessReminders,
    });
  const decliner = (id: string) => invitedSuccessor(id, { response: 'decline', respondedAt: day(93) });

  test('invitations go on', () => {
    const state = released([reader('ann', 183), anInvitee('bob', { handoverDelayDays: 30 })]);
    expect(waitsUntil(state, day(100))).toBe(122);
    expect(due(state, day(122))).toEqual({ kind: 'invite', successorIds: ['bob'] });
  });

  test('the handover is complete once every successor has declined or lost access', () => {
    const state = released([reader('ann', 183), reader('bob', 190), decliner('cid')]);
    expect(waitsUntil(state, day(100))).toBe(183);
    expect(waitsUntil(state, day(183))).toBe(190);
    expect(due(state, day(190))).toEqual({ kind: 'complete' });
  });

  test('the handover is not complete while a successor has yet to be invited or to answer', () => {
    const toInvite = released([reader('ann', 183), anInvitee('bob', { handoverDelayDays: 365 })]);
    expect(waitsUntil(toInvite, day(200))).toBe(92 + 365);
    const toAnswer = released([
      reader('ann', 183),
      invitedSuccessor('bob', { invitationsSent: 5, invitedAt: day(195) }),
    ]);
    expect(waitsUntil(toAnswer, day(200))).toBe(225);
  });

  test('the handover does not wait for those who are no longer successors', () => {
    const state = released([reader('ann', 183), invitedSuccessor('bob', { invitedAt: day(183) })], {
      successors: [successor('ann')],
    });
    expect(due(state, day(183))).toEqual({ kind: 'complete' });
  });

  test('renewing starts a new cycle if the owner may have come back since the handover was completed', () => {
    const ended = take(released([reader('ann', 183), reader('bob', 190)]), { kind: 'completed' }, day(190));
    const renewed = take(
      ended,
      { kind: 'access_renewed', successorId: 'ann', ownerMayBeBack: true },
      day(500),
    );
    expect(renewed).toMatchObject({ status: 'armed', epoch: 2, clockStartedAt: day(500), handover: null });
    expect(owedMails(ended, renewed)).toEqual([]);
  });

  test('renewed access is a new window, after which the cycle is completed again', () => {
    const ended = take(released([reader('ann', 183), reader('bob', 190)]), { kind: 'completed' }, day(190));
    const renewed = take(ended, { kind: 'access_renewed', successorId: 'ann' }, day(500));
    expect(renewed).toMatchObject({
      status: 'released',
      epoch: 1,
      handover: { status: 'released', completedAt: null, releasedAt: day(93) },
    });
    expect(renewed.handover?.invitees.map(({ accessEndsAt }) => daysOf(accessEndsAt ?? 0))).toEqual([
      590, 190,
    ]);
    expect(owedMails(ended, renewed)).toEqual([]);
    expect(due(renewed, day(590))).toEqual({ kind: 'complete' });
    const back = take(renewed, { kind: 'sign_of_life' }, day(501));
    expect(back).toMatchObject({ status: 'armed', handover: { status: 'cancelled' } });
    expect(take(ended, { kind: 'sign_of_life' }, day(501))).toMatchObject({
      status: 'armed',
      handover: null,
    });
  });

  test('access is renewed after a clock that was ahead had completed the handover', () => {
    const ended = take(released([reader('ann', 183)]), { kind: 'completed' }, day(183));
    const renewed = take(ended, { kind: 'access_renewed', successorId: 'ann' }, day(170));
    expect(renewed).toMatchObject({ status: 'released', handover: { completedAt: null } });
    expect(renewed.handover?.invitees.map(({ accessEndsAt }) => daysOf(accessEndsAt ?? 0))).toEqual([260]);
  });

  describe('successors are reminded that their access ends', () => {
    /** Plays on until the handover is complete. @returns the days of the reminders to each, and which they were */
    function reminded(from: SwitchState, now: number): [string, number, number][] {
      const found: [string, number, number][] = [];
      let state = from;
      for (let at = now; ; ) {
        const next = due(state, at);
        if (next.kind === 'wait') at = next.until;
        else if (next.kind === 'access_reminder') {
          for (const { successorId, n } of next.reminders) found.push([successorId, daysOf(at), n]);
          state = take(state, { kind: 'access_reminded', reminders: next.reminders }, at);
        } else return found;
      }
    }
    const reading = (accessDays: number, invitees: Invitee[]) =>
      released(invitees, { settings: { ...SETTINGS, accessDays } });
    const ann = (endsOn: number) => reader('ann', endsOn, 0);

    test.each<[number, number[]]>([
      [7, []],
      [13, []],
      [14, [7]],
      [59, [7]],
      [60, [30, 7]],
      [90, [30, 7]],
      [365, [30, 7]],
    ])('access of %d days: %j days before it ends, if it lasts twice as long', (accessDays, before) => {
      const endsOn = 93 + accessDays;
      expect(reminded(reading(accessDays, [ann(endsOn)]), day(93))).toEqual(
        before.map((days, i) => ['ann', endsOn - days, i + 1]),
      );
    });

    test('each of them, before their own access ends', () => {
      const state = reading(90, [ann(183), reader('bob', 190, 0), decliner('cid')]);
      expect(reminded(state, day(100))).toEqual([
        ['ann', 153, 1],
        ['bob', 160, 1],
        ['ann', 176, 2],
        ['bob', 183, 2],
      ]);
    });

    test('after an outage: once instead of twice, and not at all once access has ended', () => {
      const state = reading(90, [ann(183)]);
      expect(reminded(state, day(160))).toEqual([
        ['ann', 160, 1],
        ['ann', 176, 2],
      ]);
      expect(reminded(state, day(182.5))).toEqual([['ann', 182.5, 2]]);
      expect(due(state, day(183))).toEqual({ kind: 'complete' });
    });

    test('not after they have left, the owner is back, or the switch is paused', () => {
      const state = reading(90, [ann(183), reader('bob', 190)]);
      const left = { ...state, successors: [successor('bob')] };
      expect(reminded(left, day(160))).toEqual([]);
      for (const event of [{ kind: 'sign_of_life' }, { kind: 'paused', until: day(200) }] as const)
        expect(due(take(state, event, day(152)), day(153)).kind).toBe('wait');
    });

    test('again before renewed access ends', () => {
      const ended = take(reading(90, [reader('ann', 183)]), { kind: 'completed' }, day(183));
      const renewed = take(ended, { kind: 'access_renewed', successorId: 'ann' }, day(500));
      expect(reminded(renewed, day(500))).toEqual([
        ['ann', 560, 1],
        ['ann', 583, 2],
      ]);
    });

    test('by a mail to each', () => {
      const state = reading(90, [ann(183), reader('bob', 183, 0)]);
      const next = due(state, day(176));
      if (next.kind !== 'access_reminder') throw new Error(next.kind);
      const after = take(state, { kind: 'access_reminded', reminders: next.reminders }, day(176));
      const mail = { kind: 'access_reminder', handoverId: 'handover', n: 2, accessEndsAt: day(183) };
      expect(owedMails(state, after)).toEqual([
        { ...mail, successorId: 'ann' },
        { ...mail, successorId: 'bob' },
      ]);
    });

    test('unless it is unclear which database this is', () => {
      const conditions = conditionsWith({ holds: ['database_changed'] });
      expect(due(reading(90, [ann(183)]), day(153), conditions).kind).toBe('hold');
    });

    test('and the timeline tells of them', () => {
      const ahead = timeline(reading(60, [ann(153)]), day(93), RULES, NORMAL_CONDITIONS);
      const recipients = [{ successorId: 'ann' }];
      expect(ahead).toEqual([
        { kind: 'access_reminder', at: day(123), recipients },
        { kind: 'access_reminder', at: day(146), recipients },
      ]);
    });
  });

  test('a completed cycle keeps its handover and nothing of the countdown', () => {
    const after = take(released([reader('ann', 183)]), { kind: 'completed' }, day(183));
    expect(after).toMatchObject({
      status: 'completed',
      epoch: 1,
      remindersAccepted: 0,
      lastReminderAt: null,
      finalNoticeAt: null,
      handover: { status: 'completed', completedAt: day(183), releasedAt: day(93), cancelReason: null },
    });
  });
});
