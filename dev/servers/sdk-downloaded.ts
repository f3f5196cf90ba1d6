import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './programs.ts';
import type { Say } from './progress.ts';

/** Enough for 100 MB over a slow line; where there is no internet it fails within seconds by itself. */
const TIMEOUT_MS = 120_000;

/**
 * The path of a server that the SDK downloaded into the folder, or undefined when it could not.
 */
export async function sdkDownloaded(
  kind: 'dev-server' | 'time-skipping',
  folder: string,
  say: Say,
): Promise<string | undefined> {
  const download = join(folder, 'download');
  await mkdir(download, { recursive: true });
  const program = fileURLToPath(new URL('./sdk-download.ts', import.meta.url));
  try {
    await runProgram(process.execPath, [program, kind, download], { timeoutMs: TIMEOUT_MS });
  } catch {
    say(`the Temporal SDK could not download its ${kind} server`);
    return undefined;
  }
  const [file] = (await readdir(download)).filter((name) => !name.endsWith('.downloading'));
  if (!file) {
    return undefined;
  }
  await chmod(join(download, file), 0o755);
  return join(download, file);
}
