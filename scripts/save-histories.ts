/** `node dev/run.mjs scripts/save-histories.ts`: plays scenarios on skipped time and saves their workflow histories as a new version. */
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate, whileSaying } from '../dev/cli/progress.ts';
import { refuseToOverwrite, savedVersions } from '../test/replay/histories.ts';
import { TEST_SERVERS_VARIABLE } from '../test/support/servers/addresses.ts';
import { startTestServers } from '../test/support/servers/start.ts';

const HELP = `node dev/run.mjs scripts/save-histories.ts [version]

Plays scenarios on skipped time with the current workflows, and saves their histories in
test/replay/histories/v<version>. Tests replay them against every later version of the workflows.
The default is the next version. An existing one is never overwritten.

Flags
  --help                      this text`;

async function chosenVersion(given: readonly string[]): Promise<number> {
  const [text] = given;
  if (text === undefined) return ((await savedVersions()).at(-1) ?? 0) + 1;
  if (given.length > 1 || !/^[1-9]\d{0,5}$/.test(text)) {
    throw new Failure(`"${given.join(' ')}" is not a version: give one whole number from 1 on, or nothing`);
  }
  await refuseToOverwrite(Number(text));
  return Number(text);
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments(
    { options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true },
    'node dev/run.mjs scripts/save-histories.ts',
  );
  if (values.help) return console.log(HELP);
  const version = await chosenVersion(positionals);
  const say = narrate();
  const { servers, stop } = await startTestServers(say);
  const stopped = () => void stop().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopped);
  try {
    // The modules imported below read it when they are loaded.
    process.env[TEST_SERVERS_VARIABLE] = JSON.stringify(servers);
    const { migrateTemplate } = await import('../test/support/servers/migrated-template.ts');
    await migrateTemplate(servers.postgres);
    const { playAndSave } = await import('../test/replay/save-scenarios.ts');
    const count = await whileSaying(say, 'playing scenarios on skipped time', playAndSave(version));
    say(`saved ${count} histories in test/replay/histories/v${version}`);
  } finally {
    await stop();
  }
}

await runCommand(run);
