/** Opening a package as a successor. */
import { toHex, wipe } from './bytes.ts';
import { type OpenableEntry, openSigned, readableKey, requireAlgorithm, type Signed } from './entry.ts';
import { openEnvelope } from './envelope.ts';
import { CryptoError, type CryptoErrorCode } from './errors.ts';
import { type KitCode, type KitKeys, openKit } from './kit.ts';
import { type LeftList, openList } from './list.ts';
import { openPackage, openVaultKey, packageKey } from './package.ts';
import type { Package, Purpose } from './package-format.ts';
import { readBytes } from './parse.ts';
import { quorumSecret, type Reshare } from './shares.ts';
import { verifyingKey } from './signing.ts';
import type { CryptoKey } from './web-crypto.ts';

/** A successor's package and the shares that other holders resealed to them, as the service delivers them. */
export interface ReceivedShares {
  encryptedShare: string | null;
  reshares: readonly Reshare[];
  /** What was left to them, as the owner signed it. */
  list?: string | null;
  /** Whether this is a rehearsal. A package for one is refused in the other. */
  rehearsal?: boolean;
}

export interface SealedLeftEntry extends OpenableEntry {
  envelope: string | null;
}

export interface Inheritance {
  userId: string;
  /** Fingerprint of the owner's public signing keys, as on the sheet. */
  ownerFingerprint: string;
  threshold: number;
  /** Why shares of other holders were ignored. The others were enough. */
  badShares: CryptoErrorCode[];
  /** The generation of the package, which is also the time of sealing in milliseconds since 1970. */
  generation: number;
  /** What was left to them. Null unless there is a genuine list; `listRefused` says why one was refused. */
  list: LeftList | null;
  listRefused: CryptoErrorCode | null;
  /**
   * An entry that the owner signed.
   *
   * @throws CryptoError `envelope_missing`, `envelope_refused`, `entry_refused`, `entry_forged` or `format_unknown`
   */
  open(entry: SealedLeftEntry): Promise<Signed>;
}

/**
 * Opens a successor's package, for the entries that were left to them.
 *
 * @throws CryptoError for the kit: `code_mistyped`, `code_of_other_kind`; for the package: `not_sealed_to`, `wrong_kit`,
 *   `format_unknown`, `package_of_other_owner`, `package_misaddressed`, `package_forged`, `package_replayed`; for the
 *   shares: `quorum_missing`
 */
export async function openAsSuccessor(kit: KitCode, access: ReceivedShares): Promise<Inheritance> {
  const purpose = access.rehearsal ? 'rehearsal' : 'handover';
  const keys = await openKit(kit);
  const { contents, key, badShares } = await openAll(keys, kit.successorId, access, purpose).finally(() =>
    keys.keyPair.wipe(),
  );
  const { userId, successorId, ownerKey, generation, threshold, vaultKey } = contents;
  const vault = vaultKey && (await openVaultKey(key, contents, vaultKey));
  const owner = await verifyingKey(readBytes(ownerKey, 'package_forged'));
  const keyOf = async ({ id, salt, envelope }: SealedLeftEntry): Promise<CryptoKey> => {
    if (vault) return readableKey(vault, userId, { id, salt });
    if (envelope === null) throw new CryptoError('envelope_missing');
    return openEnvelope(key, { userId, successorId, entryId: id }, envelope);
  };
  const kind = purpose === 'rehearsal' ? 'rehearsal-entry' : 'entry';
  return {
    userId,
    ownerFingerprint: toHex(keys.ownerHash),
    threshold,
    badShares,
    generation,
    ...(await openListed(key, contents, access.list ?? null)),
    open: async (entry) => {
      requireAlgorithm(entry);
      return openSigned(await keyOf(entry), userId, owner, entry, kind);
    },
  };
}

/** A refused list stops nobody from reading the entries. */
async function openListed(
  key: CryptoKey,
  contents: Package,
  sealed: string | null,
): Promise<Pick<Inheritance, 'list' | 'listRefused'>> {
  if (sealed === null) return { list: null, listRefused: null };
  try {
    const ownerKey = readBytes(contents.ownerKey, 'package_forged');
    return { list: await openList(key, ownerKey, contents, sealed), listRefused: null };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { list: null, listRefused: error.code };
  }
}

async function openAll(
  keys: KitKeys,
  successorId: string,
  { encryptedShare, reshares }: ReceivedShares,
  purpose: Purpose,
) {
  if (encryptedShare === null) throw new CryptoError('not_sealed_to');
  const contents = await openPackage(keys, successorId, encryptedShare, purpose);
  return { contents, ...(await openPackageKey(keys, contents, reshares)) };
}

async function openPackageKey(
  keys: KitKeys,
  contents: Package,
  reshares: readonly Reshare[],
): Promise<{ key: CryptoKey; badShares: CryptoErrorCode[] }> {
  const own = readBytes(contents.ownSecret, 'package_forged');
  const { share } = contents;
  try {
    if (!share) return { key: await packageKey(own, null), badShares: [] };
    const { secret, badShares } = await quorumSecret(keys, contents, share, reshares);
    try {
      return { key: await packageKey(own, secret), badShares };
    } finally {
      wipe(secret);
    }
  } finally {
    wipe(own);
  }
}
