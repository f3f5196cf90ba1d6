/** Who must be told when a switch changes. */
import { isOpen, type SwitchState } from './state.ts';

/** A mail that is owed to someone after a change of state. Warnings aren't included: each is a step of its own. */
export type OwedMail =
  | { kind: 'handover_cancelled'; successorId: string; handoverId: string }
  | { kind: 'access'; successorId: string; handoverId: string }
  | { kind: 'access_reminder'; successorId: string; handoverId: string; n: number; accessEndsAt: number }
  | { kind: 'invitation'; successorId: string; handoverId: string; n: number }
  | { kind: 'pause_reminder'; n: number }
  | { kind: 'owner_alive' }
  | { kind: 'switch_off'; handoverCancelled: boolean };

/** Compares two states, so that no code path can forget to tell someone. */
export function owedMails(before: SwitchState, after: SwitchState): OwedMail[] {
  const owed: OwedMail[] = [];
  const handover = after.handover;
  const was = new Map(before.handover?.invitees.map((each) => [each.successorId, each]));
  for (const { successorId, invitationsSent, accessEndsAt, accessReminders } of handover?.invitees ?? []) {
    const to = { successorId, handoverId: handover?.id ?? '' };
    const old = was.get(successorId);
    if (handover?.status === 'cancelled') {
      if (before.handover?.status !== 'cancelled' && invitationsSent > 0)
        owed.push({ kind: 'handover_cancelled', ...to });
      continue;
    }
    if (invitationsSent > (old?.invitationsSent ?? 0))
      owed.push({ kind: 'invitation', ...to, n: invitationsSent });
    if (accessEndsAt !== null && !old?.accessEndsAt) owed.push({ kind: 'access', ...to });
    if (accessEndsAt !== null && accessReminders > (old?.accessReminders ?? 0))
      owed.push({ kind: 'access_reminder', ...to, n: accessReminders, accessEndsAt });
  }
  if (after.pauseReminders > before.pauseReminders)
    owed.push({ kind: 'pause_reminder', n: after.pauseReminders });
  if (after.ownerAliveAt !== null && before.ownerAliveAt === null) owed.push({ kind: 'owner_alive' });
  if (after.status === 'off' && before.status !== 'off') {
    owed.push({ kind: 'switch_off', handoverCancelled: isOpen(before.handover) });
  }
  return owed;
}
