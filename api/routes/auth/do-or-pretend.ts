import type { EntityManager } from '../../../db/orm.ts';

/** Rolls back work that was only done for show. */
const PRETENDED = Symbol('pretended');

/**
 * Does some work in a transaction, or does it and rolls it back: the same statements, the same bytes on disk, the
 * same time. For answers that must not reveal whether there was anything to do.
 *
 * @param work resolves to whether to keep what it did
 */
export async function doOrPretend(
  em: EntityManager,
  work: (em: EntityManager) => Promise<boolean>,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    try {
      // A savepoint, because the surrounding transaction commits in either case.
      await tx.transactional(async (inner) => {
        if (!(await work(inner))) throw PRETENDED;
      });
    } catch (error) {
      if (error !== PRETENDED) throw error;
    }
  });
}
