/** `npm run dev`: restarts API and worker when their code changes. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../cli/failure.ts';
import type { Say } from '../cli/progress.ts';
import { checkout } from '../instance/checkout.ts';
import type { Instance } from '../instance.ts';

/** The code that API and worker share. */
const SHARED = ['config.ts', 'config', 'db', 'files', 'guard', 'mail', 'switch'];
/** The code of each service. `node --watch` would miss the workflows, which the worker bundles. */
export const CODE: Record<keyof Instance['services'], readonly string[]> = {
  api: [...SHARED, 'api'],
  worker: [...SHARED, 'worker', 'workflows', 'activities'],
};
const FOLDERS = new Set(Object.values(CODE).flat());

/** Editors also write backups and lock files. */
export const IS_CODE = /\.(ts|js|html|css|svg|md)$/;

/** An editor may write several files at once, and a checkout of another branch many. */
const SETTLE_MS = 150;

/** Calls `changed` with the path of each file of the services that is written, until `signal` aborts. */
function watchCode(changed: (path: string) => void, signal: AbortSignal): void {
  for (const name of FOLDERS) {
    // A file that an editor replaces is no longer the one that was watched, so config.ts is found through its folder.
    const file = name.endsWith('.ts');
    const folder = file ? checkout : join(checkout, name);
    watch(folder, { recursive: !file, signal }, (_event, path) => {
      if (path === null || !IS_CODE.test(path)) return;
      if (!file) changed(`${name}/${path}`);
      else if (path === name) changed(path);
    });
  }
}

const concerns = (name: keyof Instance['services'], paths: readonly string[]): boolean =>
  paths.some((path) => CODE[name].includes(path.split('/')[0]!));

/** Restarts what uses the files that changed. Does not throw. */
async function restart(
  { services, migrate }: Instance,
  paths: readonly string[],
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const names = (['api', 'worker'] as const).filter((name) => concerns(name, paths));
  const affected = names.map((name) => services[name]);
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : '';
  say(`${paths[0]}${more} changed; restarting ${affected.map(({ name }) => name).join(' and ')}`);
  try {
    if (paths.some((path) => path.startsWith('db/migrations/'))) await migrate();
    const restarts = affected.map(async (service) => {
      await service.stop();
      await service.start();
      say(`${service.name} is back`);
    });
    const failed = (await Promise.allSettled(restarts)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  } catch (error) {
    if (!signal.aborted) say(`${sentence(error)} Waiting for the next change.`);
  }
}

/** Restarts services whose code changes, until `signal` aborts. */
export function restartOnChange(instance: Instance, say: Say, signal: AbortSignal): void {
  const paths = new Set<string>();
  let restarting = false;
  async function restartAll(): Promise<void> {
    restarting = true;
    while (paths.size > 0) {
      await sleep(SETTLE_MS);
      if (signal.aborted) return;
      const now = [...paths];
      paths.clear();
      await restart(instance, now, say, signal);
    }
    restarting = false;
  }
  watchCode((path) => {
    paths.add(path);
    if (!restarting) void restartAll();
  }, signal);
}
