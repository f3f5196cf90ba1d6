/** After accepting, a successor passes their share on to the other holders. */
import { type KitCode, openKit } from './kit.ts';
import { openPackage } from './package.ts';
import { sealShare } from './shares.ts';

/**
 * Seals one's own share to every other holder, by the keys that the owner signed. Empty where no quorum is needed. A
 * rehearsal has nothing to reseal, and its package is refused.
 *
 * @param encryptedShare one's own package
 * @returns the `reshares` of the API
 * @throws CryptoError as `openAsSuccessor` does for the package
 */
export async function reshare(
  kit: KitCode,
  encryptedShare: string,
): Promise<{ successorId: string; encryptedShare: string }[]> {
  const contents = await openPackage(await openKit(kit), kit.successorId, encryptedShare, 'handover');
  const { share } = contents;
  if (!share) return [];
  const others = contents.holders.filter(({ successorId }) => successorId !== kit.successorId);
  return Promise.all(
    others.map(async (to) => ({
      successorId: to.successorId,
      encryptedShare: await sealShare(contents, share, to),
    })),
  );
}
