/**
 * The messages that are pushed: every record of the activity log, and before it the event that the record represents.
 */
import type { ActivityRow } from '../../db/entities/activity.ts';

export type EventName =
  | 'realtime.connected'
  | 'inactivity.reminder'
  | 'handover.status_changed'
  | 'handover.successor_responded'
  | 'activity.recorded'
  | 'session.revoked';

/** One message on the wire. */
export interface LiveEvent {
  event: EventName;
  payload: Record<string, unknown>;
  /** When it happened; ISO 8601 in UTC. */
  at: string;
}

export type RecordRow = Pick<ActivityRow, 'id' | 'type' | 'at' | 'detail'>;

/** Whether pushing a record needs the current state of the switch. */
export const needsSwitch = ({ type }: RecordRow): boolean => type === 'switch_changed';

/** Whole days until the deadline, rounded up; 0 once it has passed. */
const daysUntil = (deadline: unknown, at: Date, dayMs: number): number | null =>
  typeof deadline === 'string' ? Math.max(0, Math.ceil((Date.parse(deadline) - at.getTime()) / dayMs)) : null;

function meaningOf(
  { type, at, detail }: RecordRow,
  deadline: string | null,
  dayMs: number,
): Omit<LiveEvent, 'at'> | null {
  switch (type) {
    case 'switch_changed': {
      const { from, to, epoch, handoverId } = detail;
      const payload = { from, to, epoch, ...(handoverId == null ? {} : { handoverId }), deadline };
      return { event: 'handover.status_changed', payload };
    }
    case 'reminder_sent':
    // A page or an app may still reach an owner whose mailbox is dead.
    case 'warning_undeliverable': {
      // A final notice is announced by the grace period that starts with it, and a reminder that came back was
      // announced when sent.
      if (detail.kind !== 'reminder' || detail.of === undefined) return null;
      const { n, of, deadline: due = null } = detail;
      const payload = { n, of, deadline: due, daysLeft: daysUntil(due, at, dayMs) };
      return { event: 'inactivity.reminder', payload };
    }
    case 'successor_responded': {
      const { successorId, response } = detail;
      return { event: 'handover.successor_responded', payload: { successorId, response } };
    }
    default:
      return null;
  }
}

/**
 * The messages for one record, in order.
 *
 * @param deadline of the switch now: a client that is behind gets the current one
 * @param dayMs length of a day in milliseconds
 */
export function eventsOf(row: RecordRow, deadline: string | null, dayMs: number): LiveEvent[] {
  const at = row.at.toISOString();
  const meaning = meaningOf(row, deadline, dayMs);
  const recorded = { id: row.id, type: row.type, at, detail: row.detail };
  return [...(meaning ? [{ ...meaning, at }] : []), { event: 'activity.recorded', payload: recorded, at }];
}
