/** A database whose connections die while a process waits for an answer. */
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { TestApi } from './api.ts';

/**
 * Leaves the next statement of each name without an answer.
 *
 * @returns the names whose statement hasn't been sent yet; disposing of it lets all through again
 */
export async function leaveUnanswered(
  { orm }: Pick<TestApi, 'orm'>,
  names: readonly string[],
): Promise<Disposable & { left: ReadonlySet<string> }> {
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  const answered = pool.query.bind(pool) as (statement: { name?: string }) => Promise<unknown>;
  const left = new Set(names);
  const query = jest
    .spyOn(pool as unknown as { query: typeof answered }, 'query')
    .mockImplementation((statement) =>
      left.delete(statement.name ?? '') ? new Promise(() => {}) : answered(statement),
    );
  return { left, [Symbol.dispose]: () => query.mockRestore() };
}
