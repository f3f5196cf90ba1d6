/** The contents of a package: the text that an owner signs and seals to one successor. */
import type { Box } from './aead.ts';
import { CryptoError } from './errors.ts';
import { PUBLIC_KEY_BYTES } from './hpke.ts';
import { isBox, isBytes, isCount, isId, isRecord, parseJson } from './parse.ts';
import { SHARE_BYTES } from './shamir.ts';
import { PUBLIC_KEY_BYTES as OWNER_KEY_BYTES, SIGNATURE_BYTES } from './signing.ts';

export const SECRET_BYTES = 32;

export type Purpose = 'handover' | 'rehearsal';

/** A successor who holds a share, and the key to seal further shares to. */
export interface Holder {
  successorId: string;
  /** The raw X25519 key, base64. */
  publicKey: string;
}

/** A share of the quorum secret that the owner signed, both base64. */
export interface SignedShare {
  data: string;
  signature: string;
}

/** One for each successor and generation. IDs are lower-case UUIDs, keys and secrets base64. */
export interface Package {
  version: 1;
  purpose: Purpose;
  userId: string;
  successorId: string;
  /** The owner's raw Ed25519 key. */
  ownerKey: string;
  generation: number;
  /** How many successors it takes. */
  threshold: number;
  /** All successors who hold a share; none while the threshold is one. */
  holders: Holder[];
  /** This successor's part of the package key. */
  ownSecret: string;
  share: SignedShare | null;
  /** Under the package key; null where only some entries are left to them. */
  vaultKey: Box | null;
}

export const isSignedShare = (value: unknown): value is SignedShare =>
  isRecord(value) && isBytes(value.data, SHARE_BYTES) && isBytes(value.signature, SIGNATURE_BYTES);

const isHolder = (value: unknown): value is Holder =>
  isRecord(value) && isId(value.successorId) && isBytes(value.publicKey, PUBLIC_KEY_BYTES);

const isPackage = (value: Record<string, unknown>): value is Record<string, unknown> & Package =>
  (value.purpose === 'handover' || value.purpose === 'rehearsal') &&
  isId(value.userId) &&
  isId(value.successorId) &&
  isBytes(value.ownerKey, OWNER_KEY_BYTES) &&
  isCount(value.generation) &&
  isCount(value.threshold) &&
  value.threshold >= 1 &&
  Array.isArray(value.holders) &&
  value.holders.every(isHolder) &&
  isBytes(value.ownSecret, SECRET_BYTES) &&
  (value.share === null || isSignedShare(value.share)) &&
  (value.share !== null) === value.threshold > 1 &&
  (value.vaultKey === null || isBox(value.vaultKey));

/** @throws CryptoError `format_unknown` for another version, `package_forged` for what no owner writes */
export function parsePackage(json: string): Package {
  const value = parseJson(json, 'package_forged');
  if (value.version !== 1) throw new CryptoError('format_unknown');
  if (!isPackage(value)) throw new CryptoError('package_forged');
  return value;
}
