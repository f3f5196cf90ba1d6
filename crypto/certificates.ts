/**
 * Replaced signing keys. Each one certifies the next, so a kit that names the first accepts signatures by the newest.
 */
import { fromBase64, toBase64 } from './base64.ts';
import { joined, sha256, toHex, u64 } from './bytes.ts';
import type { Certificate } from './formats.ts';
import { isBytes, isCount, isRecord } from './parse.ts';
import {
  BOTH_SIGNATURES_BYTES,
  PUBLIC_KEY_BYTES,
  type SigningKeys,
  signWithBoth,
  verifyBoth,
} from './signing.ts';
import type { Bytes } from './web-crypto.ts';

const LABEL = 'owner-key-v1';

/** More would not fit into a bundle. Only writers are limited, so that a later client may keep more. */
export const MAX_CERTIFICATES = 3;

const certifiedText = (userId: string, counter: number, next: Bytes): Bytes =>
  joined(LABEL, userId, u64(counter), next);

/**
 * Certifies the next signing keys with those that they replace.
 *
 * @param signing the private keys of `ownerKey`
 * @param former the certificates so far
 */
export async function certify(
  signing: SigningKeys,
  { userId, ownerKey, former }: { userId: string; ownerKey: Bytes; former: readonly Certificate[] },
  next: Bytes,
): Promise<Certificate[]> {
  const counter = Math.max((former.at(-1)?.counter ?? 0) + 1, Date.now());
  const signatures = await signWithBoth(signing, certifiedText(userId, counter, next));
  return [...former, { counter, ownerKey: toBase64(ownerKey), signatures: toBase64(signatures) }];
}

export const isCertificate = (value: unknown): value is Certificate =>
  isRecord(value) &&
  isCount(value.counter) &&
  isBytes(value.ownerKey, PUBLIC_KEY_BYTES) &&
  isBytes(value.signatures, BOTH_SIGNATURES_BYTES);

/** The fingerprint of an owner's public signing keys, as on a kit's sheet. */
export const ownerFingerprintOf = async (ownerKey: string): Promise<string> =>
  toHex(await sha256(fromBase64(ownerKey)));

/**
 * The certificates that a kit needs, from the keys that it names to the newest. Null if the owner never had those keys.
 *
 * @param ownerKey the newest
 * @param fingerprint of the keys that the kit names
 */
export async function certificatesFrom(
  { ownerKey, former }: { ownerKey: string; former: readonly Certificate[] },
  fingerprint: string,
): Promise<Certificate[] | null> {
  if ((await ownerFingerprintOf(ownerKey)) === fingerprint) return [];
  for (const [i, certificate] of former.entries()) {
    if ((await ownerFingerprintOf(certificate.ownerKey)) === fingerprint) return former.slice(i);
  }
  return null;
}

/** The hash of the keys with which certificates begin: those that the kit must name. */
export const firstKeyHash = async (certificates: readonly Certificate[], ownerKey: string): Promise<Bytes> =>
  sha256(fromBase64(certificates[0]?.ownerKey ?? ownerKey));

/** Whether each key certifies the next for this owner, and the last one `ownerKey`. */
export async function areCertified(
  certificates: readonly Certificate[],
  { userId, ownerKey }: { userId: string; ownerKey: string },
): Promise<boolean> {
  const keys = [...certificates.map((each) => each.ownerKey), ownerKey].map(fromBase64);
  for (const [i, { counter, signatures }] of certificates.entries()) {
    if (i > 0 && counter <= certificates[i - 1]!.counter) return false;
    const text = certifiedText(userId, counter, keys[i + 1]!);
    if (!(await verifyBoth(keys[i]!, fromBase64(signatures), text))) return false;
  }
  return true;
}
