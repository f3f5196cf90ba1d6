/** Whether an owner left anything to a successor. */
import { AssignedEntry } from './entities/assigned-entry.ts';
import type { SuccessorRow } from './entities/successor.ts';
import type { EntityManager } from './orm.ts';

/** False where a successor may take part in a handover, but would find nothing after it. */
export async function leavesSomething(
  em: EntityManager,
  { id, restrictToAssignedEntries }: Pick<SuccessorRow, 'id' | 'restrictToAssignedEntries'>,
): Promise<boolean> {
  return !restrictToAssignedEntries || (await em.count(AssignedEntry, { successorId: id })) > 0;
}
