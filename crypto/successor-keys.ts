/** `SuccessorKeys` in the bundle: pins, and the secrets to seal further envelopes. */
import { openBox, sealBox } from './aead.ts';
import { fromBase64 } from './base64.ts';
import { withParts } from './bundle-mac.ts';
import { concat, fromUtf8, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import type { Box, Pin, SuccessorKeys } from './formats.ts';
import { packageKey } from './package.ts';
import { padJson } from './padding.ts';
import { isBytes, isCount, isFingerprint, isRecord, parseJson, readBytes, requireVersion } from './parse.ts';
import { keysOf, type Vault } from './vault.ts';
import type { Bytes, CryptoKey } from './web-crypto.ts';

const LABEL = 'successors-v1';
const KEY_BYTES = 32;

export const NO_SUCCESSORS: SuccessorKeys = {
  version: 1,
  generation: 0,
  threshold: null,
  quorumSecret: null,
  pins: {},
};

const additionalData = (signer: Bytes): Bytes => concat(utf8(LABEL), signer);

/**
 * @param key `successors` of the vault's keys
 * @param signer the key that the bundle names as `signing.publicKey`
 */
export async function sealSuccessorKeys(
  key: CryptoKey,
  signer: Bytes,
  successors: SuccessorKeys,
): Promise<Box> {
  const json = utf8(padJson(JSON.stringify(successors)));
  try {
    return await sealBox(key, additionalData(signer), json);
  } finally {
    wipe(json);
  }
}

/** @throws CryptoError `bundle_damaged` or `format_unknown` */
export async function openSuccessorKeys(key: CryptoKey, signer: Bytes, box: Box): Promise<SuccessorKeys> {
  const json = await openBox(key, additionalData(signer), box, 'bundle_damaged');
  const opened = parseJson(readText(json), 'bundle_damaged');
  requireVersion(opened, 1, 'bundle_damaged');
  if (!isSuccessorKeys(opened)) throw new CryptoError('bundle_damaged');
  return opened;
}

function readText(json: Bytes): string {
  try {
    return fromUtf8(json);
  } catch {
    throw new CryptoError('bundle_damaged');
  } finally {
    wipe(json);
  }
}

function isSuccessorKeys(value: Record<string, unknown>): value is Record<string, unknown> & SuccessorKeys {
  const { generation, threshold, quorumSecret, pins } = value;
  return (
    isCount(generation) &&
    (threshold === null || (isCount(threshold) && threshold >= 1)) &&
    (quorumSecret === null || isBytes(quorumSecret, KEY_BYTES)) &&
    isRecord(pins) &&
    Object.values(pins).every(isPin)
  );
}

const isPin = (value: unknown): value is Pin =>
  isRecord(value) &&
  isFingerprint(value.fingerprint) &&
  isFingerprint(value.ownerFingerprint) &&
  typeof value.pinnedAt === 'string' &&
  (value.ownSecret === null || isBytes(value.ownSecret, KEY_BYTES)) &&
  isCount(value.generation) &&
  (value.name === null || typeof value.name === 'string') &&
  typeof value.restricted === 'boolean' &&
  isBytes(value.left, KEY_BYTES) &&
  typeof value.leaves === 'boolean';

/** The service names the ID, so names that every JavaScript object has must not match. */
export const findPin = ({ pins }: SuccessorKeys, successorId: string): Pin | undefined =>
  Object.hasOwn(pins, successorId) ? pins[successorId] : undefined;

/**
 * The key of the package that was sealed last to a successor.
 *
 * @throws CryptoError `not_sealed_to`
 */
export async function packageKeyOf(keys: SuccessorKeys, successorId: string): Promise<CryptoKey> {
  const { ownSecret = null, generation } = findPin(keys, successorId) ?? {};
  if (ownSecret === null || generation !== keys.generation) throw new CryptoError('not_sealed_to');
  const own = readBytes(ownSecret, 'bundle_damaged');
  const quorum = keys.quorumSecret === null ? null : readBytes(keys.quorumSecret, 'bundle_damaged');
  try {
    return await packageKey(own, quorum);
  } finally {
    wipe(own, quorum ?? own);
  }
}

const named = ({ keyBundle }: Vault): Bytes => fromBase64(keyBundle.signing.publicKey);

/** @throws CryptoError `locked` */
export const readSuccessorKeys = (vault: Vault): Promise<SuccessorKeys> =>
  openSuccessorKeys(keysOf(vault).successors, named(vault), vault.keyBundle.successors);

/** The vault with other successor keys in its bundle, which the caller must store. */
export async function withSuccessorKeys(vault: Vault, successors: SuccessorKeys): Promise<Vault> {
  const box = await sealSuccessorKeys(keysOf(vault).successors, named(vault), successors);
  return withParts(vault, { successors: box });
}
