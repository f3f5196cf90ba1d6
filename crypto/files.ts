/**
 * Files of an entry: each is an age file (age-encryption.org/v1) that every `age` opens with the identity in the entry.
 * Both directions are streams, so that memory stays flat.
 */

// age-encryption can do this too, but with new buffers for every 64 KiB: see byte-source.ts.
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
// Web Crypto can't hash a stream. hash-wasm can, but gains little, because the cipher takes longer than either hash. It
// also needs WebAssembly, which in the web app only the worker with the keys may run.
import { sha256 } from '@noble/hashes/sha2.js';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type ByteSource, byteSourceOf, fillerOf, streamOf } from './byte-source.ts';
import { concat, toHex } from './bytes.ts';
import { CryptoError } from './errors.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import type { Bytes } from './web-crypto.ts';

/** Where the lines of a header with one X25519 stanza end, and the payload's nonce begins. */
const LINE_ENDS: ReadonlySet<number> = new Set([21, 75, 119, 167]);
const HEADER_BYTES = 168;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NEWLINE = 0x0a;

/** The values needed to open a file. */
export interface FileKey {
  /** In bytes, before it was encrypted. */
  size: number;
  /** The hash of the ciphertext, in lower-case hexadecimal as `sha256sum` prints it. */
  sha256: string;
  /** `AGE-SECRET-KEY-1…`. The recipient that belongs to it is never published. */
  identity: string;
}

/** A file that is encrypted while it is read. */
export interface EncryptedFile {
  ciphertext: ReadableStream<Uint8Array>;
  /** Known once all of the ciphertext was read. */
  key(): FileKey;
}

/** The size of a file once it is encrypted, in bytes. */
export const encryptedSize = (size: number): number =>
  HEADER_BYTES + NONCE_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));

/**
 * The ciphers of the chunks from `first` on, as in age: the nonce is a counter of 11 bytes and a flag for the last one.
 */
function chunkCiphers(key: Bytes, first: number): (isLast: boolean) => ReturnType<typeof chacha20poly1305> {
  const nonce = new Uint8Array(12);
  const view = new DataView(nonce.buffer);
  let count = first;
  return (isLast) => {
    view.setUint32(7, count);
    view.setUint8(11, isLast ? 1 : 0);
    count += 1;
    return chacha20poly1305(key, nonce);
  };
}

/** @param head a header and a nonce. @param first chunk, from 0 on */
async function ciphersOf(head: Bytes, identity: string, first = 0) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const fileKey = await decrypter.decryptHeader(head.subarray(0, HEADER_BYTES));
  return chunkCiphers(
    await deriveBytes(await baseKey(new Uint8Array(fileKey)), 'payload', head.slice(HEADER_BYTES)),
    first,
  );
}

/** The header and the nonce of a new file. */
async function newHead(identity: string): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const reader = (await encrypter.encrypt(new ReadableStream())).getReader();
  const [header, nonce] = [await reader.read(), await reader.read()];
  await reader.cancel();
  return concat(header.value!, nonce.value!);
}

/**
 * Encrypts a file under an identity of its own. No second run gives the same ciphertext: keep it until it is stored.
 *
 * @param watch is called with the number of bytes read from the ciphertext. Throwing there ends the stream
 */
export async function encryptFile(
  plaintext: ReadableStream<Uint8Array>,
  watch: (done: number) => void = () => {},
): Promise<EncryptedFile> {
  const identity = await generateX25519Identity();
  const head = await newHead(identity);
  const cipher = await ciphersOf(head, identity);
  const source = byteSourceOf(plaintext);
  const fill = fillerOf(source);
  const [chunk, sealed] = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES + TAG_BYTES)];
  const hash = sha256.create();
  let [size, done] = [0, 0];
  let state: 'head' | 'payload' | 'end' = 'head';

  async function part(): Promise<Uint8Array> {
    if (state === 'head') {
      state = 'payload';
      return head;
    }
    const { bytes, isLast } = await fill(chunk);
    size += bytes.length;
    if (isLast) state = 'end';
    return cipher(isLast).encrypt(bytes, sealed.subarray(0, bytes.length + TAG_BYTES));
  }

  async function next(): Promise<Uint8Array | null> {
    if (state === 'end') return null;
    const made = await part();
    hash.update(made);
    done += made.length;
    watch(done);
    return made;
  }
  return {
    ciphertext: streamOf({ next, cancel: source.cancel }),
    key: () => ({ size, sha256: toHex(hash.clone().digest()), identity }),
  };
}

/**
 * Refuses a header that is not one of ours, whose length age would not limit, and, before the ciphertext ends, a wrong
 * length or hash. Age alone would open a file that someone else with the identity encrypted.
 */
function checked({ next, cancel }: ByteSource, { size, sha256: expected }: FileKey): ByteSource {
  const length = encryptedSize(size);
  const hash = sha256.create();
  let seen = 0;
  return {
    async next() {
      const piece = await next();
      if (!piece) {
        if (seen !== length || toHex(hash.digest()) !== expected) throw new CryptoError('file_refused');
        return null;
      }
      for (let i = 0; i < piece.length && seen + i < HEADER_BYTES; i++)
        if ((piece[i] === NEWLINE) !== LINE_ENDS.has(seen + i)) throw new CryptoError('file_refused');
      seen += piece.length;
      if (seen > length) throw new CryptoError('file_refused');
      hash.update(piece);
      return piece;
    },
    cancel,
  };
}

/**
 * Passes a ciphertext on, and ends it only if all of it is what the owner stored.
 *
 * @throws CryptoError `file_refused` while it is read
 */
export const checkFile = (ciphertext: ReadableStream<Uint8Array>, key: FileKey): ReadableStream<Uint8Array> =>
  streamOf(checked(byteSourceOf(ciphertext), key));

/** @throws CryptoError `file_refused` in place of any error from the step */
async function refusing<Result>(step: () => Result): Promise<Awaited<Result>> {
  try {
    return await step();
  } catch {
    throw new CryptoError('file_refused');
  }
}

/**
 * Opens a file while it arrives. Each part of it was encrypted by someone with the identity; that the owner stored this
 * file, all of it, is certain only once the stream ends without an error.
 *
 * @throws CryptoError `file_refused`, even while it is being read; and whatever reading the ciphertext throws
 */
export async function decryptFile(
  ciphertext: ReadableStream<Uint8Array>,
  key: FileKey,
): Promise<ReadableStream<Uint8Array>> {
  const { next: nextPiece, cancel } = checked(byteSourceOf(ciphertext), key);
  const fill = fillerOf({ next: nextPiece, cancel });
  const [sealed, chunk] = [new Uint8Array(CHUNK_BYTES + TAG_BYTES), new Uint8Array(CHUNK_BYTES)];
  const head = new Uint8Array(HEADER_BYTES + NONCE_BYTES);
  let isOver = false;
  try {
    await fill(head);
    const cipher = await refusing(() => ciphersOf(head, key.identity));
    return streamOf({
      async next() {
        if (isOver) return null;
        const { bytes, isLast } = await fill(sealed);
        isOver = isLast;
        return refusing(() => cipher(isLast).decrypt(bytes, chunk.subarray(0, bytes.length - TAG_BYTES)));
      },
      cancel,
    });
  } catch (error) {
    await cancel(error).catch(() => {});
    throw error;
  }
}

/** The number of bytes at the start of a ciphertext that are needed to open any part of it. */
export const FILE_HEAD_BYTES = HEADER_BYTES + NONCE_BYTES;

/** Where the chunk that has byte `at` of the file begins in the ciphertext. */
export const tailStart = (at: number): number =>
  FILE_HEAD_BYTES + Math.floor(at / CHUNK_BYTES) * (CHUNK_BYTES + TAG_BYTES);

/**
 * Opens a file from one of its bytes to its end, where a film may have its index. Each part was encrypted by someone
 * with the identity, for this place of a file that ends here; that the owner stored it is certain only once
 * `decryptFile` has read all of the file.
 *
 * @param head the first `FILE_HEAD_BYTES` of the ciphertext
 * @param ciphertext from `tailStart(at)` to its end
 * @throws CryptoError `file_refused`
 */
export async function decryptTail(
  head: Bytes,
  ciphertext: Uint8Array,
  at: number,
  { size, identity }: FileKey,
): Promise<Bytes> {
  if (ciphertext.length !== encryptedSize(size) - tailStart(at)) throw new CryptoError('file_refused');
  const first = Math.floor(at / CHUNK_BYTES);
  const plaintext = new Uint8Array(size - first * CHUNK_BYTES);
  return refusing(async () => {
    const cipher = await ciphersOf(head, identity, first);
    for (let done = 0; done < plaintext.length; done += CHUNK_BYTES) {
      const place = plaintext.subarray(done, done + CHUNK_BYTES);
      const from = (done / CHUNK_BYTES) * (CHUNK_BYTES + TAG_BYTES);
      const sealed = ciphertext.subarray(from, from + place.length + TAG_BYTES);
      cipher(done + place.length === plaintext.length).decrypt(sealed, place);
    }
    return plaintext.subarray(at - first * CHUNK_BYTES);
  });
}
