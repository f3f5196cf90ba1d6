/** Every event in every status, as a table: which status follows, and which events are impossible. */
import { describe, expect, test } from '@jest/globals';
import {
  SWITCH_STATUSES,
  type SwitchEvent,
  type SwitchState,
  type SwitchStatus,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import {
  aHandover,
  day,
  invitedSuccessor,
  RULES,
  SETTINGS,
  silentOwner,
  successor,
} from './switch-builders.ts';

describe('every event in every status', () => {
  /** `null`: not possible. `same`: nothing changes, not even the object. `+`: a new cycle begins. */
  type Outcome = SwitchStatus | 'same' | 'armed+' | 'paused+' | null;
  const NOW = day(95);
  const ready = { remindersAccepted: 3, lastReminderAt: day(85.5) };
  const changed = { ...SETTINGS, thresholdDays: 30 };

  /** A handover in which Ann's access has ended, and Bob declined. */
  const readOut = (status: 'released' | 'completed') =>
    aHandover({
      status,
      releasedAt: day(93),
      completedAt: status === 'completed' ? day(94) : null,
      invitees: [
        invitedSuccessor('ann', { response: 'accept', respondedAt: day(93), accessEndsAt: day(94) }),
        invitedSuccessor('bob', { response: 'decline', respondedAt: day(93) }),
      ],
    });

  /** A handover that was released to Ann while Bob, who had accepted, was not a successor. */
  const acceptedBefore = aHandover({
    status: 'released',
    releasedAt: day(93),
    invitees: [
      invitedSuccessor('ann', { response: 'accept', respondedAt: day(93), accessEndsAt: day(183) }),
      invitedSuccessor('bob', { response: 'accept', respondedAt: day(92) }),
    ],
  });

  // The columns are SWITCH_STATUSES: off, armed, reminding, grace, awaiting, released, completed, paused.
  const table: [string, SwitchEvent, Partial<SwitchState>, Outcome[]][] = [
    [
      'a sign of life',
      { kind: 'sign_of_life' },
      {},
      ['off', 'armed', 'armed+', 'armed+', 'armed+', 'armed+', 'armed+', 'paused'],
    ],
    [
      'a sign of life with nobody left to hand over to',
      { kind: 'sign_of_life' },
      { successors: [] },
      ['off', 'armed', 'off', 'off', 'off', 'off', 'off', 'paused'],
    ],
    [
      'someone to hand over to',
      { kind: 'eligibility_changed' },
      { successors: [successor('ann')] },
      ['armed+', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'a verified successor of an owner with an unverified address',
      { kind: 'eligibility_changed' },
      { successors: [successor('ann')], emailVerified: false },
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'the last verified successor removed',
      { kind: 'eligibility_changed' },
      { successors: [] },
      ['same', 'off', 'off', 'off', 'off', 'off', 'same', 'same'],
    ],
    [
      'a successor again who accepted before the release',
      { kind: 'eligibility_changed' },
      { handover: acceptedBefore, successors: [successor('ann'), successor('bob')] },
      ['armed+', 'same', 'same', 'same', 'released', 'released', 'same', 'same'],
    ],
    [
      'another threshold',
      { kind: 'settings_changed', settings: changed },
      { successors: [successor('ann')] },
      ['off', 'armed', 'armed+', null, null, null, 'completed', 'paused'],
    ],
    [
      'another quorum',
      { kind: 'settings_changed', settings: { ...SETTINGS, quorum: 3 } },
      {},
      ['off', 'armed', 'reminding', null, null, null, 'completed', 'paused'],
    ],
    [
      'the same settings',
      { kind: 'settings_changed', settings: { ...SETTINGS, reminderPercents: [75, 85, 95] } },
      {},
      ['same', 'same', 'same', null, null, null, 'same', 'same'],
    ],
    [
      'a pause',
      { kind: 'paused', until: day(120) },
      {},
      ['paused', 'paused', 'paused', 'paused', 'paused', 'paused', null, 'paused'],
    ],
    ['a resume', { kind: 'resumed' }, {}, [null, null, null, null, null, null, null, 'armed+']],
    [
      'a resume with nobody left to hand over to',
      { kind: 'resumed' },
      { successors: [] },
      [null, null, null, null, null, null, null, 'off'],
    ],
    [
      'a pause reminder',
      { kind: 'pause_reminded' },
      {},
      [null, null, null, null, null, null, null, 'paused'],
    ],
    [
      'an accepted reminder',
      { kind: 'reminder_accepted', at: NOW },
      {},
      [null, 'reminding', 'reminding', null, null, null, null, null],
    ],
    [
      'one accepted reminder too many',
      { kind: 'reminder_accepted', at: NOW },
      ready,
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a final notice before every reminder was accepted',
      { kind: 'final_notice_accepted', at: NOW, handoverId: 'new' },
      { remindersAccepted: 2 },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a final notice after every reminder was accepted',
      { kind: 'final_notice_accepted', at: NOW, handoverId: 'new' },
      ready,
      [null, null, 'grace_period', null, null, null, null, null],
    ],
    [
      'an undeliverable reminder',
      { kind: 'reminder_undeliverable', at: NOW },
      {},
      [null, 'reminding', 'reminding', null, null, null, null, null],
    ],
    [
      'an undeliverable final notice',
      { kind: 'final_notice_undeliverable', at: NOW, handoverId: 'new' },
      ready,
      [null, null, 'grace_period', null, null, null, null, null],
    ],
    [
      'an undeliverable final notice that is accepted after all',
      { kind: 'final_notice_accepted', at: NOW, handoverId: '' },
      { undeliverableAt: day(90) },
      [null, null, null, 'grace_period', null, null, null, null],
    ],
    [
      'a reminder that another way took',
      { kind: 'way_accepted', at: NOW, finalNotice: false },
      {},
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'a final notice that another way took',
      { kind: 'way_accepted', at: NOW, finalNotice: true },
      {},
      [null, null, 'reminding', 'grace_period', null, null, null, null],
    ],
    [
      'a final notice that another way returned',
      { kind: 'way_returned', finalNotice: true },
      {},
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'a reminder that came back',
      { kind: 'warning_returned', at: NOW, reminder: 1 },
      {},
      [null, null, 'reminding', 'reminding', 'reminding', null, null, null],
    ],
    [
      'a final notice that came back',
      { kind: 'warning_returned', at: NOW, reminder: null },
      {},
      [null, null, 'reminding', 'reminding', 'reminding', null, null, null],
    ],
    [
      'a warning that came back from a dead mailbox',
      { kind: 'warning_returned', at: NOW, reminder: null },
      { undeliverableAt: day(90) },
      [null, null, 'reminding', 'grace_period', 'awaiting_successors', null, null, null],
    ],
    [
      'a final notice that is accepted where warnings came back',
      { kind: 'final_notice_accepted', at: NOW, handoverId: '' },
      { undeliverableAt: day(90), returnedAt: day(91) },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'the end of the grace period',
      { kind: 'grace_ended' },
      {},
      [null, null, null, 'awaiting_successors', null, null, null, null],
    ],
    [
      'an invitation',
      { kind: 'successors_invited', successorIds: ['ann'] },
      {},
      [null, null, null, null, 'awaiting_successors', 'released', null, null],
    ],
    [
      'an accepted invitation',
      { kind: 'invitation_accepted', successorId: 'ann', at: NOW },
      {},
      [null, null, null, null, 'awaiting_successors', 'released', null, null],
    ],
    [
      'an invitation that became obsolete',
      { kind: 'invitation_dropped', successorId: 'ann', n: 1 },
      {},
      // Ann's first invitation has arrived.
      [null, null, null, null, null, null, null, null],
    ],
    [
      'an invitation that came back',
      { kind: 'invitation_returned', successorId: 'ann', n: 1 },
      {},
      [null, null, null, null, 'awaiting_successors', 'released', null, null],
    ],
    [
      'a new address',
      { kind: 'address_changed' },
      {},
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
    [
      'an acceptance',
      { kind: 'responded', successorId: 'ann', response: 'accept' },
      {},
      [null, null, null, null, 'released', 'same', null, null],
    ],
    [
      'a refusal',
      { kind: 'responded', successorId: 'ann', response: 'decline' },
      {},
      // Ann accepted before the release, which made her answer final.
      [null, null, null, null, 'awaiting_successors', null, null, null],
    ],
    [
      'an answer from someone else',
      { kind: 'responded', successorId: 'eve', response: 'accept' },
      {},
      [null, null, null, null, null, null, null, null],
    ],
    [
      '"the owner is alive"',
      { kind: 'owner_alive', successorId: 'ann' },
      {},
      [null, null, null, null, 'reminding', null, null, null],
    ],
    [
      'the same from someone else',
      { kind: 'owner_alive', successorId: 'eve' },
      {},
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a cancellation',
      { kind: 'cancelled' },
      {},
      [null, null, null, 'armed+', 'armed+', 'armed+', null, null],
    ],
    [
      'the end of everybody’s access',
      { kind: 'completed' },
      {},
      [null, null, null, null, null, 'completed', null, null],
    ],
    [
      'a reminder that access ends',
      { kind: 'access_reminded', reminders: [{ successorId: 'ann', n: 1 }] },
      {},
      [null, null, null, null, null, 'released', null, null],
    ],
    [
      'access renewed while its window is open',
      { kind: 'access_renewed', successorId: 'ann' },
      {},
      [null, null, null, null, null, 'same', null, null],
    ],
    [
      'access renewed once its window is over',
      { kind: 'access_renewed', successorId: 'ann' },
      { handover: readOut('released') },
      [null, null, null, null, null, 'released', 'released', null],
    ],
    [
      'access renewed for someone who never had any',
      { kind: 'access_renewed', successorId: 'bob' },
      { handover: readOut('completed') },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'access renewed for someone who is no longer a successor',
      { kind: 'access_renewed', successorId: 'ann' },
      { handover: readOut('completed'), successors: [successor('bob')] },
      [null, null, null, null, null, null, null, null],
    ],
    [
      'a restored backup',
      { kind: 'restored' },
      {},
      ['same', 'armed+', 'armed+', 'armed+', 'armed+', 'armed+', 'same', 'paused+'],
    ],
    [
      'a corrected clock that had dated nothing in the future',
      { kind: 'clock_corrected' },
      {},
      ['same', 'same', 'same', 'same', 'same', 'same', 'same', 'same'],
    ],
  ];

  describe.each(table)('%s', (_, event, more, outcomes) => {
    test.each(SWITCH_STATUSES.map((status, i) => [status, outcomes[i]] as const))(
      'in %s: %s',
      (status, outcome) => {
        const before = silentOwner(status, more);
        const frozen = JSON.stringify(before);
        const after = step(before, event, NOW, RULES);
        expect(JSON.stringify(before)).toBe(frozen);
        if (outcome === null) return expect(after).toBeNull();
        if (outcome === 'same') return expect(after).toBe(before);
        const newCycle = outcome?.endsWith('+') ?? false;
        expect(after?.status).toBe(outcome?.replace('+', ''));
        expect(after?.epoch).toBe(before.epoch + (newCycle ? 1 : 0));
        expect(after?.lastSeenAt).toBeGreaterThanOrEqual(before.lastSeenAt);
        // A handover is open from the final notice to the end of access, even while it is put off by "the owner is
        // alive" or a returned warning.
        const open = ['grace_period', 'awaiting_successors', 'released'].includes(after?.status ?? '');
        const postponed =
          after?.ownerAliveAt != null || (before.handover && event.kind === 'warning_returned');
        const closed = closedBy(before, event);
        expect(after?.handover?.status ?? null).toBe(
          open ? after?.status : postponed ? 'grace_period' : closed,
        );
      },
    );
  });

  /** What became of the handover, if the event left none open. */
  function closedBy(before: SwitchState, event: SwitchEvent): 'completed' | 'cancelled' | null {
    if (!before.handover) return null;
    return event.kind === 'completed' ? 'completed' : 'cancelled';
  }

  test('covers every event', () => {
    const kinds: Record<SwitchEvent['kind'], true> = {
      sign_of_life: true,
      eligibility_changed: true,
      settings_changed: true,
      paused: true,
      resumed: true,
      pause_reminded: true,
      reminder_accepted: true,
      final_notice_accepted: true,
      reminder_undeliverable: true,
      warning_returned: true,
      way_accepted: true,
      way_returned: true,
      invitation_returned: true,
      final_notice_undeliverable: true,
      owner_alive: true,
      grace_ended: true,
      successors_invited: true,
      invitation_accepted: true,
      invitation_dropped: true,
      address_changed: true,
      responded: true,
      cancelled: true,
      completed: true,
      access_reminded: true,
      access_renewed: true,
      restored: true,
      clock_corrected: true,
    };
    expect([...new Set(table.map(([, event]) => event.kind))].sort()).toEqual(Object.keys(kinds).sort());
  });
});
