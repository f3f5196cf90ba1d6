/** Files as streams of age. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Encrypter, identityToRecipient } from 'age-encryption';
import {
  decryptFile,
  decryptTail,
  encryptedSize,
  encryptFile,
  FILE_HEAD_BYTES,
  type FileKey,
  tailStart,
} from '../../crypto/index.ts';
import { refusal } from './refusals.ts';

/** A stream in pieces whose size matches no chunk. */
function streamOf(bytes: Uint8Array, piece = 10_007): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

async function allOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function encrypted(plaintext: Uint8Array): Promise<{ ciphertext: Buffer; key: FileKey }> {
  const file = await encryptFile(streamOf(plaintext));
  return { ciphertext: await allOf(file.ciphertext), key: file.key() };
}

const decrypted = async (ciphertext: Uint8Array, key: FileKey): Promise<Buffer> =>
  allOf(await decryptFile(streamOf(ciphertext), key));

const refused = (ciphertext: Uint8Array, key: FileKey) => refusal(() => decrypted(ciphertext, key));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const bytesOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, i) => i % 251);
const ABOUT_THREE_CHUNKS = bytesOf(150_000);

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 150_000, 262_144, 600_000])(
  'a file of %d bytes opens with its key, and is as large as announced',
  async (size) => {
    const plaintext = bytesOf(size);
    const { ciphertext, key } = await encrypted(plaintext);
    expect(key).toEqual({ size, sha256: sha256(ciphertext), identity: expect.any(String) });
    expect(ciphertext.length).toBe(encryptedSize(size));
    expect((await decrypted(ciphertext, key)).equals(plaintext)).toBe(true);
  },
);

test('a reader with a buffer gets it filled', async () => {
  const { ciphertext } = await encryptFile(streamOf(bytesOf(300_000)));
  const reader = ciphertext.getReader({ mode: 'byob' });
  const lengths: number[] = [];
  let buffer = new ArrayBuffer(200_000);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) break;
    lengths.push(value.length);
    ({ buffer } = value);
  }
  expect(lengths).toEqual([200_000, encryptedSize(300_000) - 200_000]);
});

test('each file has an identity of its own', async () => {
  const [one, other] = [await encrypted(ABOUT_THREE_CHUNKS), await encrypted(ABOUT_THREE_CHUNKS)];
  expect(one.key.identity).not.toBe(other.key.identity);
  expect(await refused(one.ciphertext, { ...one.key, identity: other.key.identity })).toBe('file_refused');
});

test('a ciphertext of another hash is refused, although it opens', async () => {
  const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
  expect(await refused(ciphertext, { ...key, sha256: sha256(ABOUT_THREE_CHUNKS) })).toBe('file_refused');
  // As a successor who has the identity could make it.
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key.identity));
  const forged = await encrypter.encrypt(ABOUT_THREE_CHUNKS.map((byte) => byte ^ 1));
  expect(await refused(forged, key)).toBe('file_refused');
});

/** At the start, in the stanza, in the MAC, in the nonce, in each chunk, and in the last tag. */
test.each([0, 30, 80, 121, 160, 170, 200, 70_000, 140_000, 150_231])(
  'an altered byte at %d is refused, even if the hash matches',
  async (at) => {
    const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
    ciphertext[at]! ^= 1;
    expect(await refused(ciphertext, key)).toBe('file_refused');
    expect(await refused(ciphertext, { ...key, sha256: sha256(ciphertext) })).toBe('file_refused');
  },
);

test('a file that ends early, or goes on, is refused', async () => {
  const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
  const lengths = [0, 1, 100, 184, 184 + 65_552, ciphertext.length - 1];
  for (const length of lengths)
    expect(await refused(ciphertext.subarray(0, length), key)).toBe('file_refused');
  expect(await refused(Buffer.concat([ciphertext, Buffer.of(0)]), key)).toBe('file_refused');
});

test('nothing passes for the end of a file before its hash is checked', async () => {
  const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
  const seen: number[] = [];
  const reading = async () => {
    for await (const piece of await decryptFile(streamOf(ciphertext), { ...key, sha256: '0'.repeat(64) }))
      seen.push(piece.length);
  };
  expect(await refusal(reading)).toBe('file_refused');
  expect(seen.reduce((all, each) => all + each, 0)).toBeLessThan(ABOUT_THREE_CHUNKS.length);
});

test.each([0, 1, 65_535, 65_536, 140_000, 149_999])(
  'the end of a file from byte %d on opens alone, but only in its place and complete',
  async (at) => {
    const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
    const bytes = new Uint8Array(ciphertext);
    const head = bytes.slice(0, FILE_HEAD_BYTES);
    const tail = bytes.slice(tailStart(at));
    const opening = await decryptTail(head, tail, at, key);
    expect(Buffer.from(opening).equals(ABOUT_THREE_CHUNKS.slice(at))).toBe(true);
    const altered = tail.map((byte, i) => (i === tail.length - 20 ? byte ^ 1 : byte));
    expect(await refusal(() => decryptTail(head, altered, at, key))).toBe('file_refused');
    // As it would be elsewhere in a file, or before its end.
    for (const other of [
      { ...key, size: key.size + 65_536 },
      { ...key, size: key.size - 1 },
    ])
      for (const place of [at, at + 65_536])
        expect(await refusal(() => decryptTail(head, tail, place, other))).toBe('file_refused');
    const cut = { ...key, size: 131_072 };
    if (at < cut.size)
      expect(
        await refusal(() => decryptTail(head, bytes.slice(tailStart(at), encryptedSize(cut.size)), at, cut)),
      ).toBe('file_refused');
  },
);

test('a header without an end is refused at once', async () => {
  const { key } = await encrypted(ABOUT_THREE_CHUNKS);
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(65_536).fill(0x41));
    },
  });
  expect(await refusal(() => decryptFile(endless, { ...key, size: 2 ** 40 }))).toBe('file_refused');
  expect(pulled).toBeLessThan(5);
});

test('an error of the source is thrown as it is, at the start and on the way', async () => {
  const { ciphertext, key } = await encrypted(ABOUT_THREE_CHUNKS);
  for (const length of [10, 100_000]) {
    const lost = new Error('The connection was lost');
    let sent = false;
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) throw lost;
        sent = true;
        controller.enqueue(ciphertext.subarray(0, length));
      },
    });
    await expect(decryptFile(source, key).then(allOf)).rejects.toBe(lost);
  }
});

test('a reader who stops ends the source, and nobody reads ahead of the reader', async () => {
  const { ciphertext, key } = await encrypted(new Uint8Array(2_000_000));
  let given = 0;
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(ciphertext.subarray(given, given + 10_000));
        given += 10_000;
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  const reader = (await decryptFile(source, key)).getReader();
  await reader.read();
  await setImmediate();
  expect(given).toBeLessThan(400_000);
  await reader.cancel();
  await cancelled;
});
