/**
 * The formats of docs/crypto.md with every intermediate value in the open, with Node's own functions instead of
 * crypto/: what the vectors show between an input and an output, and what a forger seals.
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
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import type { Kdf } from '../../crypto/index.ts';

const ENC_BYTES = 1_120;
const PKCS8_ML_DSA = Buffer.from('3034020100300b060960864801650304031204228020', 'hex');
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

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

export const sha512 = (...parts: BytePart[]): Buffer =>
  createHash('sha512')
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

const kem = new XWing();
const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });

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
  privateKey: Uint8Array,
  info: string,
  aad: BytePart,
  sealed: string,
): Promise<Buffer> {
  const recipientKey = await kem.generateKeyPairDerand(new Uint8Array(privateKey));
  const data = bytes(sealed);
  const opened = await suite.open(
    { recipientKey, enc: arrayBuffer(data.subarray(0, ENC_BYTES)), info: arrayBuffer(join(info)) },
    arrayBuffer(data.subarray(ENC_BYTES)),
    arrayBuffer(join(aad)),
  );
  return Buffer.from(opened);
}

const NO_SALT = Buffer.alloc(0);
export const ed25519Seed = (seed: Uint8Array): Buffer => hkdf(seed, NO_SALT, 'ed25519-v2');
export const mlDsaSeed = (seed: Uint8Array): Buffer => hkdf(seed, NO_SALT, 'ml-dsa-65-v2');

const privateKey = (prefix: Buffer, seed: Uint8Array) =>
  createPrivateKey({ key: join(prefix, seed), format: 'der', type: 'pkcs8' });
const rawPublicKey = (prefix: Buffer, seed: Uint8Array, length: number): Buffer =>
  createPublicKey(privateKey(prefix, seed)).export({ format: 'der', type: 'spki' }).subarray(-length);

/** Signs as entries are signed: with the first of the two keys of a signing seed. */
export const sign = (seed: Uint8Array, ...message: BytePart[]): Buffer =>
  nodeSign(null, join(...message), privateKey(PKCS8_ED25519, ed25519Seed(seed)));

/** Signs with the second. Not with Node, whose signatures differ each time. */
export const signMlDsa = (seed: Uint8Array, ...message: BytePart[]): Buffer => {
  const { secretKey } = ml_dsa65.keygen(new Uint8Array(mlDsaSeed(seed)));
  return Buffer.from(ml_dsa65.sign(new Uint8Array(join(...message)), secretKey, { extraEntropy: false }));
};

/** The length of both signatures of a package. */
export const SIGNATURES_BYTES = 64 + 3_309;

/** The public key of an Ed25519 seed. */
export const publicKeyOf = (seed: Uint8Array): Buffer => rawPublicKey(PKCS8_ED25519, seed, 32);

/** The public keys of a signing seed. */
export const publicKeysOf = (seed: Uint8Array): Buffer =>
  join(publicKeyOf(ed25519Seed(seed)), rawPublicKey(PKCS8_ML_DSA, mlDsaSeed(seed), 1_952));

/** A code as it is read from paper, without its checksum. */
export const codeBytes = (printed: string): Buffer =>
  Buffer.from(printed.replace(/[\s-]/g, ''), 'hex').subarray(0, 16);

/** What Argon2id makes of a password and an address. */
export function stretch({ email, password, kdf }: { email: string; password: string; kdf: Kdf }) {
  const argonSalt = sha256(
    'vault-v1',
    email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ).subarray(0, 16);
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
