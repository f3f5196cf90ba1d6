/** After accepting, a successor passes their share on to the other holders. */
import { fingerprint, type KitCode, openKit } from './kit.ts';
import { openPackage } from './package.ts';
import { sealShare } from './shares.ts';

/**
 * Seals one's own share to every other holder whose key is the one that the owner signed. Others could not use it: they
 * were removed, or have made another kit, since the owner last sealed. Empty where no quorum is needed. A rehearsal has
 * nothing to reseal, and its package is refused.
 *
 * @param encryptedShare one's own package
 * @param holders their keys, as the service names them
 * @returns the `reshares` of the API
 * @throws CryptoError as `openAsSuccessor` does for the package
 */
export async function reshare(
  kit: KitCode,
  encryptedShare: string,
  holders: readonly { successorId: string; publicKey: string }[],
): Promise<{ successorId: string; encryptedShare: string }[]> {
  const keys = await openKit(kit);
  const contents = await openPackage(keys, kit.successorId, encryptedShare, 'handover').finally(() =>
    keys.keyPair.wipe(),
  );
  const { share } = contents;
  if (!share) return [];
  const signed = new Map(contents.holders.map((holder) => [holder.successorId, holder.fingerprint]));
  const reshares = [];
  for (const { successorId, publicKey } of holders) {
    if (successorId === kit.successorId) continue;
    if (signed.get(successorId) !== (await fingerprint(publicKey).catch(() => null))) continue;
    const encryptedShare = await sealShare(contents, share, { successorId, publicKey });
    reshares.push({ successorId, encryptedShare });
  }
  return reshares;
}
