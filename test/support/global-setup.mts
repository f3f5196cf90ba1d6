import { narrate } from '../../dev/cli/progress.ts';
import { ensureWebAppBuilt } from '../../dev/instance/built-web-app.ts';
import { TEST_SERVERS_VARIABLE, type TestServers } from './servers/addresses.ts';
import { migrateTemplate } from './servers/migrated-template.ts';
import { CHROMIUM_VARIABLE, chromiumOnDemand } from './servers/programs/chromium.ts';
import { startTestServers } from './servers/start.ts';

declare global {
  /** Stops the servers that this run of Jest started itself; global-teardown.mts calls it. */
  var stopTestServers: (() => Promise<void>) | undefined;
}

const say = narrate((text) => process.stderr.write(text));

/** Starts the servers unless `npm test` has started them already, builds the page, and makes the template. */
export default async function setUp(): Promise<void> {
  const starting = process.env[TEST_SERVERS_VARIABLE] ? undefined : startServers();
  await Promise.all([starting, ensureWebAppBuilt(say)]);
  process.env[CHROMIUM_VARIABLE] = await chromiumOnDemand(say);
  const { postgres } = JSON.parse(process.env[TEST_SERVERS_VARIABLE] ?? '') as TestServers;
  await migrateTemplate(postgres);
}

/** Starts servers for this run alone. */
async function startServers(): Promise<void> {
  say('starting PostgreSQL, Redis, Temporal and a mail catcher');
  const { servers, stop } = await startTestServers(say);
  say('the servers are up');
  process.env[TEST_SERVERS_VARIABLE] = JSON.stringify(servers);
  globalThis.stopTestServers = stop;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(code)));
  }
}
