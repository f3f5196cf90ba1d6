import type { Say } from '../../../dev/cli/progress.ts';
import { temporaryFolder } from '../../../dev/processes/data-folder.ts';
import { type MailCatcher, startMail } from '../../../dev/servers/mail.ts';
import { type PostgresServer, startPostgres } from '../../../dev/servers/postgres.ts';
import { startRedis } from '../../../dev/servers/redis.ts';
import type { LocalServer } from '../../../dev/servers/server.ts';
import { startTemporal, type TemporalServer } from '../../../dev/servers/temporal.ts';
import type { TestServers } from './addresses.ts';
import { timeSkippingProgram } from './programs/time-skipping.ts';

/**
 * Starts one of each server for a test run, on free ports and with temporary data.
 *
 * @param signal aborts a start that is under way
 * @returns their addresses, and how to stop them all
 * @throws Failure when one cannot be started; the others are stopped then
 */
export async function startTestServers(
  say: Say,
  signal?: AbortSignal,
): Promise<{ servers: TestServers; stop(): Promise<void> }> {
  const { folder, registry, end } = await temporaryFolder();
  const options = { dataDir: folder, durable: false, say, registry };
  const starting = [
    startPostgres(options),
    startRedis(options),
    startTemporal(options),
    startMail(options),
    timeSkippingProgram(say),
  ] as const;
  try {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    const [postgres, redis, temporal, mail, path] = await Promise.race([Promise.all(starting), aborted]);
    return { servers: addresses(postgres, redis, temporal, mail, path), stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function addresses(
  postgres: PostgresServer,
  redis: LocalServer,
  temporal: TemporalServer,
  mail: MailCatcher,
  path: string,
): TestServers {
  const { host, port, user, password, superuser } = postgres;
  return {
    postgres: { host, port, user, password, superuser },
    redis: { host: redis.host, port: redis.port },
    temporal: { address: temporal.address, namespace: temporal.namespace, ui: temporal.ui },
    mail: { host: mail.host, port: mail.port, page: mail.page },
    timeSkipping: { path },
  };
}
