/**
 * The thread that holds every key. Pages ask it for tasks by name and never see a key. All tabs share it where the browser
 * can share workers; elsewhere each tab has its own, and its owner types the password in each.
 */
import { Problem } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';
import { isWaiting, onSessionEnded, onWaiting } from '../api/client.ts';
import { borrowAll } from './lent-stream.ts';
import type { FromWorker, TaskRequest, ToWorker } from './messages.ts';
import { isHoldingFiles, onHoldingFiles } from './private-files.ts';
import type { TaskContext } from './tab.ts';
import { tasks } from './tasks/index.ts';
import { lockEverywhere, onChange, unlockedVault } from './unlocked-vault.ts';
import { onUploads, stopUploads, uploads } from './uploads.ts';

/** The part of a port, or of a tab's own worker, that is used here. */
interface Port {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}

const tabs = new Set<Port>();

function toAll(message: FromWorker): void {
  for (const tab of tabs) tab.postMessage(message);
}

function openKeys(): FromWorker {
  const held = unlockedVault();
  return { kind: 'keys', open: held ? { userId: held.vault.userId, version: held.keyBundleVersion } : null };
}

onChange(() => toAll(openKeys()));
onSessionEnded(() => {
  lockEverywhere();
  stopUploads();
  toAll({ kind: 'ended' });
});
onWaiting(() => toAll({ kind: 'waiting', isWaiting: isWaiting() }));

const filesHere = (): FromWorker => ({ kind: 'uploads', uploads: uploads(), isHolding: isHoldingFiles() });
for (const subscribe of [onUploads, onHoldingFiles]) subscribe(() => toAll(filesHere()));

/** Errors lose their class on the way, so their contents are sent as plain data. */
function described(error: unknown): FromWorker & { kind: 'failed' } {
  const failed = { kind: 'failed', id: 0, message: String((error as Error)?.message ?? error) } as const;
  if (error instanceof CryptoError) {
    const { code, successorId, entryId, shares, what } = error;
    return { ...failed, crypto: { code, successorId, entryId, shares, what } };
  }
  if (!(error instanceof Problem)) return failed;
  const { code, status, detail, errors, retryAfter } = error;
  return { ...failed, problem: { code, status, detail, errors: [...errors], retryAfter } };
}

interface Served {
  tab: Port;
  /** How to cancel the tab's tasks, by ID. */
  cancels: Map<number, AbortController>;
  /** Aborted once the tab is closed. */
  left: AbortSignal;
}

async function run({ tab, cancels, left }: Served, { id, task, input }: TaskRequest): Promise<void> {
  const stopping = new AbortController();
  cancels.set(id, stopping);
  const progress = (done: number, total: number): void =>
    tab.postMessage({ kind: 'progress', id, done, total });
  try {
    const asked = tasks[task] as (input: unknown, asked: TaskContext) => unknown;
    tab.postMessage({
      kind: 'done',
      id,
      result: await asked(borrowAll(input, left), { tab, progress, signal: stopping.signal }),
    });
  } catch (error) {
    tab.postMessage({ ...described(error), id });
  } finally {
    cancels.delete(id);
  }
}

function serve(tab: Port): void {
  tabs.add(tab);
  const cancels: Served['cancels'] = new Map();
  const leaving = new AbortController();
  const leave = () => {
    tabs.delete(tab);
    leaving.abort();
  };
  tab.onmessage = ({ data }) => {
    if ('task' in data) void run({ tab, cancels, left: leaving.signal }, data);
    else if ('cancel' in data) cancels.get(data.cancel)?.abort();
    // The tab has this lock for as long as it is open.
    else void navigator.locks.request(data.lock, leave);
  };
  tab.postMessage(openKeys());
  tab.postMessage(filesHere());
}

if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => serve((event as MessageEvent).ports[0] as Port));
} else serve(globalThis as unknown as Port);
