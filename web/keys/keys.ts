/** The page's side of its worker: tasks as functions, and whether the vault is open. */
import type { Progress } from '../../client/owner.ts';
import { Problem } from '../../client/problem.ts';
import { CryptoError } from '../../crypto/index.ts';
import { ownScript } from '../app/own-script.ts';
import { CHANNEL } from './channel.ts';
import { lendAll } from './lent-stream.ts';
import { listeners } from './listeners.ts';
import type { FromWorker, OpenKeys, ToWorker } from './messages.ts';
import type { Tasks } from './tasks/index.ts';
import type { Upload } from './uploads.ts';
import workerUrl from './worker.ts?worker&url';

type AskOptions = [progress?: Progress | undefined, signal?: AbortSignal | undefined];

/** The tasks as functions, with a callback for the progress of long ones, and a way to end some. */
type Remote = {
  [Task in keyof Tasks]: undefined extends Parameters<Tasks[Task]>[0]
    ? (input?: undefined, ...more: AskOptions) => Promise<Awaited<ReturnType<Tasks[Task]>>>
    : (input: Parameters<Tasks[Task]>[0], ...more: AskOptions) => Promise<Awaited<ReturnType<Tasks[Task]>>>;
};

interface PendingRequest {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  progress: Progress | undefined;
  /** Sends the request to the worker, or again to another one. */
  send(): void;
}

/** Created once, because a page may create each policy only once. */
let script: string | undefined;

/** Some browsers have no shared workers, and others refuse them when storage is blocked. */
let canShare = 'SharedWorker' in globalThis;

/** The worker that all tabs share, or this tab's own where the browser shares none. */
function connect(): Worker | MessagePort {
  script ??= ownScript('vault-worker', new URL(workerUrl, location.href).href);
  const options = { type: 'module', name: 'keys' } as const;
  if (canShare) {
    try {
      return share(new SharedWorker(script, options));
    } catch {
      canShare = false;
    }
  }
  const own = new Worker(script, options);
  own.onerror = () => void handleWorkerFailure(own);
  return own;
}

function share(shared: SharedWorker): MessagePort {
  shared.onerror = () => void handleWorkerFailure(shared.port);
  const lock = crypto.randomUUID();
  void navigator.locks.request(lock, () => {
    shared.port.postMessage({ lock } satisfies ToWorker);
    return new Promise<never>(() => {});
  });
  return shared.port;
}

/** Rejects the tasks that wait for a failed worker, with the reason, or sends them to a worker that is not shared. */
async function handleWorkerFailure(failed: Worker | MessagePort): Promise<void> {
  const requests = [...pendingRequests.values()];
  pendingRequests.clear();
  let code = 'unreachable';
  // The worker never started, so it would never answer. The next task starts another.
  if (lastReport === undefined) {
    if (worker === failed) worker = null;
    const found = await fetch(workerUrl, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    // A newer version of the web app has other scripts.
    if (found?.status === 404) code = 'out_of_date';
    else if (found?.ok && failed instanceof MessagePort) {
      canShare = false;
      for (const { send } of requests) send();
      // Even if nothing was asked, the page waits to hear whether the vault is open.
      running();
      return;
    }
    // Otherwise the page would wait for ever. It asks for the password instead, which starts another worker.
    if (shownState === undefined) setShownState(null);
  }
  for (const { reject } of requests) reject(new Problem({ code, status: 0 }));
}

/** A page that locks tells other tabs itself: the worker may be busy, and the page closed before the worker locks. */
const channel = new BroadcastChannel(CHANNEL);
channel.onmessage = () => setShownState(null);
const pendingRequests = new Map<number, PendingRequest>();
const keysChanges = listeners();
const sessionEnds = listeners();
const waits = listeners();
const uploadChanges = listeners();
let sending: readonly Upload[] = [];
let isHolding = false;
let workerWaits = false;
let worker: Worker | MessagePort | null = null;
let lastId = 0;
/** Which vault is open as far as the page shows it. Undefined until the worker has reported it. */
let shownState: OpenKeys | null | undefined;
/** The worker's last report. */
let lastReport: OpenKeys | null | undefined;
let locks = 0;

function failure({ message, crypto, problem }: FromWorker & { kind: 'failed' }): Error {
  if (problem) return new Problem(problem);
  return crypto ? new CryptoError(crypto.code, crypto) : new Error(message);
}

function setShownState(next: OpenKeys | null | undefined): void {
  shownState = next;
  keysChanges.tell();
}

function take({ data }: MessageEvent<FromWorker>): void {
  if (data.kind === 'keys') {
    lastReport = data.open;
    if (locks === 0) setShownState(lastReport);
    return;
  }
  if (data.kind === 'ended') {
    sessionEnds.tell();
    return;
  }
  if (data.kind === 'waiting') {
    workerWaits = data.isWaiting;
    waits.tell();
    return;
  }
  if (data.kind === 'uploads') {
    sending = data.uploads;
    isHolding = data.isHolding;
    uploadChanges.tell();
    return;
  }
  const request = pendingRequests.get(data.id);
  if (data.kind === 'progress') request?.progress?.(data.done, data.total);
  else {
    pendingRequests.delete(data.id);
    if (data.kind === 'done') request?.resolve(data.result);
    else request?.reject(failure(data));
  }
}

function running(): Worker | MessagePort {
  if (worker) return worker;
  worker = connect();
  worker.onmessage = take;
  return worker;
}

function ask(
  task: keyof Tasks,
  input: unknown,
  progress: Progress | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const send = () => {
      pendingRequests.set(id, { resolve, reject, progress, send });
      const [lent, ports] = lendAll(input);
      running().postMessage({ id, task, input: lent } satisfies ToWorker, ports);
    };
    send();
    signal?.addEventListener('abort', () => running().postMessage({ cancel: id } satisfies ToWorker));
  });
}

/** Locks the page at once, because nothing should be visible or typed while the worker is still busy. */
async function withPageLocked(result: Promise<unknown>): Promise<unknown> {
  channel.postMessage(null);
  locks += 1;
  setShownState(null);
  try {
    return await result;
  } finally {
    locks -= 1;
    if (locks === 0) setShownState(lastReport);
  }
}

/** The tasks of the worker, which starts with the first of them. */
export const keys = new Proxy({} as Remote, {
  get: (_, task: keyof Tasks) => (input?: unknown, progress?: Progress, signal?: AbortSignal) => {
    const result = ask(task, input, progress, signal);
    return task === 'lock' || task === 'logOut' ? withPageLocked(result) : result;
  },
});

/** Forgets everything a kit has opened, which is nothing before there is a worker. */
export function forgetInheritance(): void {
  if (worker) void keys.forgetInheritance();
}

/** Whether a task is under way. */
export const isWorking = (): boolean => pendingRequests.size > 0;

/** Which vault is open: null when it is locked, undefined until that is known. */
export function openKeys(): OpenKeys | null | undefined {
  running();
  return shownState;
}

/** Calls `listener` when the vault is opened or locked. @returns a function that stops it */
export const onKeysChange = keysChanges.subscribe;

/** Calls `listener` when the worker finds that the session has ended. */
export const onWorkerSessionEnded = sessionEnds.subscribe;

/** Whether a request of the worker waits because the service asked for it. */
export const isWorkerWaiting = (): boolean => workerWaits;

/** Calls `listener` when `isWorkerWaiting` changes. @returns a function that stops it */
export const onWorkerWaiting = waits.subscribe;

/** Files on their way to the service, from any tab that shares the worker. */
export const uploads = (): readonly Upload[] => sending;

/** Whether some files last only as long as the worker. */
export const isHoldingFiles = (): boolean => isHolding;

/** Calls `listener` when `uploads` or `isHoldingFiles` changes. @returns a function that stops it */
export const onUploads = uploadChanges.subscribe;
