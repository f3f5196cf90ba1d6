/**
 * Bundles the workflows into one script for the workers. That takes seconds, and more memory than everything else a
 * worker does, so a separate process does it and keeps the bundle for the next start.
 *
 * `node worker/bundle.ts` makes the bundle before the first start.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundle,
  type WorkflowBundlePath,
} from '@temporalio/worker';

const WORKFLOWS = fileURLToPath(new URL('../workflows', import.meta.url));
const CACHE = join(import.meta.dirname, '../node_modules/.cache/workflows');

/** Loaded into the workflows' context first. */
export const PRELOADED = [join(WORKFLOWS, 'stack-depth.ts')];

/** The packages that make the bundle or go into it. */
const SDK = ['@temporalio/worker', '@temporalio/workflow', '@temporalio/common', '@temporalio/proto'];

/**
 * The bundle's file name. It changes with everything that goes into it: the workflows' folder, the SDK, and this file.
 */
async function currentName(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(import.meta.filename));
  for (const file of (await readdir(WORKFLOWS)).sort()) {
    hash.update(file).update(await readFile(join(WORKFLOWS, file)));
  }
  const { resolve } = createRequire(import.meta.url);
  for (const name of SDK) {
    hash.update(await readFile(resolve(`${name}/package.json`)));
  }
  return `${hash.digest('hex').slice(0, 16)}.js`;
}

/** A single character beyond Latin-1 would double the bundle's memory, three times in each process. */
const inLatin1 = (code: string): string =>
  code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function write(path: string): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(WORKFLOWS, 'index.ts'),
    preloadModules: PRELOADED,
    // Workers keep the source map in memory, and stack traces need only files and lines.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-cheap-module-source-map' }),
    logger: new DefaultLogger('ERROR'),
  });
  await writeFile(path, inLatin1(code));
}

/** Has a separate process write the bundle. @throws Error with the reason if it couldn't */
const writeElsewhere = (path: string) =>
  promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), path]).catch(
    ({ message, stderr }: Error & { stderr?: string }) => {
      throw new Error(`the workflows cannot be bundled: ${stderr?.trim() || message}`);
    },
  );

/** Whether this process can keep files in the folder. */
const keepsFiles = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    );

/** Makes the bundle for this process only, if no file can be kept: an image is often read-only. */
async function makeOnce(): Promise<WorkflowBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  try {
    const path = join(folder, 'bundle.js');
    await writeElsewhere(path);
    return { code: await readFile(path, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Makes the bundle of the current workflows. It gets its name only once it's complete, so that nobody reads half of it.
 */
async function keep(folder: string): Promise<string> {
  const unfinished = join(folder, `${randomUUID()}.unfinished`);
  try {
    for (;;) {
      const name = await currentName();
      await writeElsewhere(unfinished);
      // A source file that was saved while the bundle was made may be missing from it.
      if ((await currentName()) !== name) continue;
      await rename(unfinished, join(folder, name));
      return name;
    }
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** The bundle of the current workflows. @param folder where bundles are kept */
export async function workflowBundle(folder = CACHE): Promise<WorkflowBundle | WorkflowBundlePath> {
  const codePath = join(folder, await currentName());
  const made = await access(codePath).then(
    () => true,
    () => false,
  );
  if (made) return { codePath };
  if (!(await keepsFiles(folder))) return makeOnce();
  const name = await keep(folder);
  const outdated = (await readdir(folder)).filter((file) => file.endsWith('.js') && file !== name);
  for (const file of outdated) await rm(join(folder, file), { force: true });
  return { codePath: join(folder, name) };
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path) await write(path);
  else await workflowBundle();
}
