/** Saves the handover that a change of a switch opened, advanced or closed, with its invitees. */
import type { SwitchState } from '../switch/state.ts';
import { Handover } from './entities/handover.ts';
import { Invitee } from './entities/invitee.ts';
import type { EntityManager } from './orm.ts';

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** @param note the owner's own words for a cancelled handover */
export async function saveHandover(
  em: EntityManager,
  userId: string,
  before: SwitchState,
  after: SwitchState,
  note: string | null,
) {
  const handover = after.handover;
  if (!handover || handover === before.handover) return;
  const columns = {
    status: handover.status,
    graceEndedAt: date(handover.graceEndedAt),
    releasedAt: date(handover.releasedAt),
    completedAt: date(handover.completedAt),
    cancelledAt: date(handover.cancelledAt),
    cancelReason: handover.cancelReason,
    undeliverable: handover.undeliverable,
    graceMs: handover.graceMs,
    cancelNote: note,
  };
  if (!before.handover) {
    const { id, quorum } = handover;
    await em.insert(Handover, {
      id,
      userId,
      epoch: after.epoch,
      quorum,
      startedAt: new Date(handover.startedAt),
      ...columns,
    });
  } else {
    await em.nativeUpdate(Handover, { id: handover.id }, columns);
  }
  const old = new Map(before.handover?.invitees.map((each) => [each.successorId, each]));
  for (const invitee of handover.invitees) {
    const was = old.get(invitee.successorId);
    if (was === invitee) continue;
    const { successorId, handoverDelayDays, invitationsSent, response } = invitee;
    const fields = {
      invitationsSent,
      invitedAt: date(invitee.invitedAt),
      response,
      respondedAt: date(invitee.respondedAt),
      accessEndsAt: date(invitee.accessEndsAt),
      accessReminders: invitee.accessReminders,
      ownerAliveCount: invitee.ownerAliveCount,
    };
    if (was) await em.nativeUpdate(Invitee, { handoverId: handover.id, successorId }, fields);
    else
      await em.insert(Invitee, {
        handoverId: handover.id,
        successorId,
        handoverDelayDays,
        message: null,
        reshares: null,
        lastAccessAt: null,
        ...fields,
      });
  }
}
