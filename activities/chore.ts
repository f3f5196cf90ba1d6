/** A piece of housekeeping, as an activity of its own, so that a failure stops no other. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { choreDone, choreFailed } from '../db/chores.ts';
import type { EntityManager } from '../db/orm.ts';
import type { ActivityDeps } from './deps.ts';

/** Makes chores. Operators are shown which of them fail, and when that began. */
export const choresWith =
  ({ orm, clock }: Pick<ActivityDeps, 'orm' | 'clock'>) =>
  <T>(name: string, work: (em: EntityManager, now: Date) => Promise<T>) =>
  async (): Promise<T> => {
    const now = new Date(await clock());
    try {
      const result = await work(orm.em.fork(), now);
      await choreDone(orm.em.fork(), name);
      return result;
    } catch (error) {
      activityContext.getStore()?.log.error('a chore failed', { chore: name });
      // If the database is down, the failure can't be noted, and other alerts report that.
      await choreFailed(orm.em.fork(), name, now).catch(() => {});
      throw error;
    }
  };
