import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { Failure } from './failure.ts';
import { findGo } from './go.ts';
import { createPiece } from './managed-process.ts';
import { freePort } from './ports.ts';
import { onPath, reasonOf, runProgram } from './programs.ts';
import { type Say, whileSaying } from './progress.ts';
import { untilReady } from './ready.ts';
import { inFolder, type LocalServer, type ServerOptions, type SettledOptions } from './server.ts';

/**
 * Stripe's own double of its API: it checks every request against Stripe's OpenAPI document, and keeps nothing. The
 * newest one that is there knows the document of 2026-08-26, a release older than the `stripe` package speaks.
 */
const MOCK = { module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' };

const INSTEAD = 'install stripe-mock (https://github.com/stripe/stripe-mock) or Go';

/** Builds it from its source and returns where it is. */
async function build(scratch: string, say: Say): Promise<string> {
  const go = await findGo(scratch, say).catch((error) => {
    throw new Failure(`There is no Go to build stripe-mock with (${reasonOf(error)}): ${INSTEAD}`);
  });
  if (!go)
    throw new Failure(`There is no stripe-mock on this machine and no Go to build it with: ${INSTEAD}`);
  say(`building stripe-mock ${MOCK.version} from source, about a minute, once on this machine`);
  const work = runProgram(go.program, ['install', `${MOCK.module}@${MOCK.version}`], {
    // No C compiler is needed; a GOOS or GOARCH meant for something else would put the program elsewhere.
    env: { ...go.env, GOBIN: scratch, CGO_ENABLED: '0', GOOS: '', GOARCH: '' },
  });
  try {
    await whileSaying(say, 'building stripe-mock', work);
  } catch (error) {
    throw new Failure(`stripe-mock could not be built (${reasonOf(error)}): ${INSTEAD}`);
  }
  return join(scratch, 'stripe-mock');
}

/** The one on PATH, else the one kept from last time, else built. */
const stripeMockProgram = async (say: Say): Promise<string> =>
  (await onPath('stripe-mock')) ??
  cached(`stripe-mock-${MOCK.version}`, say, (scratch) => build(scratch, say));

/**
 * Starts stripe-mock on 127.0.0.1, for tests of billing.
 *
 * @throws Failure when there is none and none can be built
 */
export function startStripeMock(options: ServerOptions): Promise<LocalServer> {
  return inFolder(options, startIn);
}

async function startIn(options: SettledOptions<ServerOptions>): Promise<LocalServer> {
  const { dataDir } = options;
  const command = await stripeMockProgram(options.say);
  const port = options.port ?? (await freePort());
  const cwd = join(dataDir, 'stripe-mock');
  await mkdir(cwd, { recursive: true });
  const piece = createPiece({
    name: 'stripe-mock',
    kind: 'server',
    command,
    // It would else serve HTTPS too, always on the same port, which only one of them can have.
    args: ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'],
    cwd,
    logFile: join(dataDir, 'logs', 'stripe-mock.log'),
    stopWithinMs: 1_300,
    // Any answer says that it is there; without a key it is a 401.
    ready: (signal) =>
      untilReady(() => fetch(`http://127.0.0.1:${port}/v1/prices`), 'stripe-mock', { signal }),
    ledger: options.ledger,
    revival: options.revival,
  });
  await piece.start();
  return { host: '127.0.0.1', port, piece, stop: () => piece.stop() };
}
