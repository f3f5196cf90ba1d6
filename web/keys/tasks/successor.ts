/** What a successor's kit is needed for. A successor has no account, and their keys are held until they leave. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  createKit,
  type Kit,
  openAsSuccessor,
  readContent,
  reshare,
} from '../../../crypto/index.ts';
import type { paths } from '../../../docs/openapi.d.ts';
import { AS_VISITOR, answered, api } from '../../api/client.ts';
import { savedPage, sealedPage } from '../../vault/export/saved-page.ts';
import type { SavedWords, SealedWords } from '../../vault/export/saved-words.ts';

type Access = paths['/vault/successor-access']['get']['responses'][200]['content']['application/json'];
type Progress = (done: number, total: number) => void;

/** A new kit. Its code is for the paper, and goes nowhere else. */
export const makeKit = ({ ownerKey }: { ownerKey: string }): Promise<Kit> => createKit(ownerKey);

export interface LeftEntry {
  id: string;
  updatedAt: string;
  /** Null if it does not open, and `refused` says why. */
  content: Content | null;
  refused: CryptoErrorCode | null;
}

export interface Left extends Pick<Access, 'ownerName' | 'expiresAt' | 'messages'> {
  /** What the package says under the owner's signature. */
  rehearsal: boolean;
  entries: LeftEntry[];
}

interface KitInHand {
  token: string;
  code: string;
  /** Of the owner's key, if the sheet was read from its file. */
  ownerFingerprint: string | null;
}

/** A mistyped code need not fetch everything again, and a saved copy needs what is open. */
let fetched: { token: string; access: Access } | null = null;
let opened: { code: string; contents: Content[] } | null = null;
/** Counts how often all of it was forgotten. */
let forgotten = 0;

/** Forgets what was fetched and opened, and the code. */
export function forgetLeft(): void {
  forgotten += 1;
  fetched = null;
  opened = null;
}

async function fetchAccess(token: string): Promise<Access> {
  const query = { token };
  if (fetched?.token === token) {
    const { access } = fetched;
    // Meanwhile the owner may have come back.
    await answered(api.GET('/successors/link', { params: { query }, ...AS_VISITOR }));
    return access;
  }
  const access = await answered(api.GET('/vault/successor-access', { params: { query }, ...AS_VISITOR }));
  fetched = { token, access };
  return access;
}

/**
 * Opens what was left to a successor. An entry that does not open stops no other.
 *
 * @throws Problem `access_not_released`, `token_expired`, `handover_ended`; CryptoError such as `wrong_kit`, `quorum_missing`
 */
export async function openLeft(
  { token, code, ownerFingerprint }: KitInHand,
  progress: Progress,
): Promise<Left> {
  const before = forgotten;
  const access = await fetchAccess(token);
  const { encryptedShare, reshares, rehearsal = false, ownerName, expiresAt, messages } = access;
  const { id: successorId, publicKeySalt } = access.successor;
  if (publicKeySalt === null) throw new CryptoError('not_sealed_to');
  const kit = { code, salt: publicKeySalt, successorId };
  const inheritance = await openAsSuccessor(kit, { encryptedShare, reshares, rehearsal }).catch((error) => {
    // Anything else may be better next time: another successor may pass on a share.
    if (!(error instanceof CryptoError && error.code === 'wrong_kit')) fetched = null;
    throw error;
  });
  if (ownerFingerprint !== null && inheritance.ownerFingerprint !== ownerFingerprint)
    throw new CryptoError('package_of_other_owner');
  const entries: LeftEntry[] = [];
  for (const stored of access.entries) {
    const { id, updatedAt } = stored;
    try {
      const content = readContent(await inheritance.open(stored));
      entries.push({ id, updatedAt, content, refused: null });
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      entries.push({ id, updatedAt, content: null, refused: error.code });
    }
    progress(entries.length, access.entries.length);
  }
  // Somebody has left the page meanwhile.
  if (forgotten !== before) throw new CryptoError('locked');
  fetched = null;
  opened = { code, contents: entries.flatMap(({ content }) => content ?? []) };
  return { ownerName, expiresAt, messages, rehearsal, entries };
}

export interface CopyRequest {
  /** Functions can't be sent to a worker, so it writes sizes itself. */
  words: Omit<SavedWords, 'size'>;
  /** For a copy that asks for the code. */
  sealed: SealedWords | null;
}

/** Everything that is open, as one HTML file. @throws CryptoError `locked` if nothing is */
export async function saveCopy({ words, sealed }: CopyRequest): Promise<Blob> {
  if (!opened) throw new CryptoError('locked');
  const { code, contents } = opened;
  const kilobytes = new Intl.NumberFormat(words.language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 1,
  });
  const all = { ...words, size: (bytes: number) => kilobytes.format(bytes / 1_000) };
  const html = sealed ? await sealedPage(contents, code, { ...all, sealed }) : await savedPage(contents, all);
  return new Blob([html], { type: 'text/html' });
}

interface SealedPart {
  token: string;
  code: string;
  salt: string;
  successorId: string;
  /** One's own package, as the answer to an acceptance has it. */
  encryptedShare: string;
}

/**
 * Passes one's own share on to the other successors, sealed to their kits.
 *
 * @returns to how many; none where each opens theirs alone
 * @throws CryptoError such as `wrong_kit`
 */
export async function passOnShare({
  token,
  code,
  salt,
  successorId,
  encryptedShare,
}: SealedPart): Promise<number> {
  const reshares = await reshare({ code, salt, successorId }, encryptedShare);
  if (reshares.length > 0) {
    const body = { token, response: 'accept' as const, reshares };
    await answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));
  }
  return reshares.length;
}
