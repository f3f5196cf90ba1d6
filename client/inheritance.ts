/** A successor, who has no account: their kit, their response, and the entries that were left to them. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  createKit,
  type Kit,
  openAsSuccessor,
  readContent,
  reshare,
} from '../crypto/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { type Api, AS_VISITOR, answered } from './api.ts';
import type { Progress } from './owner.ts';

/** A released vault as the service returns it. */
export type SuccessorAccess =
  paths['/vault/successor-access']['get']['responses'][200]['content']['application/json'];

/**
 * Confirms a successor's address with the token of the link in the invitation.
 *
 * @returns the owner's name, and the successor with `ownerKey`, which `makeKit` takes
 */
export const readInvitation = (api: Api, token: string) =>
  answered(api.GET('/successors/verify', { params: { query: { token } }, ...AS_VISITOR }));

/** Makes a kit. Its code belongs on paper and goes nowhere else: let them print it, then call `storeKit`. */
export const makeKit = (ownerKey: string): Promise<Kit> => createKit(ownerKey);

/**
 * Makes a kit active, in place of an older one.
 *
 * @throws Problem `key_pinned` if the owner has compared the older one already
 */
export async function storeKit(api: Api, token: string, { publicKey, salt }: Kit): Promise<void> {
  await answered(api.PUT('/successors/public-key', { body: { token, publicKey, salt }, ...AS_VISITOR }));
}

export interface LeftEntry {
  id: string;
  /** When the owner last changed it. If it does not open, only the service says so. */
  updatedAt: string;
  /** Null if it does not open, and `refused` says why. */
  content: Content | null;
  refused: CryptoErrorCode | null;
}

export interface OpenedInheritance {
  /** What the package says under the owner's signature. */
  rehearsal: boolean;
  entries: LeftEntry[];
  /** How many shares of other successors could not be used. Enough were left. */
  badShares: number;
}

/** A kit as it is read from paper, or from its file. */
export interface TypedKit {
  code: string;
  /** The fingerprint of the owner's key, if the sheet was read from its file. */
  ownerFingerprint: string | null;
}

/**
 * Reads what is left to a successor, still encrypted.
 *
 * @param token of the access link
 * @throws Problem `access_not_released`, `token_expired`, `handover_ended`
 */
export const readAccess = (api: Api, token: string): Promise<SuccessorAccess> =>
  answered(api.GET('/vault/successor-access', { params: { query: { token } }, ...AS_VISITOR }));

/** Asks whether a link still works. @throws as `readAccess` */
export async function checkLink(api: Api, token: string): Promise<void> {
  await answered(api.GET('/successors/link', { params: { query: { token } }, ...AS_VISITOR }));
}

/**
 * Opens what is left to a successor. An entry that does not open stops no other.
 *
 * @throws CryptoError such as `wrong_kit`, `quorum_missing`, `package_of_other_owner`
 */
export async function openInheritance(
  access: SuccessorAccess,
  { code, ownerFingerprint }: TypedKit,
  progress?: Progress,
): Promise<OpenedInheritance> {
  const { encryptedShare, reshares, rehearsal = false } = access;
  const { id: successorId, publicKeySalt } = access.successor;
  if (publicKeySalt === null) throw new CryptoError('not_sealed_to');
  const kit = { code, salt: publicKeySalt, successorId };
  const inheritance = await openAsSuccessor(kit, { encryptedShare, reshares, rehearsal });
  if (ownerFingerprint !== null && inheritance.ownerFingerprint !== ownerFingerprint)
    throw new CryptoError('package_of_other_owner');
  const entries: LeftEntry[] = [];
  for (const stored of access.entries) {
    const { id, updatedAt } = stored;
    try {
      const { text, date } = await inheritance.open(stored);
      entries.push({
        id,
        updatedAt: new Date(date).toISOString(),
        content: readContent(text),
        refused: null,
      });
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      entries.push({ id, updatedAt, content: null, refused: error.code });
    }
    progress?.(entries.length, access.entries.length);
  }
  return { rehearsal, entries, badShares: inheritance.badShares.length };
}

/** Answers the invitation to take over. The response to an acceptance has the successor's own package. */
export const respond = (
  api: Api,
  body: { token: string; response: 'accept' | 'decline' | 'owner_alive'; message?: string },
) => answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));

/** A successor's own share, as the response to an acceptance has it. */
export interface SealedShare {
  token: string;
  /** The kit's code. */
  code: string;
  /** `publicKeySalt` of the successor. */
  salt: string;
  successorId: string;
  encryptedShare: string;
  /** The others, whose keys the owner signed in the share. */
  holders: readonly { successorId: string; publicKey: string }[];
}

/**
 * Passes a successor's own share on to the others, sealed to their kits. Where several must accept, nobody opens
 * anything before enough have done so.
 *
 * @returns to how many; none where each opens theirs alone
 * @throws CryptoError such as `wrong_kit`
 */
export async function passOnShare(
  api: Api,
  { token, code, salt, successorId, encryptedShare, holders }: SealedShare,
): Promise<number> {
  const reshares = await reshare({ code, salt, successorId }, encryptedShare, holders);
  if (reshares.length > 0) {
    const body = { token, response: 'accept' as const, reshares };
    await answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));
  }
  return reshares.length;
}
