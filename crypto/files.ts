/**
 * Files of an entry: each is an age file (age-encryption.org/v1) that every `age` opens with the identity in the entry.
 * Both directions are streams, so that memory stays flat.
 */

// Web Crypto hashes only what is whole. hash-wasm would need WebAssembly, which a page's policy may forbid.
import { sha256 } from '@noble/hashes/sha2.js';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { toHex } from './bytes.ts';
import { CryptoError } from './errors.ts';

/** Where the lines of a header with one X25519 stanza end, and the payload's nonce begins. */
const LINE_ENDS: ReadonlySet<number> = new Set([21, 75, 119, 167]);
const HEADER_BYTES = 168;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NEWLINE = 0x0a;

/** What opening a file needs. */
export interface FileKey {
  /** In bytes, before it was encrypted. */
  size: number;
  /** Of the ciphertext, in lower-case hexadecimal as `sha256sum` prints it. */
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

/** So many bytes a file takes once it is encrypted. */
export const encryptedSize = (size: number): number =>
  HEADER_BYTES + NONCE_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));

/** Looks at the bytes that pass through. @param done may refuse them all, before their end passes on */
const watching = (
  look: (chunk: Uint8Array) => void,
  done: () => void = () => {},
): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(chunk, controller) {
      look(chunk);
      controller.enqueue(chunk);
    },
    flush: done,
  });

/** Encrypts a file under an identity of its own. Nothing gives the same ciphertext again: keep it until it is stored. */
export async function encryptFile(plaintext: ReadableStream<Uint8Array>): Promise<EncryptedFile> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  let size = 0;
  const hash = sha256.create();
  const counted = plaintext.pipeThrough(
    watching((chunk) => {
      size += chunk.length;
    }),
  );
  const encrypted = await encrypter.encrypt(counted);
  return {
    ciphertext: encrypted.pipeThrough(watching((chunk) => hash.update(chunk))),
    key: () => ({ size, sha256: toHex(hash.clone().digest()), identity }),
  };
}

/**
 * Refuses a header that is not one of ours, whose length age would not limit, and a ciphertext of another length or
 * hash. Age alone would open what someone else with the identity has encrypted.
 */
function checking({ size, sha256: expected }: FileKey): TransformStream<Uint8Array, Uint8Array> {
  const length = encryptedSize(size);
  const hash = sha256.create();
  let seen = 0;
  return watching(
    (chunk) => {
      for (let i = 0; i < chunk.length && seen + i < HEADER_BYTES; i++)
        if ((chunk[i] === NEWLINE) !== LINE_ENDS.has(seen + i)) throw new CryptoError('file_refused');
      seen += chunk.length;
      if (seen > length) throw new CryptoError('file_refused');
      hash.update(chunk);
    },
    () => {
      if (seen !== length || toHex(hash.digest()) !== expected) throw new CryptoError('file_refused');
    },
  );
}

/**
 * A ciphertext that is what the owner stored, as far as it was read: its end comes only if all of it is.
 *
 * @throws CryptoError `file_refused` while it is read
 */
export const checkFile = (ciphertext: ReadableStream<Uint8Array>, key: FileKey): ReadableStream<Uint8Array> =>
  ciphertext.pipeThrough(checking(key));

/** What a reader reads, as a stream. @param replace what to throw in place of an error */
const replacingErrors = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  replace: (error: unknown) => unknown,
): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw replace(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );

/**
 * Opens a file while it arrives. Each part of it was encrypted by someone with the identity; that the owner stored this
 * file, all of it, is certain only once the stream ends without an error.
 *
 * @throws CryptoError `file_refused`, also while it is read; and what reading the ciphertext throws
 */
export async function decryptFile(
  ciphertext: ReadableStream<Uint8Array>,
  key: FileKey,
): Promise<ReadableStream<Uint8Array>> {
  const reader = ciphertext.getReader();
  let broken: { error: unknown } | undefined;
  const source = replacingErrors(reader, (error) => {
    broken = { error };
    return error;
  });
  const refusal = () => (broken ? broken.error : new CryptoError('file_refused'));
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(key.identity);
    const opened = await decrypter.decrypt(source.pipeThrough(checking(key)));
    return replacingErrors(opened.getReader(), refusal);
  } catch {
    await reader.cancel().catch(() => {});
    throw refusal();
  }
}
