/** What people do to a countdown: a successor who knows better, a quorum out of reach, an owner with a dead address. */
import { describe, expect, test } from '@jest/globals';
import { owedMails } from '../../switch/owed-mails.ts';
import { NORMAL_CONDITIONS, plan, quorumUnreachable } from '../../switch/plan.ts';
import { effectiveQuorum, handoverActive, type SwitchEvent, type SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  aHandover,
  anInvitee,
  conditionsWith,
  DAY,
  day,
  daysOf,
  due,
  gap,
  invitedSuccessor,
  RULES,
  SETTINGS,
  silentOwner,
  successor,
  take,
} from './switch-builders.ts';

const deadlineDay = (state: SwitchState, now: number, conditions = NORMAL_CONDITIONS) =>
  daysOf(plan(state, now, RULES, conditions).deadline ?? Number.NaN);

/** Three were invited on day 92. `more` says how they answered. */
const THREE = ['ann', 'bob', 'cid'].map((id) => successor(id));
const invited = (quorum: number, more: Record<string, Parameters<typeof invitedSuccessor>[1]> = {}) =>
  silentOwner('awaiting_successors', {
    successors: THREE,
    handover: aHandover({
      status: 'awaiting_successors',
      graceEndedAt: day(92),
      quorum,
      invitees: THREE.map(({ id }) => invitedSuccessor(id, more[id])),
    }),
  });

describe('a successor’s word that the owner is alive', () => {
  const ownerAlive = (state: SwitchState, now: number, successorId = 'ann') =>
    take(state, { kind: 'owner_alive', successorId }, now);

  test('14 days pass, then a new final notice and a whole grace period, and the invitations go on', () => {
    const after = ownerAlive(invited(1), day(95));
    expect(after).toMatchObject({ status: 'reminding', remindersAccepted: 3, finalNoticeAt: null });
    expect(due(after, day(95))).toEqual({ kind: 'wait', until: day(109) });
    expect(due(after, day(109))).toEqual({ kind: 'final_notice' });
    const noticed = take(after, { kind: 'final_notice_accepted', at: day(109), handoverId: 'x' }, day(109));
    expect(noticed).toMatchObject({
      status: 'grace_period',
      ownerAliveAt: null,
      handover: { id: 'handover' },
    });
    expect(due(noticed, day(109))).toEqual({ kind: 'wait', until: day(111) });
    const asking = take(noticed, { kind: 'grace_ended' }, day(111));
    expect(asking.status).toBe('awaiting_successors');
    // For everybody, a week has passed since the first invitation.
    expect(due(asking, day(111))).toEqual({ kind: 'invite', successorIds: ['ann', 'bob', 'cid'] });
  });

  test('the others’ answers are kept, and enough of them release as soon as the new grace period is over', () => {
    const one = invited(2, { bob: { response: 'accept', respondedAt: day(93) } });
    const after = ownerAlive(one, day(95));
    expect(after.handover?.invitees[1]?.response).toBe('accept');
    // An answer given in between is kept, and releases nothing yet.
    const answered = take(after, { kind: 'responded', successorId: 'cid', response: 'accept' }, day(100));
    expect(answered.status).toBe('reminding');
    expect(answered.handover?.invitees.map((each) => each.accessEndsAt)).toEqual([null, null, null]);
    const noticed = take(
      answered,
      { kind: 'final_notice_accepted', at: day(109), handoverId: 'x' },
      day(109),
    );
    const released = take(noticed, { kind: 'grace_ended' }, day(111));
    expect(released).toMatchObject({ status: 'released', handover: { releasedAt: day(111) } });
    expect(owedMails(noticed, released).map((each) => each.kind)).toEqual(['access', 'access']);
  });

  test('takes back their own earlier acceptance', () => {
    const after = ownerAlive(invited(2, { ann: { response: 'accept', respondedAt: day(93) } }), day(95));
    expect(after.handover?.invitees[0]).toMatchObject({ response: null, ownerAliveCount: 1 });
  });

  test('an outage extends the 14 days', () => {
    expect(
      deadlineDay(ownerAlive(invited(1), day(95)), day(105), conditionsWith({ apiGaps: [gap(96, 99)] })),
    ).toBe(112);
    // Earlier outages were credited to the deadline that has passed.
    expect(
      deadlineDay(ownerAlive(invited(1), day(95)), day(105), conditionsWith({ apiGaps: [gap(50, 90)] })),
    ).toBe(109);
  });

  test('tells the owner, once', () => {
    const before = invited(1);
    const after = ownerAlive(before, day(95));
    expect(owedMails(before, after)).toEqual([{ kind: 'owner_alive' }]);
    expect(ownerAlive(after, day(96), 'bob')).toBe(after);
  });

  test('is accepted twice from each successor, four times in all', () => {
    const again = (state: SwitchState): SwitchState => {
      const notice = take(state, { kind: 'final_notice_accepted', at: day(200), handoverId: 'x' }, day(200));
      return take(notice, { kind: 'grace_ended' }, day(202));
    };
    const event = (successorId: string) => ({ kind: 'owner_alive' as const, successorId });
    const twice = again(ownerAlive(again(ownerAlive(invited(1), day(95))), day(203)));
    expect(step(twice, event('ann'), day(203), RULES)).toBeNull();
    const four = again(ownerAlive(again(ownerAlive(twice, day(203), 'bob')), day(203), 'cid'));
    for (const { id } of THREE) expect(step(four, event(id), day(204), RULES)).toBeNull();
    // The owner comes back, and everything starts from zero.
    expect(take(four, { kind: 'sign_of_life' }, day(205)).handover?.status).toBe('cancelled');
  });

  test('while the handover already waits, only takes back their acceptance', () => {
    const after = ownerAlive(invited(2, { bob: { response: 'accept', respondedAt: day(93) } }), day(95));
    expect(ownerAlive(after, day(96), 'bob').handover?.invitees[1]).toMatchObject({
      response: null,
      ownerAliveCount: 0,
    });
  });

  test('in the following grace period, starts the 14 days again', () => {
    const after = ownerAlive(invited(2, { bob: { response: 'accept', respondedAt: day(93) } }), day(95));
    const grace = take(after, { kind: 'final_notice_accepted', at: day(109), handoverId: 'x' }, day(109));
    const again = ownerAlive(grace, day(110), 'bob');
    expect(again).toMatchObject({ status: 'reminding', ownerAliveAt: day(110), finalNoticeAt: null });
    expect(again.handover?.invitees[1]).toMatchObject({ response: null, ownerAliveCount: 1 });
    expect(due(again, day(110))).toEqual({ kind: 'wait', until: day(124) });
  });

  test('an obsolete invitation is followed by the next one on time', () => {
    const after = ownerAlive(invited(2, { bob: { invitationsSent: 2, invitedAt: null } }), day(95));
    expect(step(after, { kind: 'invitation_dropped', successorId: 'bob', n: 1 }, day(96), RULES)).toBeNull();
    const dropped = take(after, { kind: 'invitation_dropped', successorId: 'bob', n: 2 }, day(96));
    expect(dropped.handover?.invitees[1]).toMatchObject({ invitationsSent: 2, invitedAt: day(96) });
    expect(
      step(dropped, { kind: 'invitation_dropped', successorId: 'bob', n: 2 }, day(97), RULES),
    ).toBeNull();
  });

  test('is refused from successors who were not invited', () => {
    const uninvited = { ...invited(1), handover: aHandover({ invitees: [anInvitee('ann')] }) };
    expect(step(uninvited, { kind: 'owner_alive', successorId: 'ann' }, day(95), RULES)).toBeNull();
  });

  test('the handover stays open: settings are refused, and the owner’s return ends it and tells those who were invited', () => {
    const after = ownerAlive(invited(1), day(95));
    expect(handoverActive(after)).toBe(true);
    expect(step(after, { kind: 'settings_changed', settings: SETTINGS }, day(96), RULES)).toBeNull();
    const back = take(after, { kind: 'sign_of_life' }, day(96));
    expect(back).toMatchObject({ status: 'armed', epoch: 2, ownerAliveAt: null });
    expect(owedMails(after, back).map((each) => each.kind)).toEqual(Array(3).fill('handover_cancelled'));
    expect(take(after, { kind: 'cancelled' }, day(96)).status).toBe('armed');
  });

  test('the timeline shows the second final notice and grace period', () => {
    const events = timeline(ownerAlive(invited(1), day(95)), day(95), RULES, NORMAL_CONDITIONS);
    expect(events.slice(0, 3).map(({ kind, at }) => [kind, daysOf(at)])).toEqual([
      ['final_notice', 109],
      ['grace_end', 111],
      ['invitation', 111],
    ]);
  });
});

describe('a quorum that cannot be reached', () => {
  const declined = { response: 'decline' as const, respondedAt: day(94) };

  test('while the quorum can be reached, successors who declined are not asked again', () => {
    const state = invited(2, { ann: declined });
    expect(quorumUnreachable(state)).toBe(false);
    expect(due(state, day(99))).toEqual({ kind: 'invite', successorIds: ['bob', 'cid'] });
  });

  test('successors who declined are asked again a week later, then as often as the others', () => {
    const state = invited(2, { ann: declined, bob: declined });
    expect(quorumUnreachable(state)).toBe(true);
    expect(due(state, day(99))).toEqual({ kind: 'invite', successorIds: ['cid'] });
    expect(due(state, day(101))).toEqual({ kind: 'invite', successorIds: ['ann', 'bob', 'cid'] });
    const asking = take(state, { kind: 'successors_invited', successorIds: ['ann'] }, day(101));
    expect(asking.handover?.invitees[0]).toMatchObject({
      response: 'decline',
      invitationsSent: 2,
      invitedAt: null,
    });
    expect(owedMails(state, asking)).toMatchObject([{ kind: 'invitation', successorId: 'ann', n: 2 }]);
    // While that invitation is on its way, they are not invited once more.
    expect(due(asking, day(110))).toEqual({ kind: 'invite', successorIds: ['bob', 'cid'] });
  });

  test('if too few on the list are left, the other successors join it', () => {
    const left = { ...invited(2), successors: [successor('ann'), successor('dot', 3)] };
    const joined = take(left, { kind: 'eligibility_changed' }, day(96));
    expect(joined.handover?.invitees.map((each) => each.successorId)).toEqual(['ann', 'bob', 'cid', 'dot']);
    expect(due(joined, day(96))).toEqual({ kind: 'invite', successorIds: ['dot'] });
    // Nobody joins a handover that can go on without them.
    const enough = { ...invited(1), successors: [successor('ann'), successor('dot')] };
    expect(take(enough, { kind: 'eligibility_changed' }, day(96))).toBe(enough);
  });

  test('the quorum falls to the number of successors who remain', () => {
    const alone = { ...invited(2), successors: [successor('ann')] };
    expect(effectiveQuorum(invited(2))).toBe(2);
    expect(effectiveQuorum(alone)).toBe(1);
    expect(quorumUnreachable(alone)).toBe(false);
    expect(take(alone, { kind: 'responded', successorId: 'ann', response: 'accept' }, day(96)).status).toBe(
      'released',
    );
  });

  test('in two of two, opting out has the same effect before and after the final notice', () => {
    const settings = { ...SETTINGS, quorum: 2 };
    const both = [successor('ann'), successor('bob')];
    const reminding = silentOwner('reminding', { remindersAccepted: 3, settings, successors: both });
    const notice: SwitchEvent = { kind: 'final_notice_accepted', at: day(90), handoverId: 'h' };
    const leaves = (state: SwitchState, now: number) =>
      take({ ...state, successors: [successor('ann')] }, { kind: 'eligibility_changed' }, now);
    const before = take(leaves(reminding, day(89)), notice, day(90));
    const after = leaves(take(reminding, notice, day(90)), day(91));
    expect([effectiveQuorum(before), effectiveQuorum(after)]).toEqual([1, 1]);
  });

  test('once all others have accepted, the last successor releases by leaving, but not by declining', () => {
    const waiting = invited(2, { ann: { response: 'accept' }, bob: declined });
    const without = { ...waiting, successors: [successor('ann'), successor('bob')] };
    // Two are left, and one of them declined, so they are asked again.
    const stuck = take(without, { kind: 'eligibility_changed' }, day(96));
    expect([stuck.status, quorumUnreachable(stuck)]).toEqual(['awaiting_successors', true]);
    const alone = take(
      { ...stuck, successors: [successor('ann')] },
      { kind: 'eligibility_changed' },
      day(97),
    );
    expect(alone.status).toBe('released');
    expect(owedMails(stuck, alone)).toEqual([
      { kind: 'access', successorId: 'ann', handoverId: alone.handover?.id },
    ]);
  });

  test('if they accept now, it releases', () => {
    const state = invited(2, { ann: declined, bob: declined, cid: { response: 'accept' } });
    expect(take(state, { kind: 'responded', successorId: 'ann', response: 'accept' }, day(102)).status).toBe(
      'released',
    );
  });

  test('after the release nobody is asked to reconsider', () => {
    expect(quorumUnreachable({ ...invited(3, { ann: declined }), status: 'released' })).toBe(false);
  });
});

describe('an owner whose address is dead', () => {
  const reminding = silentOwner('armed');

  test('a new address is not dead, but a long grace period that has begun stays', () => {
    const dead = silentOwner('reminding', { undeliverableAt: day(75) });
    expect(take(dead, { kind: 'address_changed' }, day(80)).undeliverableAt).toBeNull();
    expect(take(noticed, { kind: 'address_changed' }, day(100.5))).toBe(noticed);
    expect(deadlineDay(noticed, day(100.5))).toBe(120);
  });

  test('later steps keep their distance from the moment a mail was found undeliverable', () => {
    const after = take(reminding, { kind: 'reminder_undeliverable', at: day(75) }, day(75));
    expect(after).toMatchObject({ status: 'reminding', remindersAccepted: 1, undeliverableAt: day(75) });
    expect(due(after, day(75))).toEqual({ kind: 'wait', until: day(84) });
  });

  test('a mailbox that accepts a later reminder is no longer dead', () => {
    const dead = take(reminding, { kind: 'reminder_undeliverable', at: day(75) }, day(75));
    expect(take(dead, { kind: 'reminder_accepted', at: day(84) }, day(84)).undeliverableAt).toBeNull();
  });

  const noticed = take(
    silentOwner('reminding', { remindersAccepted: 3, lastReminderAt: day(85.5), undeliverableAt: day(75) }),
    { kind: 'final_notice_undeliverable', at: day(90), handoverId: 'h' },
    day(90),
  );

  test('the grace period is 30 days, and the record says so', () => {
    expect(noticed).toMatchObject({ undeliverableAt: day(75), handover: { undeliverable: true } });
    expect(deadlineDay(noticed, day(90))).toBe(120);
    expect(due(noticed, day(90))).toEqual({ kind: 'wait', until: day(120) });
    expect(due(noticed, day(120))).toEqual({ kind: 'end_grace' });
  });

  test('outages lengthen it', () => {
    expect(deadlineDay(noticed, day(100), conditionsWith({ mailGaps: [gap(92, 97)] }))).toBe(125);
  });

  test('a longer grace period stays as it is', () => {
    const handover = aHandover({ graceMs: 40 * DAY, undeliverable: true });
    expect(deadlineDay({ ...noticed, handover }, day(90))).toBe(130);
  });

  test('a final notice that is accepted after all begins the usual grace period', () => {
    const reached = take(noticed, { kind: 'final_notice_accepted', at: day(100), handoverId: '' }, day(100));
    expect(reached).toMatchObject({
      finalNoticeAt: day(100),
      undeliverableAt: null,
      handover: { undeliverable: false },
    });
    expect(due(reached, day(100))).toEqual({ kind: 'wait', until: day(102) });
    expect(
      step(reached, { kind: 'final_notice_accepted', at: day(101), handoverId: '' }, day(101), RULES),
    ).toBeNull();
  });

  test('a sign of life clears everything known about the dead mailbox', () => {
    expect(take(noticed, { kind: 'sign_of_life' }, day(95))).toMatchObject({
      status: 'armed',
      undeliverableAt: null,
    });
  });
});
