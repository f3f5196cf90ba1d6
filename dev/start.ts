/**
 * `npm start`: brings the whole service up, keeps it up, and stops everything on Ctrl-C. `npm run dev` is the same, and
 * restarts API and worker when their code changes. The web app updates in the browser without a build.
 */
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { missingForSite, readVariables } from '../config.ts';
import { readArguments } from './cli/arguments.ts';
import { sentence } from './cli/failure.ts';
import { interruption } from './cli/interruption.ts';
import { narrate } from './cli/progress.ts';
import { checkout } from './instance/checkout.ts';
import { variablesInFile } from './instance/environment.ts';
import { startInstance } from './instance.ts';
import { help } from './start/help.ts';
import { choosePorts, START_PORTS } from './start/ports.ts';
import { table } from './start/table.ts';
import { restartOnChange } from './start/watch.ts';

const OPEN = `The web app is open. Everything that needs Temporal works once it is up: until then, emails wait in the
database, and no switch continues. You can use everything else.`;

function readFlags() {
  const ports = Object.fromEntries(START_PORTS.map(({ flag }) => [flag, { type: 'string' } as const]));
  const options = {
    ...ports,
    data: { type: 'string' },
    'free-ports': { type: 'boolean' },
    inspect: { type: 'boolean' },
    watch: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  return readArguments({ options }, 'npm start').values;
}

/** Runs the service until it is interrupted or cannot go on. Everything it started has stopped by then. */
async function run(signal: AbortSignal): Promise<void> {
  const { 'free-ports': free, data, help: wantsHelp, inspect, watch, ...chosen } = readFlags();
  if (wantsHelp) {
    process.stdout.write(help());
    return;
  }
  const variables = { ...variablesInFile(join(checkout, '.env')), ...readVariables(process.env) };
  const failed = new AbortController();
  const end = AbortSignal.any([signal, failed.signal]);
  const say = narrate();
  const instance = await startInstance({
    dataDir: data ? resolve(data) : join(checkout, '.data'),
    ports: () =>
      choosePorts(chosen as Record<string, string>, variables, {
        dev: watch ?? false,
        free: free ?? false,
      }),
    variables,
    inspect: inspect ?? false,
    liveWebApp: watch ?? false,
    say,
    opened(soon) {
      console.log(`\n${table(soon, { whole: false })}\n\n${OPEN}\n`);
    },
    giveUp(failure, kind) {
      // During development, a service that cannot run may run after the next change.
      if (watch && kind === 'service') say(`${failure.message}\nWaiting for the next change.`);
      else failed.abort(failure);
    },
    signal: end,
  });
  if (watch) restartOnChange(instance, say, end);
  const watching = watch
    ? ' API and worker restart when their code changes; the web app updates in the browser.'
    : '';
  console.log(`\n${table(instance)}\n\nReady.${watching} Ctrl-C stops everything.`);
  const unsaid = missingForSite(variables);
  if (unsaid) console.log(`${unsaid}.`);
  if (!end.aborted) await once(end, 'abort');
  await instance.stop();
  end.throwIfAborted();
}

const signal = interruption();
try {
  await run(signal);
  process.exit(0);
} catch (error) {
  if (signal.aborted) {
    console.log('Everything has stopped. The data is kept for the next start.');
    process.exit(0);
  }
  console.error(`\n${sentence(error)}`);
  process.exit(1);
}
