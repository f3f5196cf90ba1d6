/** Receiving files: by ranges, each from where the last one was cut off. */
import {
  type AttachedFile,
  type ByteSource,
  byteSourceOf,
  checkFile,
  decryptFile,
  decryptTail,
  encryptedSize,
  FILE_HEAD_BYTES,
  streamOf,
  tailStart,
} from '../crypto/index.ts';
import { type Api, AS_VISITOR, answered } from './api.ts';
import { inTime, READ_TIMEOUT_MS } from './in-time.ts';
import { clientProblem } from './problem.ts';
import { measured, type TransferOptions, withRetries } from './transfer.ts';

/** The ciphertext of a file from an offset on. */
export type FileSource = (id: string, offset: number) => Promise<ReadableStream<Uint8Array>>;

const rangeFrom = (offset: number): Record<string, string> =>
  offset === 0 ? {} : { Range: `bytes=${offset}-` };

async function bodyOf(
  call: Promise<{ data?: unknown; error?: unknown; response: Response }>,
  offset: number,
): Promise<ReadableStream<Uint8Array>> {
  const { response } = await call;
  const body = (await answered(call)) as ReadableStream<Uint8Array>;
  if (offset === 0 || response.status === 206) return body;
  await body.cancel();
  throw clientProblem('unexpected');
}

/** Files of an owner's own entries. */
export const ownFiles =
  (api: Api): FileSource =>
  (id, offset) =>
    bodyOf(
      api.GET('/files/{id}', { params: { path: { id } }, headers: rangeFrom(offset), parseAs: 'stream' }),
      offset,
    );

/** Files that were left to a successor. @param token of the access link */
export const leftFiles =
  (api: Api, token: string): FileSource =>
  (id, offset) =>
    bodyOf(
      api.GET('/vault/successor-access/files/{id}', {
        params: { path: { id }, query: { token } },
        headers: rangeFrom(offset),
        parseAs: 'stream',
        ...AS_VISITOR,
      }),
      offset,
    );

/** @throws Problem `unreachable` if nothing arrives in time, or the connection breaks */
async function readInTime(source: ByteSource): Promise<Uint8Array | null> {
  try {
    return await inTime(source.next(), READ_TIMEOUT_MS);
  } catch {
    void source.cancel().catch(() => {});
    throw clientProblem('unreachable');
  }
}

/** All of a ciphertext as one stream, whatever happens to the connection. */
function ciphertextOf(
  from: FileSource,
  { id, size }: AttachedFile,
  options: TransferOptions,
): ReadableStream<Uint8Array> {
  const total = encryptedSize(size);
  const report = measured(total, options);
  let at = 0;
  let source: ByteSource | null = null;

  async function nextPiece(): Promise<Uint8Array | null> {
    source ??= byteSourceOf(await from(id, at));
    try {
      const piece = await readInTime(source);
      if (!piece && at < total) throw clientProblem('unreachable');
      return piece;
    } catch (error) {
      source = null;
      throw error;
    }
  }

  return streamOf({
    async next() {
      const piece = await withRetries(() => at, options.signal, nextPiece);
      if (piece) {
        at += piece.length;
        report(at);
      }
      return piece;
    },
    cancel: async (reason) => source?.cancel(reason),
  });
}

/**
 * A file, decrypted while it arrives. Only the end of the stream without an error proves that it is genuine and
 * complete: don't keep it under its name before.
 *
 * @throws CryptoError `file_refused`, and Problem such as `file_unfinished` or `handover_ended`, even while it is being
 *   read
 */
export const openFile = (
  from: FileSource,
  file: AttachedFile,
  options: TransferOptions = {},
): Promise<ReadableStream<Uint8Array>> => decryptFile(ciphertextOf(from, file, options), file);

/** The file without decryption: an age file that `file.identity` opens. */
export const copyFile = (
  from: FileSource,
  file: AttachedFile,
  options: TransferOptions = {},
): ReadableStream<Uint8Array> => checkFile(ciphertextOf(from, file, options), file);

/** Part of a ciphertext, once it is there. */
async function readRange(
  from: FileSource,
  { id }: AttachedFile,
  [start, end]: [start: number, end: number],
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start);
  let done = 0;
  await withRetries(
    () => done,
    signal,
    async () => {
      const source = byteSourceOf(await from(id, start + done));
      while (done < bytes.length) {
        const piece = await readInTime(source);
        if (!piece) throw clientProblem('unreachable');
        bytes.set(piece.subarray(0, bytes.length - done), done);
        done += piece.length;
      }
      await source.cancel();
    },
  );
  return bytes;
}

/**
 * A file from one of its bytes to its end, in memory. Each part is as trustworthy as the beginning of the stream from
 * `openFile`.
 *
 * @throws CryptoError `file_refused`, and Problem such as `file_unfinished` or `handover_ended`
 */
export async function openTail(
  from: FileSource,
  file: AttachedFile,
  at: number,
  { signal }: TransferOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const head = await readRange(from, file, [0, FILE_HEAD_BYTES], signal);
  const tail = await readRange(from, file, [tailStart(at), encryptedSize(file.size)], signal);
  return decryptTail(head, tail, at, file);
}
