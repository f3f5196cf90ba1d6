/** Whether an owner left anything to a successor. */
import { AssignedEntry } from './entities/assigned-entry.ts';
import type { SuccessorRow } from './entities/successor.ts';
import type { EntityManager } from './orm.ts';

type LeftReader = Pick<SuccessorRow, 'id' | 'restrictToAssignedEntries' | 'encryptedShare'>;

/**
 * False where a successor may take part in a handover, but could open nothing after it: because nothing was assigned to
 * them, or because it was never sealed to their kit.
 */
export async function leavesSomething(
  em: EntityManager,
  { id, restrictToAssignedEntries, encryptedShare }: LeftReader,
): Promise<boolean> {
  const isSealed = encryptedShare !== null;
  if (isSealed && !restrictToAssignedEntries) return true;
  // A client may seal single entries without a share.
  const sealed = isSealed ? {} : { envelope: { $ne: null } };
  return (await em.count(AssignedEntry, { successorId: id, ...sealed })) > 0;
}
