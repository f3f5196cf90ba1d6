/** Sending files: tus 1.0, continued where it was cut off, even by another process or on another day. */
import { type AttachedFile, encryptedSize, encryptFile } from '../crypto/index.ts';
import type { Api } from './api.ts';
import { clientProblem, Problem } from './problem.ts';
import { measured, type TransferOptions, withRetries } from './transfer.ts';

/**
 * Where a device keeps the ciphertext of a file until the service has all of it: encrypting the file again would give
 * another ciphertext. Nobody can read it without the entry.
 */
export interface Staging {
  /** Keeps all that the stream gives. If it fails, nothing is kept. */
  keep(id: string, ciphertext: ReadableStream<Uint8Array>): Promise<void>;
  /** The kept ciphertext, whose bytes are read only when they are needed; null if nothing is kept. */
  find(id: string): Promise<Blob | null>;
  drop(id: string): Promise<void>;
}

/** A file of this device. */
export interface NewFile {
  /** As `isFileName` allows. */
  name: string;
  /** A media type without parameters, or empty. */
  type: string;
  bytes: Blob;
}

/** The largest file that the service accepts, encrypted. */
const MOST_BYTES = 2 * 1024 ** 3;

const TUS = { 'Tus-Resumable': '1.0.0' };
const OFFSET_STREAM = 'application/offset+octet-stream';

/** The number of bytes that one request sends: as many as take some seconds. */
const PART = { first: 1024 * 1024, least: 256 * 1024, most: 8 * 1024 * 1024 };
const QUICK_MS = 2_000;
const SLOW_MS = 8_000;
/** A connection may be lost without notice. */
const PART_TIMEOUT_MS = 120_000;

/**
 * Encrypts a file, and keeps the ciphertext until it is stored. The file is part of no entry yet: see `attachFiles`.
 *
 * @throws Problem `file_too_large`, and whatever reading the file or keeping the ciphertext throws
 */
export async function prepareFile(
  staging: Staging,
  { name, type, bytes }: NewFile,
  options: TransferOptions = {},
): Promise<AttachedFile> {
  if (encryptedSize(bytes.size) > MOST_BYTES) throw clientProblem('file_too_large');
  const id = crypto.randomUUID();
  const report = measured(encryptedSize(bytes.size), options);
  const { ciphertext, key } = await encryptFile(bytes.stream(), (done) => {
    options.signal?.throwIfAborted();
    report(done);
  });
  await staging.keep(id, ciphertext);
  return { id, name, type, ...key() };
}

const inBase64 = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(',');

/**
 * Announces a file of an entry, which reserves its room. Doing it again changes nothing.
 *
 * @returns whether this call was the first to announce it, and whether all of it is stored already
 * @throws Problem `plan_limit`, `payload_too_large`, `files_disabled`
 */
export async function announceFile(
  api: Api,
  entryId: string,
  { id, size, sha256 }: AttachedFile,
): Promise<{ isNew: boolean; isStored: boolean }> {
  const headers = {
    ...TUS,
    'Upload-Length': String(encryptedSize(size)),
    'Upload-Metadata': inBase64({ entryId, sha256, id }),
  };
  const { data, error, response } = await api.POST('/files', { headers });
  if (!data) throw Problem.from(error, response);
  return { isNew: response.status === 201, isStored: data.file.state === 'stored' };
}

const head = (api: Api, id: string) =>
  api.request('head' as 'get', '/files/{id}', { params: { path: { id } }, headers: TUS });

/** Whether the service has nothing of a file and doesn't expect it either. */
export const isGone = async (api: Api, id: string): Promise<boolean> =>
  (await head(api, id)).response.status === 404;

async function arrivedOf(api: Api, id: string): Promise<number> {
  const { response } = await head(api, id);
  if (!response.ok) throw Problem.from(null, response);
  return Number(response.headers.get('upload-offset'));
}

/** @returns how many bytes have arrived so far */
async function sendPart(api: Api, id: string, offset: number, part: Blob): Promise<number> {
  const { error, response } = await api.PATCH('/files/{id}', {
    params: { path: { id } },
    headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': OFFSET_STREAM },
    body: '',
    bodySerializer: () => part,
    signal: AbortSignal.timeout(PART_TIMEOUT_MS),
  });
  if (!response.ok) throw Problem.from(error, response);
  const arrived = Number(response.headers.get('upload-offset'));
  if (!(arrived > offset)) throw clientProblem('unexpected');
  return arrived;
}

/** How much to send next, after a part that took so long. */
function nextPart(part: number, ms: number): number {
  if (ms < QUICK_MS) return Math.min(part * 2, PART.most);
  return ms > SLOW_MS ? Math.max(part / 2, PART.least) : part;
}

interface FileToUpload {
  entryId: string;
  file: AttachedFile;
  staging: Staging;
  /** Whether the service was told of it before, too recently to have forgotten it. */
  isAnnounced?: boolean;
}

/**
 * Sends the rest of a file, and then removes this device's copy.
 *
 * @throws Problem `file_not_kept` if the ciphertext is not on this device; `checksum_mismatch` if it was damaged here;
 *   `not_found` if the file or its entry has been removed since
 */
export async function uploadFile(
  api: Api,
  { entryId, file, staging, isAnnounced = false }: FileToUpload,
  options: TransferOptions = {},
): Promise<void> {
  const { id } = file;
  const total = encryptedSize(file.size);
  const report = measured(total, options);
  let arrived = 0;
  let wasAnnounced = isAnnounced;
  await withRetries(
    () => arrived,
    options.signal,
    async () => {
      // It was removed on another device. If it were announced again, it would take room, and no entry would name it.
      if (wasAnnounced && (await isGone(api, id)))
        throw new Problem({
          code: 'not_found',
          status: 404,
          detail: 'The file was removed on another device.',
        });
      if ((await announceFile(api, entryId, file)).isStored) return;
      wasAnnounced = true;
      const kept = await staging.find(id);
      if (kept?.size !== total) throw clientProblem('file_not_kept');
      arrived = await arrivedOf(api, id);
      report(arrived);
      let part = PART.first;
      while (arrived < total) {
        options.signal?.throwIfAborted();
        const began = performance.now();
        arrived = await sendPart(api, id, arrived, kept.slice(arrived, arrived + part));
        report(arrived);
        part = nextPart(part, performance.now() - began);
      }
    },
  );
  await staging.drop(id);
}
