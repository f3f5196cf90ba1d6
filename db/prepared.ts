/**
 * Prepared statements: PostgreSQL parses and plans each of them once per connection, instead of with every call. They
 * are for reads and writes that many requests need. Everything else goes through the EntityManager.
 */
import { DeadlockException } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { withConnection } from './connection-queue.ts';
import type { Orm } from './orm.ts';

export interface Statement<Row extends object> {
  /** Unique, because it identifies the statement within a connection. */
  readonly name: string;
  /** SQL with `$1`, `$2` and so on for its values. */
  readonly text: string;
  /** The type of its rows; never set. */
  readonly row?: Row;
}

/** As many as `transact` has. */
const TRIES = 4;

/**
 * Runs a statement by itself, in a transaction of its own if it writes. After a deadlock it starts again.
 *
 * @throws DriverException as the EntityManager would; otherwise what the queue for connections throws
 */
export async function runStatement<Row extends object>(
  orm: Orm,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  // Converted here, and not around the queue: a request that it refuses has met no error of the database.
  const query = () =>
    pool.query<Row>({ name, text, values: values as unknown[] }).catch((error: Error) => {
      throw orm.driver.convertException(error);
    });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await withConnection(query)).rows;
    } catch (error) {
      if (!(error instanceof DeadlockException) || attempt === TRIES) throw error;
    }
  }
}

/** SQL for a time in milliseconds, as JavaScript counts them. */
export const millisecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
