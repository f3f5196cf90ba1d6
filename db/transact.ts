/** Transactions that start again after a deadlock or a conflicting change of a switch. */
import { DeadlockException } from '@mikro-orm/core';
import { withConnection } from './connection-queue.ts';
import type { EntityManager } from './orm.ts';
import { SwitchConflict } from './switch.ts';

const TRIES = 4;

/**
 * Runs `work` in a transaction of a fresh EntityManager; its writes commit together or not at all.
 *
 * @param work may run more than once, so it must do nothing outside the database
 */
export async function transact<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withConnection(() => em.fork().transactional(work));
    } catch (error) {
      const passing = error instanceof SwitchConflict || error instanceof DeadlockException;
      if (!passing || attempt === TRIES) throw error;
    }
  }
}
