/** After accepting, a successor passes their share on to the other holders. */
import { CryptoError } from './errors.ts';
import { fingerprint, type KitCode, openKit } from './kit.ts';
import { openPackage } from './package.ts';
import { sealShare } from './shares.ts';

/**
 * Seals one's own share to every other holder whose key is the one that the owner signed. The others could not use it:
 * since the owner last sealed, they were removed or have made another kit. Empty where no quorum is needed. A rehearsal
 * has nothing to reseal, and its package is refused.
 *
 * @param encryptedShare one's own package
 * @param holders their keys, as the service names them
 * @param seen the highest generation of their packages that this device has seen: an older share is not resealed
 * @returns the `reshares` of the API, and the generation of the package
 * @throws CryptoError as `openAsSuccessor` does for the package, and `package_rolled_back`
 */
export async function reshare(
  kit: KitCode,
  encryptedShare: string,
  holders: readonly { successorId: string; publicKey: string }[],
  seen = 0,
): Promise<{ generation: number; reshares: { successorId: string; encryptedShare: string }[] }> {
  const keys = await openKit(kit);
  const contents = await openPackage(keys, kit.successorId, encryptedShare, 'handover').finally(() =>
    keys.keyPair.wipe(),
  );
  const { generation, share } = contents;
  if (generation < seen) throw new CryptoError('package_rolled_back');
  if (!share) return { generation, reshares: [] };
  const signed = new Map(contents.holders.map((holder) => [holder.successorId, holder.fingerprint]));
  const reshares = [];
  for (const { successorId, publicKey } of holders) {
    if (successorId === kit.successorId) continue;
    if (signed.get(successorId) !== (await fingerprint(publicKey).catch(() => null))) continue;
    const encryptedShare = await sealShare(contents, share, { successorId, publicKey });
    reshares.push({ successorId, encryptedShare });
  }
  return { generation, reshares };
}
