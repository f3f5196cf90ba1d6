import type { EntityManager } from '../../../db/orm.ts';

/** Thrown to take back what was only done for show; seen by nobody else. */
const PRETENDED = Symbol('pretended');

/**
 * Does some work in a transaction, or does it and takes it back: the same statements, the same bytes to the disk, the
 * same time. For answers that must not tell whether there was anything to do.
 */
export async function doOrPretend(
  em: EntityManager,
  real: boolean,
  work: (em: EntityManager) => Promise<void>,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    try {
      // A savepoint: the transaction around it commits in either case.
      await tx.transactional(async (inner) => {
        await work(inner);
        if (!real) throw PRETENDED;
      });
    } catch (error) {
      if (error !== PRETENDED) throw error;
    }
  });
}
