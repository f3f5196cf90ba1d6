/** The web app that the API serves, built when something that goes into it has changed. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { type Say, whileSaying } from '../cli/progress.ts';
import { exists } from '../programs/cache.ts';
import { exclusively } from '../programs/lock.ts';
import { ProgramError, runProgram } from '../programs/run-program.ts';
import { checkout } from './checkout.ts';

const WEB = join(checkout, 'web');
const DIST = join(WEB, 'dist');
/** Takes the place of the build before it once it is complete. */
const NEXT = join(WEB, 'dist-next');
const PREVIOUS = join(WEB, 'dist-previous');
/** Records what a build was made from. */
const BUILT_FROM = '.built-from';

/** Everything that a build reads, besides the packages. */
export const BUILD_INPUTS = ['web', 'client', 'crypto', 'switch', 'tsconfig.json', 'package-lock.json'];

/** The files below a path, or the path itself when it is a file. */
async function filesAt(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!entries) return [path];
  const inside = entries
    .map((entry) => join(path, entry.name))
    .filter((each) => ![DIST, NEXT, PREVIOUS].includes(each));
  return (await Promise.all(inside.map(filesAt))).flat();
}

/** Changes when any file that a build reads does. */
async function hashOfInputs(): Promise<string> {
  const paths = await Promise.all(BUILD_INPUTS.map((name) => filesAt(join(checkout, name))));
  const hash = createHash('sha256');
  for (const path of paths.flat().sort()) {
    hash
      .update(`${relative(checkout, path)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex');
}

const isBuiltFrom = async (inputs: string): Promise<boolean> =>
  (await readFile(join(DIST, BUILT_FROM), 'utf8').catch(() => '')) === inputs;

const OPTIONS = ['build', WEB, '--outDir', NEXT, '--emptyOutDir', '--logLevel', 'warn'];

async function build(say: Say): Promise<void> {
  say('building the web app');
  const began = performance.now();
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const building = runProgram(process.execPath, [vite, ...OPTIONS], {
    cwd: checkout,
    // Jest sets it to `test`, which makes React a development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    await whileSaying(say, 'building the web app', building);
  } catch (error) {
    const why = error instanceof ProgramError ? error.output.trim() : String(error);
    throw new Failure(`${why}\nThe web app could not be built: run \`npm run build\``);
  }
  say(`built the web app in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Builds the web app, if it was built from other files. Of two runs at once, the second waits for the first. */
async function buildOnce(say: Say, again: boolean): Promise<void> {
  await mkdir(join(checkout, '.data'), { recursive: true });
  const lock = join(checkout, '.data', 'building-web-app');
  await exclusively(lock, say, 'waiting for another run to finish building the web app', async () => {
    const inputs = await hashOfInputs();
    if (!again && (await isBuiltFrom(inputs))) return;
    await build(say);
    await writeFile(join(NEXT, BUILT_FROM), inputs);
    await rm(PREVIOUS, { recursive: true, force: true });
    if (await exists(DIST)) await rename(DIST, PREVIOUS);
    await rename(NEXT, DIST);
    await rm(PREVIOUS, { recursive: true, force: true });
  });
}

/** @throws Failure with the compiler's output when it can't be built */
export const buildWebApp = (say: Say): Promise<void> => buildOnce(say, true);

/**
 * Builds the web app unless it was built from the same files.
 *
 * @throws Failure with the compiler's output when it can't be built
 */
export async function ensureWebAppBuilt(say: Say): Promise<void> {
  if (!(await isBuiltFrom(await hashOfInputs()))) await buildOnce(say, false);
}
