import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { createPiece } from './managed-process.ts';
import { freePort } from './ports.ts';
import { canInstallPackages, installPackage, onPath } from './programs.ts';
import { type Say, whileSaying } from './progress.ts';
import { firstAnswer, untilReady } from './ready.ts';
import { inFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

/** Debian's tools hold the whole server under another name; it goes by the name it is called by. */
const NAME = 'redis-server';
const installed = async (): Promise<string | undefined> =>
  (await onPath(NAME)) ?? (await onPath('valkey-server')) ?? (await onPath('redis-check-rdb'));

/**
 * The Redis of this machine. As root on Debian it is installed when missing, without the package that would
 * also set up a service: what is started here has to end with Ctrl-C.
 */
async function redisProgram(say: Say): Promise<string> {
  let found = await installed();
  if (!found && (await canInstallPackages())) {
    say('installing Redis from the Debian packages (redis-tools)');
    await whileSaying(say, 'installing Redis', installPackage('redis-tools'));
    found = await installed();
  }
  if (!found) {
    throw new Failure(
      'There is no Redis on this machine: install redis-server (apt install redis-server, brew install redis), or name one with REDIS_HOST',
    );
  }
  return found;
}

/**
 * Starts a real Redis on 127.0.0.1.
 *
 * @throws Failure when there is none and none can be installed
 */
export function startRedis(options: ServerOptions): Promise<LocalServer> {
  return inFolder(options, startIn);
}

async function startIn(options: SettledOptions<ServerOptions>): Promise<LocalServer> {
  const { dataDir, careless } = options;
  const program = await redisProgram(options.say);
  const port = options.port ?? (await freePort());
  const data = join(dataDir, 'redis');
  await mkdir(data, { recursive: true });
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: data,
    // A kept instance survives `kill -9`; a throw-away one writes nothing.
    appendonly: careless ? 'no' : 'yes',
    save: '',
  };
  const piece = createPiece({
    name: 'Redis',
    kind: 'server',
    command: program,
    argv0: NAME,
    args: Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]),
    cwd: data,
    logFile: join(dataDir, 'logs', 'redis.log'),
    stopWithinMs: 1_300,
    ready: (signal) =>
      untilReady(async () => (await firstAnswer(port, 'PING\r\n')).startsWith('+PONG'), 'Redis', { signal }),
    ledger: options.ledger,
    revival: options.revival,
  });
  await piece.start();
  return { host: '127.0.0.1', port, piece, stop: () => piece.stop() };
}
