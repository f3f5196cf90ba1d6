/** The dates that owners see ahead of them. */
import { describe, expect, test } from '@jest/globals';
import { NORMAL_CONDITIONS } from '../../switch/plan.ts';
import type { SwitchState } from '../../switch/state.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  anInvitee,
  aSwitch,
  awaiting,
  conditionsWith,
  DAY,
  day,
  daysOf,
  due,
  gap,
  HOUR,
  invitedSuccessor,
  RULES,
  SETTINGS,
  START,
  silentOwner,
  successor,
  take,
} from './switch-builders.ts';

describe('the timeline', () => {
  const shown = (state: SwitchState, now: number, conditions = NORMAL_CONDITIONS) =>
    timeline(state, now, RULES, conditions).map(({ kind, at }) => [kind, daysOf(at)]);

  test('of the default 90 days, with the recipients of each mail', () => {
    const state = aSwitch({ successors: [successor('ann'), successor('bob', 30), successor('cid')] });
    expect(timeline(state, START, RULES, NORMAL_CONDITIONS)).toEqual([
      { kind: 'reminder', at: day(67.5), recipients: ['owner'] },
      { kind: 'reminder', at: day(76.5), recipients: ['owner'] },
      { kind: 'reminder', at: day(85.5), recipients: ['owner'] },
      { kind: 'final_notice', at: day(90), recipients: ['owner'] },
      { kind: 'grace_end', at: day(92), recipients: [] },
      { kind: 'invitation', at: day(92), recipients: [{ successorId: 'ann' }, { successorId: 'cid' }] },
      { kind: 'invitation', at: day(122), recipients: [{ successorId: 'bob' }] },
    ]);
  });

  test('takes into account accepted mails and credited outages', () => {
    const state = silentOwner('reminding', { lastReminderAt: day(70) });
    expect(shown(state, day(75), conditionsWith({ apiGaps: [gap(71, 74.5)] }))).toEqual([
      ['reminder', 80],
      ['reminder', 89],
      ['final_notice', 93.5],
      ['grace_end', 95.5],
      ['invitation', 95.5],
    ]);
  });

  test('of a pause: its reminders, its end, and the countdown after it', () => {
    expect(shown(silentOwner('paused', { pausedUntil: day(65) }), day(50))).toEqual([
      ['pause_reminder', 50],
      ['pause_reminder', 61],
      ['pause_end', 65],
      ['reminder', 132.5],
      ['reminder', 141.5],
      ['reminder', 150.5],
      ['final_notice', 155],
      ['grace_end', 157],
      ['invitation', 157],
    ]);
  });

  test('of a switch that is off or completed is empty', () => {
    expect(shown(silentOwner('off'), day(1))).toEqual([]);
    expect(shown(silentOwner('completed'), day(300))).toEqual([]);
  });

  test('shows the coming steps even during a hold', () => {
    expect(shown(aSwitch(), START, conditionsWith({ holds: ['mail_unconfigured'] }))).toEqual(
      shown(aSwitch(), START),
    );
  });

  test.each<[string, SwitchState, number]>([
    ['armed', aSwitch({ successors: [successor('ann'), successor('bob', 12)] }), START],
    ['reminding', silentOwner('reminding'), day(70)],
    ['reminding, late', silentOwner('reminding', { lastReminderAt: day(99) }), day(100)],
    ['grace_period', silentOwner('grace_period'), day(91)],
    [
      'awaiting_successors',
      awaiting([invitedSuccessor('ann'), anInvitee('bob', { handoverDelayDays: 40 })]),
      day(93),
    ],
    ['paused', silentOwner('paused'), day(10)],
    [
      'five reminders',
      aSwitch({ settings: { ...SETTINGS, thresholdDays: 7, reminderPercents: [1, 2, 3, 50, 99] } }),
      START,
    ],
  ])('from %s matches what plan and step do', (_, state, now) => {
    expect(shown(state, now)).toEqual(played(state, now));
  });

  /** Silence, a few days at a time: every mail is accepted at once, and nobody answers. */
  function played(from: SwitchState, now: number): [string, number][] {
    const events: [string, number][] = [];
    let state = from;
    let invitations = 0;
    for (let at = now; at < now + 2_000 * DAY; ) {
      const next = due(state, at);
      switch (next.kind) {
        case 'wait':
          // Looking early must change nothing.
          at = Math.min(next.until, at + 100 * HOUR);
          continue;
        case 'reminder':
          events.push(['reminder', daysOf(at)]);
          state = take(state, { kind: 'reminder_accepted', at }, at);
          continue;
        case 'final_notice':
          events.push(['final_notice', daysOf(at)]);
          state = take(state, { kind: 'final_notice_accepted', at, handoverId: 'h' }, at);
          continue;
        case 'end_grace':
          events.push(['grace_end', daysOf(at)]);
          state = take(state, { kind: 'grace_ended' }, at);
          continue;
        case 'invite':
          invitations += 1;
          events.push(['invitation', daysOf(at)]);
          state = take(state, { kind: 'successors_invited', successorIds: next.successorIds }, at);
          continue;
        case 'pause_reminder':
          events.push(['pause_reminder', daysOf(at)]);
          state = take(state, { kind: 'pause_reminded' }, at);
          continue;
        case 'end_pause':
          events.push(['pause_end', daysOf(at)]);
          state = take(state, { kind: 'resumed' }, at);
          continue;
        default:
          throw new Error(`${next.kind} should not come of silence`);
      }
    }
    expect(invitations).toBeGreaterThan(0);
    return events;
  }
});
