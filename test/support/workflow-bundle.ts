/** The workflows as a worker runs them, bundled once for all test files until a workflow changes. */
import { createHash } from 'node:crypto';
import { access, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './quiet-runtime.ts';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/workers.ts';

const WORKFLOWS = join(import.meta.dirname, '../../workflows');

/** What goes into the bundle: files of this folder, and the SDK. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(WORKFLOWS)).sort())
    hash.update(file).update(await readFile(join(WORKFLOWS, file)));
  const sdk = createRequire(import.meta.url).resolve('@temporalio/workflow/package.json');
  return hash
    .update(await readFile(sdk))
    .digest('hex')
    .slice(0, 16);
}

async function bundleOnce(): Promise<WorkflowBundlePath> {
  const codePath = join(tmpdir(), `vault-workflows-${await fingerprint()}.js`);
  const there = await access(codePath).then(
    () => true,
    () => false,
  );
  if (!there) {
    const { code } = await bundleWorkflows();
    const unfinished = `${codePath}.${process.pid}`;
    await writeFile(unfinished, code);
    await rename(unfinished, codePath);
  }
  return { codePath };
}

let bundle: Promise<WorkflowBundlePath> | null = null;

export function workflowBundle(): Promise<WorkflowBundlePath> {
  bundle ??= bundleOnce();
  return bundle;
}
