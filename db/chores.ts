/** Which chores of reconcile fail, for operators. */
import { FailingChore } from './entities/failing-chore.ts';
import type { EntityManager } from './orm.ts';

export async function choreDone(em: EntityManager, name: string): Promise<void> {
  await em.nativeDelete(FailingChore, { name });
}

/** The first failure since the chore was last done is the one that is remembered. */
export async function choreFailed(em: EntityManager, name: string, since: Date): Promise<void> {
  await em.execute('insert into failing_chore (name, since) values (?, ?) on conflict do nothing', [
    name,
    since,
  ]);
}
