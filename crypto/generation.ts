/** A new generation of packages: fresh secrets, and one package for each successor. */
import { toBase64 } from './base64.ts';
import { joined, random, u64, wipe } from './bytes.ts';
import { certificatesFrom } from './certificates.ts';
import { requireDecided } from './decisions.ts';
import { CryptoError } from './errors.ts';
import type { Certificate, Pin, SuccessorKeys } from './formats.ts';
import { packageKey, sealPackage, sealVaultKey } from './package.ts';
import { type Holder, type Package, SECRET_BYTES, type SignedShare } from './package-format.ts';
import { requirePin } from './pins.ts';
import { split } from './shamir.ts';
import { type SigningKeys, signWithBoth } from './signing.ts';
import type { Bytes } from './web-crypto.ts';

/** A successor to seal to, with the key that the service names. */
export interface Recipient {
  id: string;
  publicKey: string | null;
  /** As the service has it, to be compared with the name that was pinned. */
  name?: string;
  /** Whether only `entries` are left to them, and not the whole vault. */
  restricted: boolean;
  entries: readonly { id: string; salt: string }[];
}

/** The owner who seals. */
export interface Sealer {
  userId: string;
  ownerKey: string;
  /** The certificates of replaced keys. */
  former: readonly Certificate[];
  signing: SigningKeys;
  vaultKey: Bytes;
}

export interface Generation {
  successorKeys: SuccessorKeys;
  shares: { id: string; encryptedShare: string }[];
}

/** The text that the signature of a share covers. */
export const shareText = (userId: string, successorId: string, generation: number, data: Bytes): Bytes =>
  joined('share-v1', userId, successorId, u64(generation), data);

/**
 * Seals to exactly these successors. The secrets of earlier generations don't open anything of this one.
 *
 * @param kept the pins that stay for successors who are left out. All others who are left out lose theirs
 * @throws CryptoError `key_not_pinned`, `key_swapped` or `decision_differs`, before anything is sealed
 * @throws RangeError when the threshold is not between 1 and the number of successors, or one is named twice
 */
export async function newGeneration(
  sealer: Sealer,
  before: SuccessorKeys,
  threshold: number,
  recipients: readonly Recipient[],
  kept = before.pins,
): Promise<Generation> {
  requireThreshold(threshold, recipients);
  const pinned = await Promise.all(
    recipients.map(async (recipient) => ({ recipient, ...(await requirePin(before, recipient)) })),
  );
  await requireDecided(
    before,
    threshold,
    pinned.map(({ recipient, pin }) => ({ ...recipient, pin })),
  );
  // The time, so that no number is used twice when older keys are restored: old and new shares would seem to match.
  const generation = Math.max(before.generation + 1, Date.now());
  const quorumSecret = threshold > 1 ? random(SECRET_BYTES) : null;
  const shares = quorumSecret ? await split(quorumSecret, recipients.length, threshold) : [];
  const holders = pinned.map(({ recipient: { id }, pin }) => ({
    successorId: id,
    fingerprint: pin.fingerprint,
  }));
  try {
    const sealed = await Promise.all(
      pinned.map(({ recipient, pin, publicKey }, i) =>
        sealOne(
          sealer,
          recipient,
          { pin, publicKey },
          { generation, threshold, quorumSecret, share: shares[i], holders },
        ),
      ),
    );
    const pins: Record<string, Pin> = {
      ...kept,
      ...Object.fromEntries(sealed.map(({ id, pin }) => [id, pin])),
    };
    const successorKeys: SuccessorKeys = {
      ...before,
      generation,
      quorumSecret: quorumSecret && toBase64(quorumSecret),
      pins,
    };
    return { successorKeys, shares: sealed.map(({ id, encryptedShare }) => ({ id, encryptedShare })) };
  } finally {
    wipe(...shares, quorumSecret ?? new Uint8Array());
  }
}

/** @throws CryptoError `bundle_damaged` if the bundle doesn't know the keys that the kit names */
export async function certificatesFor(
  owner: { ownerKey: string; former: readonly Certificate[] },
  { ownerFingerprint }: Pin,
): Promise<Certificate[]> {
  const certificates = await certificatesFrom(owner, ownerFingerprint);
  if (!certificates) throw new CryptoError('bundle_damaged');
  return certificates;
}

interface Common {
  generation: number;
  threshold: number;
  quorumSecret: Bytes | null;
  share: Bytes | undefined;
  holders: Holder[];
}

async function sealOne(
  sealer: Sealer,
  { id, restricted }: Recipient,
  { pin, publicKey }: { pin: Pin; publicKey: Bytes },
  common: Common,
) {
  const { userId, ownerKey, signing, vaultKey } = sealer;
  const certificates = await certificatesFor(sealer, pin);
  const { generation, threshold, quorumSecret, share, holders } = common;
  const ownSecret = random(SECRET_BYTES);
  try {
    const key = await packageKey(ownSecret, quorumSecret);
    const whose = { userId, successorId: id, generation };
    const contents: Package = {
      version: 1,
      purpose: 'handover',
      userId,
      successorId: id,
      ownerKey,
      certificates,
      generation,
      threshold,
      holders: share ? holders : [],
      ownSecret: toBase64(ownSecret),
      share: share ? await signShare(signing, userId, id, generation, share) : null,
      vaultKey: restricted ? null : await sealVaultKey(key, whose, vaultKey),
    };
    const encryptedShare = await sealPackage(signing, publicKey, contents);
    return { id, encryptedShare, pin: { ...pin, ownSecret: contents.ownSecret, generation } };
  } finally {
    wipe(ownSecret);
  }
}

async function signShare(
  signing: SigningKeys,
  userId: string,
  successorId: string,
  generation: number,
  data: Bytes,
): Promise<SignedShare> {
  const text = shareText(userId, successorId, generation, data);
  try {
    return { data: toBase64(data), signature: toBase64(await signWithBoth(signing, text)) };
  } finally {
    wipe(text);
  }
}

function requireThreshold(threshold: number, recipients: readonly Recipient[]): void {
  if (new Set(recipients.map(({ id }) => id)).size < recipients.length) {
    throw new RangeError('A successor is named twice');
  }
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > Math.max(1, recipients.length)) {
    throw new RangeError('The threshold must be between 1 and the number of successors');
  }
}
