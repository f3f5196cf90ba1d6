/** A handover until its release: the grace period, invitations and answers. */
import { describe, expect, test } from '@jest/globals';
import { owedMails } from '../../switch/owed-mails.ts';
import { NORMAL_CONDITIONS, plan, quorumUnreachable } from '../../switch/plan.ts';
import {
  acceptancesSoFar,
  type CurrentSuccessor,
  type SwitchEvent,
  type SwitchState,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  aHandover,
  anInvitee,
  awaiting,
  conditionsWith,
  day,
  daysOf,
  due,
  gap,
  HOUR,
  holder,
  invitedSuccessor,
  RULES,
  SETTINGS,
  silentOwner,
  successor,
  take,
  waitsUntil,
} from './switch-builders.ts';

describe('the grace period', () => {
  const grace = silentOwner('grace_period');

  test('begins with the final notice and freezes quorum and successors', () => {
    const reminding = silentOwner('reminding', {
      remindersAccepted: 3,
      lastReminderAt: day(85.5),
      settings: { ...SETTINGS, quorum: 2 },
      successors: [successor('ann', 3), successor('bob'), successor('cid', 10)],
    });
    const event: SwitchEvent = { kind: 'final_notice_accepted', at: day(90), handoverId: 'handover' };
    const after = take(reminding, event, day(90));
    expect(after.finalNoticeAt).toBe(day(90));
    expect(after.handover).toEqual(
      aHandover({
        quorum: 2,
        invitees: [
          anInvitee('ann', { handoverDelayDays: 3 }),
          anInvitee('bob'),
          anInvitee('cid', { handoverDelayDays: 10 }),
        ],
      }),
    );
    // Later changes to the owner's successors don't change the open handover.
    const more = { ...after, successors: [...after.successors, successor('dan')] };
    expect(step(more, { kind: 'eligibility_changed' }, day(91), RULES)?.handover).toBe(after.handover);
  });

  test.each([
    [1, 3, 1],
    [3, 3, 3],
    [5, 3, 3],
    [15, 1, 1],
  ])('a quorum of %i with %i verified successors is %i', (quorum, count, frozen) => {
    const reminding = silentOwner('reminding', {
      remindersAccepted: 3,
      settings: { ...SETTINGS, quorum },
      successors: Array.from({ length: count }, (_, i) => successor(`s${i}`)),
    });
    const event: SwitchEvent = { kind: 'final_notice_accepted', at: day(90), handoverId: 'h' };
    expect(take(reminding, event, day(90)).handover?.quorum).toBe(frozen);
  });

  test('ends 48 hours after the mail server accepted the final notice', () => {
    expect(due(grace, day(92) - 1)).toEqual({ kind: 'wait', until: day(92) });
    expect(due(grace, day(92))).toEqual({ kind: 'end_grace' });
    const late = silentOwner('grace_period', { finalNoticeAt: day(100) });
    expect(waitsUntil(late, day(100))).toBe(102);
  });

  test.each([24, 480])('is as long as the owner was told, even if the setting is now %i hours', (hours) => {
    const rules = { ...RULES, graceMs: hours * HOUR };
    const { deadline } = plan(grace, day(91), rules, NORMAL_CONDITIONS);
    expect(deadline).toBe(day(92));
    expect(timeline(grace, day(91), rules, NORMAL_CONDITIONS)[0]).toMatchObject({
      kind: 'grace_end',
      at: day(92),
    });
    // A notice written before the setting changed is valid as it was written.
    const reminding = silentOwner('reminding', { remindersAccepted: 3, lastReminderAt: day(85.5) });
    const at = day(90);
    const event: SwitchEvent = { kind: 'final_notice_accepted', at, handoverId: 'h', graceMs: RULES.graceMs };
    const after = step(reminding, event, at, rules);
    expect(after && plan(after, at, rules, NORMAL_CONDITIONS).deadline).toBe(day(92));
  });

  test.each<[string, Parameters<typeof conditionsWith>[0], number]>([
    ['the API was away', { apiGaps: [gap(90.5, 91)] }, 92.5],
    ['mail was away', { mailGaps: [gap(90.5, 91)] }, 92.5],
    ['both were away at once', { apiGaps: [gap(90.5, 91)], mailGaps: [gap(90.5, 91)] }, 92.5],
    ['both were away, partly at once', { apiGaps: [gap(90, 91)], mailGaps: [gap(90.5, 91.5)] }, 93.5],
    ['one after the other', { apiGaps: [gap(90, 91)], mailGaps: [gap(91, 91.75)] }, 93.75],
    ['before the final notice', { apiGaps: [gap(80, 90.25)] }, 92.25],
    ['returned mail could not be read', { returnGaps: [gap(90.5, 91)] }, 92.5],
    ['that, while mail was away', { mailGaps: [gap(90.25, 91)], returnGaps: [gap(90.5, 91.5)] }, 93.25],
  ])('counts only moments when API and mail were both up: %s', (_, conditions, end) => {
    expect(waitsUntil(grace, day(91.8), conditionsWith(conditions))).toBe(end);
  });

  test('waits for API and mail without limit: 400 days without mail add 400 days', () => {
    expect(waitsUntil(grace, day(491), conditionsWith({ mailGaps: [gap(91, 491)] }))).toBe(492);
  });

  test('waits for returned mail to be read no longer than for a dead mailbox, besides outages of mail', () => {
    const unread = { returnGaps: [gap(90.5, 400)] };
    expect(waitsUntil(grace, day(100), conditionsWith({ returnGaps: [gap(90.5, 100)] }))).toBe(101.5);
    expect(waitsUntil(grace, day(119), conditionsWith(unread))).toBe(120);
    expect(due(grace, day(120), conditionsWith(unread)).kind).toBe('end_grace');
    expect(waitsUntil(grace, day(123), conditionsWith({ ...unread, mailGaps: [gap(91, 95)] }))).toBe(124);
    const dead = { ...grace, undeliverableAt: day(89) };
    expect(waitsUntil(dead, day(119), conditionsWith(unread))).toBe(120);
  });

  test('does not end while the clocks disagree, and needs no mail server to end', () => {
    expect(due(grace, day(92), conditionsWith({ holds: ['clock_skew'] }))).toEqual({
      kind: 'hold',
      holds: ['clock_skew'],
    });
    expect(due(grace, day(92), conditionsWith({ holds: ['mail_unconfigured'] })).kind).toBe('end_grace');
  });

  test('successors’ delays count from its end', () => {
    const after = take(grace, { kind: 'grace_ended' }, day(93));
    expect(after.handover).toMatchObject({ status: 'awaiting_successors', graceEndedAt: day(93) });
  });
});

describe('inviting successors', () => {
  test('each is invited after their own delay', () => {
    const state = awaiting([
      anInvitee('ann'),
      anInvitee('bob', { handoverDelayDays: 5 }),
      anInvitee('cid', { handoverDelayDays: 365 }),
    ]);
    expect(due(state, day(92))).toEqual({ kind: 'invite', successorIds: ['ann'] });
    const first = take(state, { kind: 'successors_invited', successorIds: ['ann'] }, day(92));
    expect(waitsUntil(first, day(92))).toBe(97);
    expect(due(first, day(97))).toEqual({ kind: 'invite', successorIds: ['bob'] });
    const second = take(first, { kind: 'successors_invited', successorIds: ['bob'] }, day(97));
    expect(waitsUntil(second, day(97))).toBe(92 + 365);
  });

  test('those who are due are invited together', () => {
    const state = awaiting([anInvitee('ann'), anInvitee('bob'), anInvitee('cid', { handoverDelayDays: 1 })]);
    expect(due(state, day(92))).toEqual({ kind: 'invite', successorIds: ['ann', 'bob'] });
  });

  test('those who do not answer are invited again weekly four times, then every 30 days indefinitely', () => {
    let state = awaiting([anInvitee('ann')]);
    const days: number[] = [];
    let now = day(92);
    while (days.length < 9) {
      const next = due(state, now);
      if (next.kind === 'wait') {
        now = next.until;
        continue;
      }
      expect(next).toEqual({ kind: 'invite', successorIds: ['ann'] });
      days.push(daysOf(now) - 92);
      state = take(state, { kind: 'successors_invited', successorIds: ['ann'] }, now);
      state = take(state, { kind: 'invitation_accepted', successorId: 'ann', at: now }, now);
    }
    expect(days).toEqual([0, 7, 14, 21, 28, 58, 88, 118, 148]);
  });

  test('nobody is invited again while their last invitation is on its way, however long that takes', () => {
    const state = awaiting([anInvitee('ann', { invitationsSent: 1, invitedAt: null })]);
    expect(due(state, day(900))).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
    const arrived = take(state, { kind: 'invitation_accepted', successorId: 'ann', at: day(900) }, day(900));
    expect(waitsUntil(arrived, day(900))).toBe(907);
  });

  test('those who have answered are not invited again', () => {
    const state = awaiting(
      [
        invitedSuccessor('ann', { response: 'decline', respondedAt: day(93) }),
        invitedSuccessor('bob', { response: 'accept', respondedAt: day(93) }),
        invitedSuccessor('cid', { invitedAt: day(95) }),
      ],
      2,
    );
    expect(waitsUntil(state, day(100))).toBe(102);
  });

  test('those who are no longer successors are not invited, and cannot answer', () => {
    const state = awaiting([invitedSuccessor('ann'), invitedSuccessor('bob', { invitedAt: day(95) })], 1, {
      successors: [successor('bob')],
    });
    expect(waitsUntil(state, day(95))).toBe(102);
    const answer: SwitchEvent = { kind: 'responded', successorId: 'ann', response: 'accept' };
    expect(step(state, answer, day(96), RULES)).toBeNull();
  });

  test('an invitation that was never sent cannot be accepted or answered', () => {
    const state = awaiting([anInvitee('ann', { handoverDelayDays: 5 })]);
    expect(
      step(state, { kind: 'invitation_accepted', successorId: 'ann', at: day(93) }, day(93), RULES),
    ).toBeNull();
    const answer: SwitchEvent = { kind: 'responded', successorId: 'ann', response: 'accept' };
    expect(step(state, answer, day(93), RULES)).toBeNull();
  });
});

describe('answers and the release', () => {
  const respond = (state: SwitchState, successorId: string, response: 'accept' | 'decline', at: number) =>
    take(state, { kind: 'responded', successorId, response }, at);
  const three = () =>
    awaiting([invitedSuccessor('ann'), invitedSuccessor('bob'), invitedSuccessor('cid')], 2);

  test('a quorum of acceptances releases, and one less does not', () => {
    const one = respond(three(), 'ann', 'accept', day(93));
    expect(one.status).toBe('awaiting_successors');
    const two = respond(one, 'bob', 'accept', day(94));
    expect(two.status).toBe('released');
    expect(two.handover).toMatchObject({ status: 'released', releasedAt: day(94) });
  });

  test('only acceptances release, and the same answer twice changes nothing', () => {
    let state = respond(three(), 'ann', 'decline', day(93));
    state = respond(state, 'bob', 'accept', day(94));
    expect(state.status).toBe('awaiting_successors');
    expect(step(state, { kind: 'responded', successorId: 'bob', response: 'accept' }, day(95), RULES)).toBe(
      state,
    );
  });

  test('an answer may change until the release, in both directions', () => {
    let state = respond(three(), 'ann', 'accept', day(93));
    state = respond(state, 'ann', 'decline', day(94));
    state = respond(state, 'bob', 'accept', day(95));
    expect(state.status).toBe('awaiting_successors');
    state = respond(state, 'ann', 'accept', day(96));
    expect(state.status).toBe('released');
  });

  test('after the release no acceptance can be taken back, and successors who declined may still accept', () => {
    let state = respond(three(), 'ann', 'decline', day(93));
    state = respond(respond(state, 'bob', 'accept', day(94)), 'cid', 'accept', day(95));
    expect(
      step(state, { kind: 'responded', successorId: 'bob', response: 'decline' }, day(96), RULES),
    ).toBeNull();
    const late = respond(state, 'ann', 'accept', day(96));
    expect(late.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([day(186), day(185), day(185)]);
    expect(owedMails(state, late)).toMatchObject([{ kind: 'access', successorId: 'ann' }]);
    expect(
      step(late, { kind: 'responded', successorId: 'ann', response: 'decline' }, day(97), RULES),
    ).toBeNull();
  });

  describe('where successors hold shares', () => {
    const shared = (...successors: CurrentSuccessor[]): SwitchState => ({
      ...three(),
      successors: [...successors, successor('cid')],
    });
    test('a quorum that cannot open the vault does not release it', () => {
      const declined = respond(shared(holder('ann'), holder('bob')), 'bob', 'decline', day(93));
      const short = respond(respond(declined, 'cid', 'accept', day(94)), 'ann', 'accept', day(95));
      expect([short.status, quorumUnreachable(short)]).toEqual(['awaiting_successors', true]);
      // Two have accepted, but Cid can't take Bob's place.
      expect(acceptancesSoFar(short)).toBe(1);
      expect(due(short, day(101))).toEqual({ kind: 'invite', successorIds: ['bob'] });
      const released = respond(short, 'bob', 'accept', day(102));
      expect([released.status, acceptancesSoFar(released)]).toEqual(['released', 3]);
    });

    test('a quorum of share holders does not wait for other successors', () => {
      const one = respond(shared(holder('ann'), holder('bob')), 'ann', 'accept', day(93));
      expect(respond(one, 'bob', 'accept', day(94)).status).toBe('released');
    });

    test('if fewer successors hold a share than the quorum, all of them and a full quorum must accept', () => {
      const both = respond(
        respond(shared(holder('ann'), successor('bob')), 'bob', 'accept', day(93)),
        'cid',
        'accept',
        day(94),
      );
      expect([both.status, acceptancesSoFar(both)]).toEqual(['awaiting_successors', 1]);
      expect(respond(both, 'ann', 'accept', day(95)).status).toBe('released');
      const alone = respond(shared(holder('ann'), successor('bob')), 'ann', 'accept', day(93));
      expect([alone.status, acceptancesSoFar(alone)]).toEqual(['awaiting_successors', 1]);
    });

    test('a release does not wait for a share holder who has left', () => {
      const one = respond(
        respond(shared(holder('ann'), holder('bob')), 'ann', 'accept', day(93)),
        'cid',
        'accept',
        day(94),
      );
      expect(one.status).toBe('awaiting_successors');
      const left = { ...one, successors: [holder('ann'), successor('cid')] };
      expect(take(left, { kind: 'eligibility_changed' }, day(95)).status).toBe('released');
    });
  });

  test('a former successor’s acceptance is ignored and gives no access', () => {
    const one = respond(three(), 'ann', 'accept', day(93));
    const without = { ...one, successors: [successor('bob'), successor('cid')] };
    const two = respond(without, 'bob', 'accept', day(94));
    expect(two.status).toBe('awaiting_successors');
    const enough = respond(two, 'cid', 'accept', day(95));
    expect(enough.status).toBe('released');
    expect(enough.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([null, day(185), day(185)]);
    // Confirmed again, they get what they had accepted.
    const again = { ...enough, successors: three().successors };
    const opened = take(again, { kind: 'eligibility_changed' }, day(96));
    expect(opened.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([
      day(186),
      day(185),
      day(185),
    ]);
    expect(owedMails(again, opened)).toEqual([
      { kind: 'access', successorId: 'ann', handoverId: 'handover' },
    ]);
    // If everybody else had finished reading by then, they get it as soon as anybody reads again.
    const over = take(enough, { kind: 'completed' }, day(185));
    const back = take({ ...over, successors: three().successors }, { kind: 'eligibility_changed' }, day(186));
    const renewed = take(back, { kind: 'access_renewed', successorId: 'bob' }, day(187));
    expect(renewed.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([
      day(277),
      day(277),
      day(185),
    ]);
  });

  test('an access window begins at acceptance or release, whichever is later', () => {
    let state = respond(three(), 'ann', 'accept', day(93));
    expect(state.handover?.invitees[0]?.accessEndsAt).toBeNull();
    state = respond(state, 'bob', 'accept', day(100));
    state = respond(state, 'cid', 'accept', day(120));
    expect(state.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([day(190), day(190), day(210)]);
    expect(state.handover?.releasedAt).toBe(day(100));
  });

  test('a late acceptance gives access even after another successor has left', () => {
    let state = respond(respond(three(), 'ann', 'accept', day(93)), 'bob', 'accept', day(94));
    state = { ...state, successors: [successor('bob'), successor('cid')] };
    state = respond(state, 'cid', 'accept', day(120));
    expect(state.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([day(184), day(184), day(210)]);
  });

  test('a late refusal ends no other successor’s access', () => {
    const released = respond(respond(three(), 'ann', 'accept', day(93)), 'bob', 'accept', day(94));
    const after = respond(released, 'cid', 'decline', day(95));
    expect(after.status).toBe('released');
    expect(after.handover?.invitees.slice(0, 2)).toEqual(released.handover?.invitees.slice(0, 2));
  });
});
