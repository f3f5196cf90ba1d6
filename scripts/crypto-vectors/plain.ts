/**
 * The formats of docs/crypto.md with every intermediate value in the open, on Node's own functions and not on crypto/:
 * what the vectors show between an input and an output, and what a forger seals.
 */
import {
  argon2Sync,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign as nodeSign,
} from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { Kdf } from '../../crypto/index.ts';

export const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');
export const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

type BytePart = string | Uint8Array;

export const bytes = (text: string, encoding: 'base64' | 'hex' = 'base64'): Buffer =>
  Buffer.from(text, encoding);
export const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');
export const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
export const join = (...parts: BytePart[]): Buffer =>
  Buffer.concat(parts.map((each) => Buffer.from(each as string)));

export const sha256 = (...parts: BytePart[]): Buffer =>
  createHash('sha256')
    .update(join(...parts))
    .digest();

export function u64(value: number): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(value));
  return written;
}

export const hkdf = (ikm: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, 32));

export interface SealedBox {
  iv: string;
  data: string;
}

/** @throws Error if it does not open */
export function openAes(key: Uint8Array, iv: Uint8Array, data: Uint8Array, aad: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(aad).setAuthTag(data.subarray(-16));
  return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]);
}

export function sealAes(key: Uint8Array, iv: Uint8Array, data: Uint8Array, aad: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad);
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

export const openBox = (key: Uint8Array, box: SealedBox, aad: Uint8Array): Buffer =>
  openAes(key, bytes(box.iv), bytes(box.data), aad);

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

const arrayBuffer = (data: Uint8Array): ArrayBuffer => new Uint8Array(data).buffer;

export async function hpkeSeal(
  publicKey: Uint8Array,
  info: string,
  aad: BytePart,
  plain: Uint8Array,
): Promise<string> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(arrayBuffer(publicKey));
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: arrayBuffer(join(info)) },
    arrayBuffer(plain),
    arrayBuffer(join(aad)),
  );
  return base64(join(new Uint8Array(enc), new Uint8Array(ct)));
}

/** @throws Error if it does not open */
export async function hpkeOpen(
  ikm: Uint8Array,
  info: string,
  aad: BytePart,
  sealed: string,
): Promise<Buffer> {
  const { privateKey } = await suite.kem.deriveKeyPair(arrayBuffer(ikm));
  const data = bytes(sealed);
  const opened = await suite.open(
    { recipientKey: privateKey, enc: arrayBuffer(data.subarray(0, 32)), info: arrayBuffer(join(info)) },
    arrayBuffer(data.subarray(32)),
    arrayBuffer(join(aad)),
  );
  return Buffer.from(opened);
}

const signingKey = (seed: Uint8Array) =>
  createPrivateKey({ key: join(PKCS8_ED25519, seed), format: 'der', type: 'pkcs8' });

export const sign = (seed: Uint8Array, ...message: BytePart[]): Buffer =>
  nodeSign(null, join(...message), signingKey(seed));

export const publicKeyOf = (seed: Uint8Array): Buffer =>
  createPublicKey(signingKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-32);

/** A code as it is read from paper, without its checksum. */
export const codeBytes = (printed: string): Buffer =>
  Buffer.from(printed.replace(/[\s-]/g, ''), 'hex').subarray(0, 16);

/** A password and an address to what Argon2id makes of them. */
export function stretch({ email, password, kdf }: { email: string; password: string; kdf: Kdf }) {
  const argonSalt = sha256('vault-v1', email.trim().normalize('NFC').toLowerCase()).subarray(0, 16);
  const master = argon2Sync('argon2id', {
    message: password.normalize('NFC'),
    nonce: argonSalt,
    memory: kdf.memoryKiB,
    passes: kdf.passes,
    parallelism: kdf.parallelism,
    tagLength: 32,
  });
  return { argonSalt, master };
}
