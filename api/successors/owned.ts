/** An owner's own successors, and the lock under which they change. */
import { Successor, type SuccessorRow } from '../../db/entities/successor.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { Caller } from '../auth/caller.ts';
import { requireLive } from '../auth/sessions.ts';
import { notFound, Problem } from '../http/errors.ts';
import { refuseProgram } from '../switch/programs.ts';

/**
 * Locks the owner's switch until commit. Every change of successors takes this lock first, so that they follow each
 * other, and none of them interleaves with the start of a handover.
 *
 * @throws Problem `unauthenticated` if the session ended while the request waited, and as `refuseProgram` does
 */
export async function lockSuccessors(em: EntityManager, caller: Caller): Promise<void> {
  const current = await loadSwitch(em, caller.user.id, { lock: true });
  if (!current) throw new Problem('unauthenticated');
  await requireLive(em, caller);
  refuseProgram(caller, current.state);
}

/** @throws Problem `not_found`, also for another owner's successor */
export async function findOwn(em: EntityManager, userId: string, id: string): Promise<SuccessorRow> {
  const successor = await em.findOne(Successor, { id, userId }, { refresh: true });
  if (!successor) throw notFound('Successor');
  return successor;
}

/** Whether something can safely be sealed to them. */
export const hasPinnedKey = ({ publicKey, keyPinnedAt, optedOutAt }: SuccessorRow): boolean =>
  publicKey != null && keyPinnedAt != null && optedOutAt == null;

/** Whether the other successors' shares become stale without this one. */
export const concernsShares = (successor: SuccessorRow): boolean =>
  hasPinnedKey(successor) || successor.encryptedShare != null;

/** All of an owner's successors, oldest first. */
export const allOf = (em: EntityManager, userId: string): Promise<SuccessorRow[]> =>
  em.find(Successor, { userId }, { refresh: true, orderBy: { createdAt: 'asc', id: 'asc' } });
