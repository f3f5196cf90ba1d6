/**
 * The real servers of a test run. Every test file that needs a database makes its own with `createDatabase`, so no file
 * sees what another wrote. PostgreSQL, Redis, Temporal and the mail catcher are shared.
 */
import { randomBytes } from 'node:crypto';
import { type PostgresAddress, query } from '../../../dev/servers/postgres.ts';
import { TEST_SERVERS_VARIABLE, type TestServers } from './addresses.ts';
import { dropDatabase } from './drop-database.ts';

/** Where the servers of this run are. */
export const servers = JSON.parse(process.env[TEST_SERVERS_VARIABLE] ?? '{}') as TestServers;

export interface TestDatabase extends PostgresAddress {
  name: string;
  /** The same as the `DB_…` variables of the configuration. */
  env: Record<'DB_HOST' | 'DB_PORT' | 'DB_NAME' | 'DB_USER' | 'DB_PASSWORD', string>;
  /** Cuts every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * A new database of the test's own.
 *
 * @param template a database to copy instead of an empty one; nobody may be connected to it
 */
export async function createDatabase({ template }: { template?: string } = {}): Promise<TestDatabase> {
  const { host, port, user, password } = servers.postgres;
  const address = { host, port, user, password };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(address, `create database ${name}${template ? ` template ${template}` : ''}`);
  return {
    ...address,
    name,
    env: { DB_HOST: host, DB_PORT: String(port), DB_NAME: name, DB_USER: user, DB_PASSWORD: password },
    drop: () => dropDatabase(address, name),
  };
}
