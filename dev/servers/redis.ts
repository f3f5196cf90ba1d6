import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { type Say, whileSaying } from '../cli/progress.ts';
import { startProcess } from '../processes/managed-process.ts';
import { freePort } from '../processes/ports.ts';
import { firstAnswer, untilReady } from '../processes/ready.ts';
import { canInstallPackages, installPackage } from '../programs/debian.ts';
import { onPath } from '../programs/run-program.ts';
import { inDataFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

/** Debian's package of tools holds the whole server under another name; what it is depends on its argv[0]. */
const NAME = 'redis-server';
const installed = async (): Promise<string | undefined> =>
  (await onPath(NAME)) ?? (await onPath('valkey-server')) ?? (await onPath('redis-check-rdb'));

/**
 * The Redis of this machine. As root on Debian it is installed when missing, from the package that does not also set up
 * a service: Redis has to end with Ctrl-C.
 */
export async function redisProgram(say: Say): Promise<string> {
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

export interface RedisOptions extends ServerOptions {
  /** Settings of Redis besides ours. */
  settings?: Record<string, string>;
}

/**
 * Starts a real Redis on 127.0.0.1.
 *
 * @throws Failure when there is none and none can be installed
 */
export const startRedis = (options: RedisOptions): Promise<LocalServer> => inDataFolder(options, startIn);

async function startIn(options: SettledOptions<RedisOptions>): Promise<LocalServer> {
  const { dataDir, durable } = options;
  const program = await redisProgram(options.say);
  const port = options.port ?? (await freePort());
  const data = join(dataDir, 'redis');
  await mkdir(data, { recursive: true });
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: data,
    // Kept data survive `kill -9`. Temporary data are never written.
    appendonly: durable ? 'yes' : 'no',
    save: '',
    ...options.settings,
  };
  const managed = await startProcess({
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
    registry: options.registry,
    restart: options.restart,
  });
  return { host: '127.0.0.1', port, process: managed, stop: () => managed.stop() };
}
