/**
 * Returns lost connections to the pool. Kysely, which MikroORM uses, returns a connection only after `commit` or
 * `rollback` succeeds (kysely-org/kysely#1990). That leaves two leaks:
 *
 * - On a lost connection neither succeeds. Each transaction that a restart of PostgreSQL cuts off would occupy one place
 *   in the pool for as long as the process lives, until the worker stops with a healthy database.
 * - If the pool is told to close while a connection is being opened, Kysely fails before it gets the connection. Closing
 *   the pool would then wait for it forever.
 */
import type { Pool, PoolClient } from 'pg';

export function releaseLostConnections(pool: Pool): void {
  const checkedOut = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => void checkedOut.add(client));
  pool.on('release', (_error: unknown, client: PoolClient) => void checkedOut.delete(client));
  const giveBack = (client: PoolClient) => {
    // The pool itself drops an idle connection.
    if (!checkedOut.has(client)) return;
    const { release } = client;
    // The code that is using it notices the loss with its next statement, and releases it again.
    client.release = () => {};
    release(true);
  };
  pool.on('connect', (client: PoolClient) => {
    client.once('end', () => giveBack(client));
    // Not before the pool has handed it over.
    if (pool.ending) setImmediate(giveBack, client);
  });
}
