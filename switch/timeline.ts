/** The dates that owners see ahead of them. */
import { type Conditions, type Due, plan } from './plan.ts';
import type { Rules, SwitchEvent, SwitchState } from './state.ts';
import { step } from './step.ts';

/** Something that silence would bring, and whom it reaches. */
export interface PlannedEvent {
  kind: 'reminder' | 'final_notice' | 'grace_end' | 'invitation' | 'pause_reminder' | 'pause_end';
  at: number;
  /** The owner, or successors by ID. */
  recipients: readonly ('owner' | { successorId: string })[];
}

/** The event that a planned step becomes if everything goes well. */
function expectedEvent(due: Due, now: number): SwitchEvent | null {
  switch (due.kind) {
    case 'reminder':
      return { kind: 'reminder_accepted', at: now };
    case 'final_notice':
      return { kind: 'final_notice_accepted', at: now, handoverId: 'preview' };
    case 'end_grace':
      return { kind: 'grace_ended' };
    case 'invite':
      return { kind: 'successors_invited', successorIds: due.successorIds };
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
  pause_reminder: 'pause_reminder',
  end_pause: 'pause_end',
} as const;

/**
 * What silence from `now` on would bring, up to everyone's first invitation: plays `plan` and `step` forward from the
 * present state as if every mail were accepted and nothing were on hold.
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
  // Each turn moves either the time or the state. An owner has a few dozen steps ahead at most.
  for (let turn = 0; turn < 200; turn += 1) {
    const { due } = plan(current, at, rules, { ...conditions, holds: [] });
    if (due.kind === 'wait') {
      if (due.until === Number.POSITIVE_INFINITY) break;
      at = due.until;
      continue;
    }
    const event = expectedEvent(due, at);
    const next = event && step(current, event, at, rules);
    if (!next || !(due.kind in EVENT_OF_DUE)) break;
    events.push({
      kind: EVENT_OF_DUE[due.kind as keyof typeof EVENT_OF_DUE],
      at,
      recipients:
        due.kind === 'invite' ? due.successorIds.map((successorId) => ({ successorId })) : recipientsOf(due),
    });
    current = next;
  }
  return events;
}

const recipientsOf = (due: Due): readonly 'owner'[] =>
  due.kind === 'end_grace' || due.kind === 'end_pause' ? [] : ['owner'];
