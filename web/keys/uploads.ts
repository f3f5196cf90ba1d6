/**
 * Files on their way to the service, one after the other. They go on while the vault is locked, because they are encrypted,
 * and after the tab was closed, once the vault is opened again. Nothing here knows a file's name or what opens it.
 */
import { isProblem, Problem } from '../../client/problem.ts';
import type { TransferState } from '../../client/transfer.ts';
import type { AttachedFile } from '../../crypto/index.ts';
import { api } from '../api/client.ts';
import { listeners } from './listeners.ts';
import { stagingOf } from './staging.ts';

/** A file that is being sent, or waits for its turn. */
export interface Upload extends TransferState {
  entryId: string;
  fileId: string;
  /** The code of the error that stopped it; it is tried again when the vault is next opened. */
  problem: string | null;
  /** Whether it waits for the connection. */
  isOffline: boolean;
}

interface Queued {
  userId: string;
  file: AttachedFile;
  shown: Upload;
  stopping: AbortController;
  /** When this worker told the service of the file, if it did; after FORGOTTEN_MS the service may have forgotten it. */
  announcedAt: number;
}

const worker = globalThis as unknown as EventTarget;

const SHOWN_EVERY_MS = 250;
/** After a lost connection, if the browser doesn't say that it is back. Doubles with each try. */
const RETRY_MS = { first: 20_000, longest: 10 * 60_000 };
/** Without any progress, about four hours. A page that was left open must not try for ever. */
const MOST_RETRIES = 24;
/** The service forgets an upload that makes no progress for this long. */
const FORGOTTEN_MS = 3 * 24 * 60 * 60_000;

let queue: Queued[] = [];
/** Files that the service no longer has or waits for. Unless an entry still names them, their owner has removed them. */
const gone = new Set<string>();
let isSending = false;
let soon: ReturnType<typeof setTimeout> | undefined;
const changes = listeners();

function tell(): void {
  clearTimeout(soon);
  soon = undefined;
  changes.tell();
}

export const uploads = (): Upload[] => queue.map(({ shown }) => shown);

export const onUploads = changes.subscribe;

const isQueued = (id: string): boolean => queue.some(({ file }) => file.id === id);

function change(queued: Queued, next: Partial<Upload>): void {
  queued.shown = { ...queued.shown, ...next };
}

function remove(queued: Queued): void {
  queue = queue.filter((each) => each !== queued);
  tell();
}

/** Waits until the connection may be back, but no longer than `longestMs`. */
const connection = (longestMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, longestMs);
    function done() {
      clearTimeout(timer);
      worker.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    }
    worker.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

async function send(queued: Queued): Promise<void> {
  const { userId, file, shown, stopping } = queued;
  const { signal } = stopping;
  const { isGone, uploadFile } = await import('../../client/upload.ts');
  let retries = 0;
  let furthest = -1;
  const progress = (state: TransferState) => {
    if (state.done > furthest) retries = 0;
    furthest = Math.max(furthest, state.done);
    change(queued, { ...state, isOffline: false });
    soon ??= setTimeout(tell, SHOWN_EVERY_MS);
  };
  const staging = stagingOf(userId);
  for (;;) {
    try {
      const isAnnounced = furthest >= 0 || Date.now() - queued.announcedAt < FORGOTTEN_MS;
      const sent = { entryId: shown.entryId, file, staging, isAnnounced };
      await uploadFile(api, sent, { progress, signal });
      remove(queued);
      return;
    } catch (error) {
      if (signal.aborted) return;
      // Its owner has removed it, or its entry, which can be restored.
      if (isProblem(error, 'not_found')) {
        if (await isGone(api, file.id).catch(() => false)) gone.add(file.id);
        return remove(queued);
      }
      if (!isProblem(error, 'unreachable') || retries === MOST_RETRIES) {
        change(queued, { problem: error instanceof Problem ? error.code : 'unexpected' });
        return tell();
      }
      change(queued, { isOffline: true });
      tell();
      await connection(Math.min(RETRY_MS.first * 2 ** retries, RETRY_MS.longest), signal);
      retries += 1;
    }
  }
}

async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (;;) {
      const next = queue.find(({ shown }) => shown.problem === null);
      if (!next) return;
      // Tabs that share no worker send one after the other, too.
      const options = { signal: next.stopping.signal };
      await navigator.locks.request('uploads', options, () => send(next)).catch(() => {});
    }
  } finally {
    isSending = false;
  }
}

/** Sends files after those that are already waiting. @param announcedAt if the service has just been told of them */
export function queueUploads(
  userId: string,
  entryId: string,
  files: readonly AttachedFile[],
  announcedAt = 0,
): void {
  for (const { id, size, sha256 } of files) {
    const before = queue.find(({ file }) => file.id === id);
    if (before?.shown.problem === null) continue;
    queue = queue.filter((each) => each !== before);
    queue.push({
      userId,
      // The key isn't needed here, and the vault may be locked before the file is sent.
      file: { id, size, sha256, name: '', type: '', identity: '' },
      stopping: new AbortController(),
      announcedAt,
      shown: {
        entryId,
        fileId: id,
        done: 0,
        total: size,
        bytesPerSecond: 0,
        secondsLeft: null,
        problem: null,
        isOffline: false,
      },
    });
  }
  tell();
  void sendAll();
}

/** Ends the upload of a file. @returns the file if it was waiting or being sent, for `queueUploads` */
export function stopUpload(fileId: string): AttachedFile[] {
  const stopped = queue.filter(({ file }) => file.id === fileId);
  for (const queued of stopped) {
    queued.stopping.abort();
    remove(queued);
  }
  return stopped.map(({ file }) => file);
}

/** Ends all uploads, as when the session ends. Files kept on this device stay there. */
export function stopUploads(): void {
  for (const { stopping } of queue) stopping.abort();
  queue = [];
  tell();
}

/**
 * Goes on with the files that this device still keeps, and drops those that no entry names.
 *
 * @param named the files of all entries
 */
export async function resumeUploads(
  userId: string,
  named: readonly { entryId: string; files: readonly AttachedFile[] }[],
): Promise<void> {
  const staging = stagingOf(userId);
  const kept = await staging.kept();
  if (kept.size === 0) return;
  for (const { entryId, files } of named) {
    const waiting = files.filter(({ id }) => kept.has(id));
    for (const { id } of waiting) kept.delete(id);
    if (waiting.length > 0) queueUploads(userId, entryId, waiting);
  }
  for (const [id, at] of kept) {
    if (isQueued(id)) continue;
    if (gone.has(id) || Date.now() - at > FORGOTTEN_MS) await staging.drop(id);
  }
}
