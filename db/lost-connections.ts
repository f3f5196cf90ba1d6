/**
 * Gives a place in the pool back when nobody else will. Kysely, below MikroORM, returns a connection to the pool once
 * `commit` or `rollback` succeeded (kysely-org/kysely#1990), and only one that it could take in hand at all:
 *
 * - On a connection that is gone neither ever succeeds: each transaction that a restart of PostgreSQL cuts would take
 *   one place for as long as the process lives, and with the last of them its worker would stand still, however well
 *   the database is by then.
 * - A connection that was still being opened when the pool was told to close finds a Kysely that has let go of the
 *   pool and fails before it has the connection in hand: closing would wait for it for ever.
 */
import type { Pool, PoolClient } from 'pg';

export function releaseLostConnections(pool: Pool): void {
  const inHand = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => void inHand.add(client));
  pool.on('release', (_error: unknown, client: PoolClient) => void inHand.delete(client));
  const giveBack = (client: PoolClient) => {
    // While nobody has it in hand, the pool itself lets go of it.
    if (!inHand.has(client)) return;
    const { release } = client;
    // Whoever still has it in hand hears of the loss by its next statement, and releases it once more.
    client.release = () => {};
    release(true);
  };
  pool.on('connect', (client: PoolClient) => {
    client.once('end', () => giveBack(client));
    // In a moment, when the pool has handed it over.
    if (pool.ending) setImmediate(giveBack, client);
  });
}
