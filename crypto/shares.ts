/** Shares of the quorum secret: signed by the owner, and resealed by their holders to one another. */
import { toBase64 } from './base64.ts';
import { fromUtf8, joined, utf8, wipe } from './bytes.ts';
import { CryptoError, type CryptoErrorCode } from './errors.ts';
import { shareText } from './generation.ts';
import { openWith, sealTo } from './hpke.ts';
import type { KitKeys } from './kit.ts';
import { isSignedShare, type Package, type SignedShare } from './package-format.ts';
import { isCount, isId, parseJson, readBytes, readSealed, requireVersion } from './parse.ts';
import { combine } from './shamir.ts';
import { verifyBoth } from './signing.ts';
import type { Bytes } from './web-crypto.ts';

const LABEL = 'reshare-v2';

/** A share that one holder sealed to another, as the service passes it on. */
export interface Reshare {
  fromSuccessorId: string;
  encryptedShare: string;
}

const additionalData = (fromSuccessorId: string, toSuccessorId: string): Bytes =>
  joined(LABEL, fromSuccessorId, toSuccessorId);

/** Seals one's own share to another holder, whose key is the one that the owner signed. */
export async function sealShare(
  { userId, generation, successorId }: Package,
  share: SignedShare,
  to: { successorId: string; publicKey: string },
): Promise<string> {
  const json = utf8(JSON.stringify({ version: 1, userId, generation, share }));
  const publicKey = readBytes(to.publicKey, 'format_unknown');
  try {
    return toBase64(await sealTo(publicKey, LABEL, additionalData(successorId, to.successorId), json));
  } finally {
    wipe(json);
  }
}

/** @throws CryptoError `share_refused`, `format_unknown` or `share_of_other_seal` */
async function openShare(
  kit: KitKeys,
  { userId, generation, successorId }: Package,
  { fromSuccessorId, encryptedShare }: Reshare,
): Promise<SignedShare> {
  if (!isId(fromSuccessorId)) throw new CryptoError('share_refused');
  const sealed = readSealed(encryptedShare, 'share_refused');
  let text: string;
  try {
    const opened = await openWith(kit.keyPair, LABEL, additionalData(fromSuccessorId, successorId), sealed);
    try {
      text = fromUtf8(opened);
    } finally {
      wipe(opened);
    }
  } catch {
    throw new CryptoError('share_refused');
  }
  const value = parseJson(text, 'share_refused');
  requireVersion(value, 1, 'share_refused');
  if (!isId(value.userId) || !isCount(value.generation) || !isSignedShare(value.share)) {
    throw new CryptoError('share_refused');
  }
  if (value.userId !== userId || value.generation !== generation) {
    throw new CryptoError('share_of_other_seal');
  }
  return value.share;
}

/** @throws CryptoError `share_forged` unless the owner gave this share to this holder in this generation */
async function requireSigned(contents: Package, holderId: string, share: SignedShare): Promise<Bytes> {
  const data = readBytes(share.data, 'share_forged');
  const signature = readBytes(share.signature, 'share_forged');
  const text = shareText(contents.userId, holderId, contents.generation, data);
  const isSigned = await verifyBoth(readBytes(contents.ownerKey, 'share_forged'), signature, text);
  wipe(text);
  if (!isSigned) throw new CryptoError('share_forged');
  return data;
}

/**
 * Reconstructs the quorum secret from one's own share and those that other holders resealed. A bad share is reported
 * and otherwise ignored, so that no holder can keep the others from opening the vault.
 *
 * @throws CryptoError `quorum_missing` with the number of good shares
 */
export async function quorumSecret(
  kit: KitKeys,
  contents: Package,
  own: SignedShare,
  reshares: readonly Reshare[],
): Promise<{ secret: Bytes; badShares: CryptoErrorCode[] }> {
  const good = new Map<string, Bytes>();
  const badShares: CryptoErrorCode[] = [];
  good.set(contents.successorId, await requireSigned(contents, contents.successorId, own));
  for (const reshare of reshares) {
    const holderId = reshare.fromSuccessorId;
    if (good.has(holderId)) continue;
    try {
      good.set(holderId, await requireSigned(contents, holderId, await openShare(kit, contents, reshare)));
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      badShares.push(error.code);
    }
  }
  const shares = [...good.values()];
  const need = contents.threshold;
  try {
    if (shares.length < need) {
      throw new CryptoError('quorum_missing', { shares: { have: shares.length, need, bad: badShares } });
    }
    return { secret: await combine(shares.slice(0, need)), badShares };
  } finally {
    wipe(...shares);
  }
}
