/** The dates that owners see ahead of them. */
import { type Conditions, type Due, plan } from './plan.ts';
import type { Rules, SwitchEvent, SwitchState } from './state.ts';
import { step } from './step.ts';

/** An event that silence would lead to, and who hears of it. */
export interface PlannedEvent {
  kind:
    | 'reminder'
    | 'final_notice'
    | 'grace_end'
    | 'invitation'
    | 'access_reminder'
    | 'pause_reminder'
    | 'pause_end';
  at: number;
  /** The owner, or successors by ID. */
  recipients: readonly ('owner' | { successorId: string })[];
}

/** A step that is taken once it is due. */
export type DueStep = Exclude<Due, { kind: 'nothing' | 'wait' | 'hold' }>;

/** The event that a planned step becomes if everything goes well. */
function expectedEvent(due: DueStep, now: number): SwitchEvent | null {
  switch (due.kind) {
    case 'reminder':
      return { kind: 'reminder_accepted', at: now };
    case 'final_notice':
      return { kind: 'final_notice_accepted', at: now, handoverId: 'preview' };
    case 'end_grace':
      return { kind: 'grace_ended' };
    case 'invite':
      return { kind: 'successors_invited', successorIds: due.successorIds };
    case 'access_reminder':
      return { kind: 'access_reminded', reminders: due.reminders };
    case 'pause_reminder':
      return { kind: 'pause_reminded' };
    case 'end_pause':
      return { kind: 'resumed' };
    default:
      return null;
  }
}

const EVENT_OF_DUE = {
  reminder: 'reminder',
  final_notice: 'final_notice',
  end_grace: 'grace_end',
  invite: 'invitation',
  access_reminder: 'access_reminder',
  pause_reminder: 'pause_reminder',
  end_pause: 'pause_end',
} as const;

/** A switch has at most a few dozen waits and steps ahead. */
const MAX_STEPS = 200;

/**
 * The next step if the owner stays silent, and when: `now` itself if it is overdue. Holds are ignored. Null if there is
 * none.
 */
export function nextStep(
  state: SwitchState,
  now: number,
  rules: Rules,
  conditions: Conditions,
): { due: DueStep; at: number } | null {
  let at = now;
  for (let turn = 0; turn < MAX_STEPS; turn += 1) {
    const { due } = plan(state, at, rules, { ...conditions, holds: [] });
    if (due.kind === 'nothing' || due.kind === 'hold') return null;
    if (due.kind !== 'wait') return { due, at };
    if (due.until === Number.POSITIVE_INFINITY) return null;
    at = due.until;
  }
  return null;
}

/**
 * The events ahead if the owner stays silent, up to everyone's first invitation, and the reminders of those who
 * have access: plays `plan` and `step` forward from the current state as if every mail were accepted and nothing were
 * on hold.
 */
export function timeline(
  state: SwitchState,
  now: number,
  rules: Rules,
  conditions: Conditions,
): PlannedEvent[] {
  const events: PlannedEvent[] = [];
  let current = state;
  let at = now;
  for (let turn = 0; turn < MAX_STEPS; turn += 1) {
    const ahead = nextStep(current, at, rules, conditions);
    if (!ahead || ahead.due.kind === 'complete') break;
    const { due } = ahead;
    at = ahead.at;
    const event = expectedEvent(due, at);
    const next = event && step(current, event, at, rules);
    if (!next) break;
    events.push({
      kind: EVENT_OF_DUE[due.kind],
      at,
      recipients: recipientsOf(due),
    });
    current = next;
  }
  return events;
}

function recipientsOf(due: Due): PlannedEvent['recipients'] {
  switch (due.kind) {
    case 'invite':
      return due.successorIds.map((successorId) => ({ successorId }));
    case 'access_reminder':
      return due.reminders.map(({ successorId }) => ({ successorId }));
    case 'end_grace':
    case 'end_pause':
      return [];
    default:
      return ['owner'];
  }
}
