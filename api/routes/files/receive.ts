/** Receives the bytes of a file, from where the last request ended. */
import { deleteUpload, markStored } from '../../../db/files.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { hashOf } from '../../../files/hash.ts';
import type { FileStore } from '../../../files/store.ts';
import type { Caller } from '../../auth/caller.ts';
import { requireLive } from '../../auth/sessions.ts';
import { LARGEST_FILE } from '../../billing/plans.ts';
import type { ApiDeps } from '../../deps.ts';
import { inStore, storeOf } from '../../files/stores.ts';
import type { IncomingBody } from '../../http/bodies/incoming.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { createRunningHashes, type RunningHash } from './hashes.ts';
import { type LeasedFile, withLease } from './lease.ts';
import { FileParams, NoContent } from './schema.ts';
import { OFFSET_STREAM, requireTus, setProgress, uploadOffset } from './tus.ts';

/** The most memory for one upload: a few chunks between the network and the store. */
const MEMORY = 256 * 1024;

const tooLong = () => new Problem('payload_too_large', 'This is more than Upload-Length announced.');

const hashes = createRunningHashes();

/**
 * Writes the bytes as they arrive, and keeps them if the client disconnects.
 *
 * @returns how many bytes there are now
 * @throws Problem if it was interrupted
 */
async function append(
  deps: ApiDeps,
  store: FileStore,
  { file: { key, size }, check }: LeasedFile,
  offset: number,
  stream: IncomingBody,
  running: RunningHash | undefined,
): Promise<number> {
  let at = offset;
  let failure: unknown;
  async function* incoming() {
    try {
      for await (const chunk of stream) {
        check();
        if (at + chunk.length > size) throw tooLong();
        running?.hash.update(chunk);
        at += chunk.length;
        if (running) running.bytes = at;
        yield chunk;
      }
    } catch (error) {
      failure = error;
    }
  }
  const reached = await inStore(deps, () => store.write(key, offset, incoming()));
  if (running?.bytes === reached) hashes.keep(key, running);
  if (failure) throw failure;
  return reached;
}

/**
 * Compares a file that has arrived with its hash. From then on it can be read.
 *
 * @throws Problem `checksum_mismatch`; the file is then deleted
 */
async function finish(
  deps: ApiDeps,
  em: EntityManager,
  store: FileStore,
  leased: LeasedFile,
  caller: Caller,
): Promise<void> {
  const { key, size, sha256 } = leased.file;
  const running = hashes.take(key, size);
  const digest = await inStore(deps, async () => {
    await store.complete(key, size);
    return running?.hash.digest('hex') ?? (await hashOf(await store.read(key, 0, size - 1)));
  });
  if (digest !== sha256) {
    await transact(em, (tx) => deleteUpload(tx, leased));
    // If it fails, the Schedule does it.
    await store.remove(key).catch(() => {});
    throw new Problem('checksum_mismatch');
  }
  const now = new Date(await deps.clock());
  const { writer, userId, id } = leased;
  const stored = await transact(em, async (tx) => {
    await requireLive(tx, caller);
    return markStored(tx, { writer, userId, id }, now);
  });
  if (!stored) throw notFound('File');
}

/**
 * How much of an unfinished file has arrived. If all of it has, because a process was killed before it could compare
 * the hash, the hash is compared now.
 */
export async function arrivedOf(
  deps: ApiDeps,
  em: EntityManager,
  caller: Caller,
  file: LeasedFile['file'],
): Promise<number> {
  const store = await storeOf(deps, file);
  const arrived = (await inStore(deps, () => store.bytes(file.key))) ?? 0;
  if (arrived === file.size) {
    await withLease(deps, em, { userId: file.userId, id: file.id }, (leased) =>
      finish(deps, em, store, leased, caller),
    ).catch((error) => {
      // Another request has finished it by now.
      if (!(error instanceof Problem && error.code === 'offset_mismatch')) throw error;
    });
  }
  return arrived;
}

export const receive = route('PATCH /files/:id', {
  name: 'sendFile',
  summary: 'Send the bytes of a file, or resume sending them (tus)',
  description:
    'Send the bytes from `Upload-Offset` on; if the connection breaks, what has arrived is kept, and HEAD says how ' +
    'much. One request at a time writes a file: another one gets `file_locked` until 20 seconds after the first ' +
    'has gone silent. With the last byte, the SHA-256 is compared with the announced one, and from then on the file ' +
    'can be read; if it differs, the upload is discarded. Bytes beyond `Upload-Length` are refused. An account sends ' +
    'three files at a time. An upload that is not continued for 3 days ends. Sending is not a sign of life.',
  access: 'session',
  limit: 'files',
  noSignOfLife: true,
  params: FileParams,
  bodyLimit: LARGEST_FILE,
  bodyStream: { memory: MEMORY, types: [OFFSET_STREAM], quota: 'uploads' },
  otherRequestTypes: { [OFFSET_STREAM]: { description: 'Bytes of the file.', example: '…' } },
  requestHeaders: ['Tus-Resumable', 'Upload-Offset'],
  responseHeaders: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires'],
  responses: { 204: NoContent },
  errors: [
    'not_found',
    'tus_version',
    'offset_mismatch',
    'file_locked',
    'checksum_mismatch',
    'files_disabled',
    'store_full',
  ],
  async handler({ params: { id }, stream, caller, ctx, deps, em }) {
    const key = { userId: caller.user.id, id };
    await withLease(deps, em, key, async (leased) => {
      const { file } = leased;
      requireTus(ctx);
      const offset = uploadOffset(ctx);
      const store = await storeOf(deps, file);
      const before = await inStore(deps, async () => {
        const arrived = await store.bytes(file.key);
        if (arrived === null) await store.create(file.key, file.size);
        return arrived ?? 0;
      });
      if (before !== offset) throw new Problem('offset_mismatch', `${before} bytes have arrived.`);
      if (offset + Number(ctx.get('Content-Length')) > file.size) throw tooLong();
      const running = hashes.take(file.key, offset);
      const arrived =
        offset === file.size ? offset : await append(deps, store, leased, offset, stream, running);
      if (arrived === file.size) await finish(deps, em, store, leased, caller);
      setProgress(ctx, file, arrived);
    });
    return { status: 204, empty: true };
  },
});
