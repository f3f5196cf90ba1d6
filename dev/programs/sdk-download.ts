/**
 * Lets the Temporal SDK download one of its servers into a folder, as its test environment does on its own. Also a
 * program of its own, because a download inside the SDK cannot be aborted:
 *
 * `node sdk-download.ts dev-server|time-skipping <folder>`
 */
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Say } from '../cli/progress.ts';
import { runProgram } from './run-program.ts';

/** Enough for 100 MB over a slow line. Without internet the download fails within seconds on its own. */
const TIMEOUT_MS = 120_000;

type SdkServer = 'dev-server' | 'time-skipping';

/** The path of the server that the SDK downloaded into the folder, or undefined when it could not. */
export async function sdkDownloaded(kind: SdkServer, folder: string, say: Say): Promise<string | undefined> {
  const download = join(folder, 'download');
  await mkdir(download, { recursive: true });
  try {
    await runProgram(process.execPath, [fileURLToPath(import.meta.url), kind, download], {
      timeoutMs: TIMEOUT_MS,
    });
  } catch {
    say(`the Temporal SDK could not download its ${kind} server`);
    return undefined;
  }
  const [file] = (await readdir(download)).filter((name) => !name.endsWith('.downloading'));
  if (!file) return undefined;
  await chmod(join(download, file), 0o755);
  return join(download, file);
}

async function download(kind: SdkServer, downloadDir: string): Promise<void> {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const server = { executable: { type: 'cached-download', downloadDir } } as const;
  // The SDK starts what it has downloaded, which shows that it runs on this machine.
  const environment =
    kind === 'dev-server'
      ? await TestWorkflowEnvironment.createLocal({ server })
      : await TestWorkflowEnvironment.createTimeSkipping({ server });
  await environment.teardown();
}

if (import.meta.main) {
  const [kind, folder] = process.argv.slice(2);
  await download(kind as SdkServer, folder!);
}
