import type { MailCatcher } from '../../../dev/servers/mail.ts';
import type { PostgresAddress } from '../../../dev/servers/postgres.ts';
import type { TemporalServer } from '../../../dev/servers/temporal.ts';

/** Tells the tests where each server is. It is passed to them as JSON in this variable. */
export const TEST_SERVERS_VARIABLE = 'VAULT_TEST_SERVERS';

/** The addresses that tests use. */
export interface TestServers {
  postgres: PostgresAddress & { superuser: string };
  redis: { host: string; port: number };
  temporal: Pick<TemporalServer, 'address' | 'namespace' | 'ui'>;
  mail: Pick<MailCatcher, 'host' | 'port' | 'page'>;
  /** Temporal's time-skipping server: a program to start, one per test file. */
  timeSkipping: { path: string };
}
