/** Tasks that need a successor's kit. A successor has no account, and their keys are held until they leave. */
import * as inheritance from '../../../client/inheritance.ts';
import type { Progress } from '../../../client/owner.ts';
import { type Content, CryptoError, type Kit } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { savedPage, sealedPage } from '../../vault/export/saved-page.ts';
import type { SavedWords, SealedWords } from '../../vault/export/saved-words.ts';

/** A new kit. Its code is shown on the sheet, and sent nowhere. */
export const makeKit = ({ ownerKey }: { ownerKey: string }): Promise<Kit> => inheritance.makeKit(ownerKey);

export interface OpenedAccess
  extends Pick<inheritance.SuccessorAccess, 'ownerName' | 'expiresAt' | 'messages'>,
    inheritance.OpenedInheritance {}

/** A mistyped code need not fetch everything again, and a saved copy needs what is open. */
let fetched: { token: string; access: inheritance.SuccessorAccess } | null = null;
let opened: { code: string; contents: Content[] } | null = null;
/** How often everything was forgotten. */
let forgotten = 0;

/** Forgets what was fetched and opened, and the code. */
export function forgetLeft(): void {
  forgotten += 1;
  fetched = null;
  opened = null;
}

async function fetchAccess(token: string): Promise<inheritance.SuccessorAccess> {
  if (fetched?.token === token) {
    const { access } = fetched;
    // The owner may have come back since.
    await inheritance.checkLink(api, token);
    return access;
  }
  const access = await inheritance.readAccess(api, token);
  fetched = { token, access };
  return access;
}

/**
 * Opens what was left to a successor. An entry that does not open stops no other.
 *
 * @throws Problem `access_not_released`, `token_expired`, `handover_ended`; CryptoError such as `wrong_kit`, `quorum_missing`
 */
export async function openLeft(
  { token, ...kit }: inheritance.TypedKit & { token: string },
  progress: Progress,
): Promise<OpenedAccess> {
  const before = forgotten;
  const access = await fetchAccess(token);
  const left = await inheritance.openInheritance(access, kit, progress).catch((error) => {
    // Other failures may not recur: another successor may pass on a share.
    if (!(error instanceof CryptoError && error.code === 'wrong_kit')) fetched = null;
    throw error;
  });
  // The successor has left the page since.
  if (forgotten !== before) throw new CryptoError('locked');
  fetched = null;
  opened = { code: kit.code, contents: left.entries.flatMap(({ content }) => content ?? []) };
  const { ownerName, expiresAt, messages } = access;
  return { ownerName, expiresAt, messages, ...left };
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

/** Passes one's own share on to the other successors. @returns to how many */
export const passOnShare = (share: inheritance.SealedShare): Promise<number> =>
  inheritance.passOnShare(api, share);
