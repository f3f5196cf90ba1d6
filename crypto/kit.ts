/** A successor's recovery kit: one code on paper, from which their key pair comes. */
import { toBase64 } from './base64.ts';
import { concat, joined, random, sha256, toHex, wipe } from './bytes.ts';
import { CODE_BYTES, printCode, readCode } from './codes.ts';
import { baseKey, deriveBytes } from './hkdf.ts';
import { type KeyPair, keyPairOf, PUBLIC_KEY_BYTES, rawPublicKey } from './hpke.ts';
import { KDF_V1, stretch } from './kdf.ts';
import { readBytes, readSealed } from './parse.ts';
import { PUBLIC_KEY_BYTES as OWNER_KEY_BYTES } from './signing.ts';
import { normalAddress } from './typed.ts';
import type { Bytes } from './web-crypto.ts';
import { areSixWords, inWords, readWords, WORDS, type WordLanguage, wordNumbers } from './words.ts';

const RANDOM_BYTES = 16;
const OWNER_HASH_BYTES = 32;
const SALT_BYTES = RANDOM_BYTES + OWNER_HASH_BYTES;

/** The printed and the published parts of a successor's kit. */
export interface Kit {
  /** Secret: only on the printed sheet. */
  code: string;
  /** The raw X-Wing key, base64. */
  publicKey: string;
  /** Public, base64. The code opens nothing without it. */
  salt: string;
  /** SHA-256 of the public key, lower-case hexadecimal. */
  fingerprint: string;
  /** The fingerprint of the owner's public signing keys. */
  ownerFingerprint: string;
  /** Six words of both keys, which the successor reads out to the owner. */
  words: string;
}

/** The facts that two people prove by comparing six words. */
export interface Comparison {
  /** The successor's key, base64. */
  publicKey: string;
  /** The owner's public signing keys, base64. */
  ownerKey: string;
  /** The successor's address, as it was shown. */
  email: string;
}

/** A printed code with its public salt, and whose kit this is. */
export interface KitCode {
  code: string;
  salt: string;
  successorId: string;
}

/** The keys of a kit, and the owner it names. The caller wipes the key pair. */
export interface KitKeys {
  keyPair: KeyPair;
  publicKey: Bytes;
  ownerHash: Bytes;
}

const keysOfCode = async (code: Bytes, salt: Bytes): Promise<KeyPair> =>
  keyPairOf(await deriveBytes(await baseKey(code), 'kit-v2', salt));

/**
 * A new kit. Its salt names the owner, so that no other owner's packages open with it.
 *
 * @param whose the owner's public signing keys, which comparing the words proves too, and the successor's address
 * @param language of the words
 * @throws CryptoError `format_unknown` for invalid keys
 */
export async function createKit(
  { ownerKey, email }: Omit<Comparison, 'publicKey'>,
  language: WordLanguage = 'en',
): Promise<Kit> {
  const ownerHash = await sha256(readBytes(ownerKey, 'format_unknown', OWNER_KEY_BYTES));
  const code = random(CODE_BYTES);
  const salt = concat(random(RANDOM_BYTES), ownerHash);
  const keyPair = await keysOfCode(code, salt);
  const publicKey = toBase64(await rawPublicKey(keyPair));
  keyPair.wipe();
  const kit = {
    code: await printCode('kit-code-v1', code),
    publicKey,
    salt: toBase64(salt),
    fingerprint: await fingerprint(publicKey),
    ownerFingerprint: toHex(ownerHash),
    words: await comparedWords({ publicKey, ownerKey, email }, language),
  };
  wipe(code);
  return kit;
}

/**
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`; `wrong_kit` when the salt is not a kit's; `format_unknown`
 *   for the salt of a later format
 */
export async function openKit({ code, salt }: KitCode): Promise<KitKeys> {
  const bytes = await readCode('kit-code-v1', code);
  try {
    const saltBytes = readSealed(salt, 'wrong_kit', SALT_BYTES);
    const keyPair = await keysOfCode(bytes, saltBytes);
    const publicKey = await rawPublicKey(keyPair);
    return { keyPair, publicKey, ownerHash: saltBytes.slice(RANDOM_BYTES) };
  } finally {
    wipe(bytes);
  }
}

/** SHA-256 of a kit's public key in base64, as lower-case hexadecimal. */
export const fingerprint = async (publicKey: string): Promise<string> =>
  toHex(await sha256(readBytes(publicKey, 'format_unknown', PUBLIC_KEY_BYTES)));

/**
 * Six words that stand for both keys: comparing them proves the successor's key to the owner and the owner's to the
 * successor.
 *
 * @throws CryptoError `format_unknown` unless both are keys
 */
export const comparedWords = async (comparison: Comparison, language: WordLanguage): Promise<string> =>
  inWords(await comparedNumbers(comparison), language);

/**
 * Stretched, because someone could try keys until the 66 bits match. The address is included, so that keys tried for
 * one successor are useless for another.
 */
async function comparedNumbers({ publicKey, ownerKey, email }: Comparison): Promise<number[]> {
  const successors = readBytes(publicKey, 'format_unknown', PUBLIC_KEY_BYTES);
  const owners = readBytes(ownerKey, 'format_unknown', OWNER_KEY_BYTES);
  const hash = await sha256(joined('comparison-v3', successors, owners, normalAddress(email)));
  return wordNumbers(await stretch(hash, hash, KDF_V1));
}

/**
 * Which words differ from those of a comparison, from 1, in the language that fits best. None if they match.
 *
 * @param heard six words of any language
 */
export async function differingWords(comparison: Comparison, heard: string): Promise<number[]> {
  const expected = await comparedNumbers(comparison);
  const differing = readWords(heard).map(({ numbers }) =>
    Array.from({ length: Math.max(WORDS, numbers.length) }, (_, i) => i + 1).filter(
      (at) => numbers[at - 1] !== expected[at - 1],
    ),
  );
  return differing.reduce((least, each) => (each.length < least.length ? each : least));
}

/** Whether these are the words of a comparison. */
export const areTheirWords = async (comparison: Comparison, heard: string): Promise<boolean> =>
  areSixWords(heard) && (await differingWords(comparison, heard)).length === 0;
