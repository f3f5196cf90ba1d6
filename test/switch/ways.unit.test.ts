/** A way other than the mailbox changes nothing but how long the grace period of a dead mailbox is. */
import { describe, expect, test } from '@jest/globals';
import { NORMAL_CONDITIONS, plan } from '../../switch/plan.ts';
import type { SwitchState } from '../../switch/state.ts';
import { day, RULES, silentOwner, take } from './switch-builders.ts';

const accepted = (at: number) => ({ kind: 'way_accepted', at, finalNotice: true }) as const;
const returned = { kind: 'way_returned', finalNotice: true } as const;
const deadline = (state: SwitchState, now: number) => plan(state, now, RULES, NORMAL_CONDITIONS).deadline;

const reminded = silentOwner('reminding', { remindersAccepted: 3, lastReminderAt: day(85.5) });
const notice = (at: number) => ({ at, handoverId: 'handover-1' });
const undeliverable = (state: SwitchState, at: number) =>
  take(state, { kind: 'final_notice_undeliverable', ...notice(at) }, at);

describe('while the mailbox works', () => {
  test('a warning that another way took brings no step nearer', () => {
    expect(take(reminded, { kind: 'way_accepted', at: day(86), finalNotice: false }, day(86))).toBe(reminded);
    const early = take(reminded, accepted(day(90)), day(90));
    expect(early).toEqual({ ...reminded, reachedByWay: true });
    expect(deadline(early, day(91))).toBe(deadline(reminded, day(91)));
    const noticed = take(reminded, { kind: 'final_notice_accepted', ...notice(day(90)) }, day(90));
    const taken = take(noticed, accepted(day(91)), day(91));
    expect(deadline(taken, day(91))).toBe(deadline(noticed, day(91)));
  });
});

describe('once the mailbox is dead', () => {
  test('the grace period is the usual one if another way took the final notice first', () => {
    const state = undeliverable(take(reminded, accepted(day(90)), day(90)), day(97));
    expect(state.handover?.undeliverable).toBe(false);
    expect(deadline(state, day(97))).toBe(day(97) + RULES.graceMs);
  });

  test('the grace period is the usual one, from then on, if another way takes the final notice later', () => {
    const unheard = undeliverable(reminded, day(97));
    expect(deadline(unheard, day(98))).toBe(day(127));
    const state = take(unheard, accepted(day(99)), day(99));
    expect(deadline(state, day(99))).toBe(day(99) + RULES.graceMs);
    expect(take(state, accepted(day(100)), day(100))).toBe(state);
  });

  test('the grace period is the long one after all if the final notice comes back from the other way', () => {
    const state = take(take(undeliverable(reminded, day(97)), accepted(day(98)), day(98)), returned, day(99));
    expect(state.handover?.undeliverable).toBe(true);
    expect(deadline(state, day(99))).toBe(day(128));
  });

  test('a grace period that has ended goes on if the final notice comes back from the other way', () => {
    const reached = take(undeliverable(reminded, day(97)), accepted(day(98)), day(98));
    const asking = take(reached, { kind: 'grace_ended' }, day(101));
    expect(asking.status).toBe('awaiting_successors');
    const state = take(asking, returned, day(102));
    expect(state).toMatchObject({ status: 'grace_period', handover: { graceEndedAt: null } });
    expect(deadline(state, day(102))).toBe(day(128));
  });
});

test('a sign of life forgets what a way took, and a returned reminder does not', () => {
  const reached = take(reminded, accepted(day(90)), day(90));
  expect(take(reached, { kind: 'sign_of_life' }, day(91)).reachedByWay).toBe(false);
  const back = take(reached, { kind: 'warning_returned', at: day(91), reminder: 3 }, day(91));
  expect(back).toMatchObject({ remindersAccepted: 2, reachedByWay: true });
  const again = take(back, { kind: 'reminder_undeliverable', at: day(98) }, day(98));
  const state = undeliverable(again, day(103));
  expect(deadline(state, day(103))).toBe(day(103) + RULES.graceMs);
});
