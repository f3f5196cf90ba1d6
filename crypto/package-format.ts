/** The contents of a package: the text that an owner signs and seals to one successor. */
import type { Box } from './aead.ts';
import { isCertificate } from './certificates.ts';
import { CryptoError } from './errors.ts';
import type { Certificate } from './formats.ts';
import {
  isBox,
  isBytes,
  isCount,
  isFingerprint,
  isId,
  isRecord,
  parseJson,
  requireVersion,
} from './parse.ts';
import { SHARE_BYTES } from './shamir.ts';
import { BOTH_SIGNATURES_BYTES, PUBLIC_KEY_BYTES } from './signing.ts';

export const SECRET_BYTES = 32;

export type Purpose = 'handover' | 'rehearsal';

/** A successor who holds a share, and the only key that further shares may be sealed to. */
export interface Holder {
  successorId: string;
  /** SHA-256 of their key, lower-case hexadecimal. */
  fingerprint: string;
}

/** A share of the quorum secret that the owner signed with both keys, in base64. */
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
  /** The owner's public signing keys. */
  ownerKey: string;
  /** From the keys that the kit names to `ownerKey`. Empty if the kit names `ownerKey`. */
  certificates: Certificate[];
  generation: number;
  /** How many successors must accept. */
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
  isRecord(value) && isBytes(value.data, SHARE_BYTES) && isBytes(value.signature, BOTH_SIGNATURES_BYTES);

const isHolder = (value: unknown): value is Holder =>
  isRecord(value) && isId(value.successorId) && isFingerprint(value.fingerprint);

const isPackage = (value: Record<string, unknown>): value is Record<string, unknown> & Package =>
  (value.purpose === 'handover' || value.purpose === 'rehearsal') &&
  isId(value.userId) &&
  isId(value.successorId) &&
  isBytes(value.ownerKey, PUBLIC_KEY_BYTES) &&
  Array.isArray(value.certificates) &&
  value.certificates.every(isCertificate) &&
  isCount(value.generation) &&
  isCount(value.threshold) &&
  value.threshold >= 1 &&
  Array.isArray(value.holders) &&
  value.holders.every(isHolder) &&
  isBytes(value.ownSecret, SECRET_BYTES) &&
  (value.share === null || isSignedShare(value.share)) &&
  (value.share !== null) === value.threshold > 1 &&
  (value.vaultKey === null || isBox(value.vaultKey));

/**
 * @throws CryptoError `format_unknown` for another version, `package_forged` for anything that no owner's client writes
 */
export function parsePackage(json: string): Package {
  const value = parseJson(json, 'package_forged');
  requireVersion(value, 1, 'package_forged');
  if (!isPackage(value)) throw new CryptoError('package_forged');
  return value;
}
