/** `npm start`: brings the whole service up, keeps it up, and stops all of it on Ctrl-C. */
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from './instance/checkout.ts';
import { variablesIn, variablesInFile } from './instance/environment.ts';
import { startInstance } from './instance.ts';
import { Failure, sentence } from './servers/failure.ts';
import { narrate } from './servers/progress.ts';
import { help } from './start/help.ts';
import { choosePorts, START_PORTS } from './start/ports.ts';
import { table } from './start/table.ts';

function readFlags() {
  const ports = Object.fromEntries(START_PORTS.map(({ flag }) => [flag, { type: 'string' } as const]));
  const options = {
    ...ports,
    data: { type: 'string' },
    'free-ports': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Failure(`${reason}: npm start -- --help lists the flags`);
  }
}

/** Resolves when somebody wants it to end; later requests change nothing, for it is ending already. */
function interrupted(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!interrupt.signal.aborted) {
        console.log('\nStopping everything.');
        interrupt.abort(new Failure(`interrupted by ${signal}`));
      }
    });
  }
  return interrupt.signal;
}

/** Runs the service until it is interrupted or cannot go on; then all it started has stopped. */
async function run(signal: AbortSignal): Promise<void> {
  const { 'free-ports': anyPorts, data, help: wantsHelp, ...chosen } = readFlags();
  if (wantsHelp) {
    process.stdout.write(help());
    return;
  }
  const variables = { ...variablesInFile(join(checkout, '.env')), ...variablesIn(process.env) };
  const hopeless = new AbortController();
  const end = AbortSignal.any([signal, hopeless.signal]);
  const instance = await startInstance({
    dataDir: data ? resolve(data) : join(checkout, '.data'),
    ports: anyPorts ? {} : () => choosePorts(chosen as Record<string, string>, variables),
    variables,
    say: narrate(),
    giveUp: (failure) => hopeless.abort(failure),
    signal: end,
  });
  console.log(`\n${table(instance)}\n\nReady. Ctrl-C stops everything.`);
  if (!end.aborted) {
    await once(end, 'abort');
  }
  await instance.stop();
  end.throwIfAborted();
}

// The terminal may be gone when there is a last word to say.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const signal = interrupted();
try {
  await run(signal);
  process.exit(0);
} catch (error) {
  if (signal.aborted) {
    console.log('All has stopped; the next start finds its data.');
    process.exit(0);
  }
  console.error(`\n${sentence(error)}`);
  process.exit(1);
}
