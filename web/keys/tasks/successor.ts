/** Tasks that need a successor's kit. A successor has no account, and their keys are held until they leave. */
import * as inheritance from '../../../client/inheritance.ts';
import { fromBase64 } from '../../../client/inner-file.ts';
import type { Progress } from '../../../client/owner.ts';
import { CryptoError, type Kit, WORD_LANGUAGES } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import type { Language } from '../../locales/areas.ts';
import { innerSize, MOST_IN_PAGE } from '../../vault/export/most-in-page.ts';
import { type FilePlace, type SavedContent, savedPage, sealedPage } from '../../vault/export/saved-page.ts';
import type { SavedWords, SealedWords } from '../../vault/export/saved-words.ts';
import { seen } from '../seen.ts';
import type { Tab, TaskContext } from '../tab.ts';
import type { ArchiveWords, InnerFileToSave } from './archive.ts';

/** A new kit. Its code is shown on the sheet, and sent nowhere. Its words are English if the language has no list. */
export const makeKit = ({
  language,
  ...whose
}: {
  ownerKey: string;
  email: string;
  language: Language;
}): Promise<Kit> => inheritance.makeKit(whose, WORD_LANGUAGES.find((each) => each === language) ?? 'en');

export interface OpenedAccess
  extends Pick<inheritance.SuccessorAccess, 'ownerName' | 'expiresAt' | 'messages'>,
    Omit<inheritance.OpenedInheritance, 'wholeContent'> {}

interface InheritanceState {
  /** Kept so that everything needn't be fetched again after a mistyped code. */
  fetched?: { token: string; access: inheritance.SuccessorAccess } | undefined;
  /** The code that was entered last. A saved copy needs it, and so does passing one's share on. */
  code?: string;
  /** Files are saved from it. */
  opened?: inheritance.OpenedInheritance;
}

/** What each tab has fetched and opened. */
const inheritanceStates = new WeakMap<Tab, InheritanceState>();

function inheritanceStateOf(tab: Tab): InheritanceState {
  const state = inheritanceStates.get(tab) ?? {};
  inheritanceStates.set(tab, state);
  return state;
}

/** Forgets what was fetched and opened, and the code. */
export function forgetInheritance(_: undefined, { tab }: TaskContext): void {
  inheritanceStates.delete(tab);
}

async function fetchAccess(
  state: InheritanceState,
  token: string,
  progress: Progress,
): Promise<inheritance.SuccessorAccess> {
  if (state.fetched?.token === token) {
    const { access } = state.fetched;
    // The owner may have come back since.
    await inheritance.checkLink(api, token);
    return access;
  }
  const access = await inheritance.readAccess(api, token, progress);
  state.fetched = { token, access };
  return access;
}

/**
 * Opens what was left to a successor. An entry that doesn't open doesn't stop the others.
 *
 * @throws Problem `access_not_released`, `token_expired`, `handover_ended`; CryptoError such as `wrong_kit`, `quorum_missing`
 */
export async function openInheritance(
  { token, ...kit }: inheritance.TypedKit & { token: string },
  { tab, progress }: TaskContext,
): Promise<OpenedAccess> {
  const state = inheritanceStateOf(tab);
  // Fetching is the first half of the progress, and opening the second.
  const access = await fetchAccess(state, token, (done, total) => progress(done, 2 * total));
  state.code = kit.code;
  const opened = (done: number, total: number) => progress(total + done, 2 * total);
  const inherited = await inheritance
    .openInheritance(access, kit, { progress: opened, seen })
    .catch((error) => {
      // Other failures may not recur: another successor may pass on a share.
      if (!(error instanceof CryptoError && error.code === 'wrong_kit')) state.fetched = undefined;
      throw error;
    });
  // The successor has left the page since.
  if (inheritanceStates.get(tab) !== state) throw new CryptoError('locked');
  state.fetched = undefined;
  state.opened = inherited;
  const { ownerName, expiresAt, messages } = access;
  // A function can't be sent to the page.
  const { wholeContent: _, ...shown } = inherited;
  return { ownerName, expiresAt, messages, ...shown };
}

function openedIn(tab: Tab): inheritance.OpenedInheritance {
  const { opened } = inheritanceStateOf(tab);
  if (!opened) throw new CryptoError('locked');
  return opened;
}

/** The file inside an entry. @throws CryptoError `locked` if nothing is open */
export async function readInnerFile(
  { at }: { at: number },
  { tab }: Pick<TaskContext, 'tab'>,
): Promise<Blob> {
  const { fields } = await openedIn(tab).wholeContent(at);
  const bytes = fromBase64(fields.data ?? '');
  if (!bytes) throw new CryptoError('content_unreadable');
  // As untyped bytes, so that no browser opens the file instead of saving it.
  return new Blob([bytes], { type: 'application/octet-stream' });
}

export interface CopyRequest {
  /** Functions can't be sent to a worker, so it writes sizes itself. */
  words: Omit<SavedWords, 'size'>;
  /** For a copy that asks for the code. */
  sealed: SealedWords | null;
  /** For a copy with files, which is an archive. */
  archive: (ArchiveWords & { token: string }) | null;
  /** Where to write it. */
  to?: WritableStream<Uint8Array>;
}

export interface SavedCopy {
  /** All of it, unless there is `to`. */
  bytes: Blob | null;
  /** The names of files that could not be fetched, and are not in it. */
  missing: string[];
}

/** Everything that is open, as one HTML file, or as an archive with it. @throws CryptoError `locked` if nothing is */
export async function saveCopy(
  { words, sealed, archive, to }: CopyRequest,
  { tab, progress, signal }: TaskContext,
): Promise<SavedCopy> {
  const { code } = inheritanceStateOf(tab);
  const { entries, wholeContent } = openedIn(tab);
  if (!code) throw new CryptoError('locked');
  const isBeside = innerSize(entries) > MOST_IN_PAGE;
  const contents: SavedContent[] = [];
  const inner: InnerFileToSave[] = [];
  for (const { content, freshness, inner: held } of entries) {
    if (!content) continue;
    if (!held) contents.push({ ...content, freshness });
    else if (!isBeside || held.bytes === null) contents.push({ ...(await wholeContent(held.at)), freshness });
    else {
      const { at, bytes: size } = held;
      const file = { id: crypto.randomUUID(), name: content.fields.name || content.title, size };
      inner.push({ ...file, read: () => readInnerFile({ at }, { tab }) });
      contents.push({ ...content, files: [file, ...(content.files ?? [])], freshness });
    }
  }
  const sizeOf = (size: number, unit: 'byte' | 'kilobyte', unitDisplay: 'long' | 'short') =>
    size.toLocaleString(words.language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  const all = {
    ...words,
    size: (bytes: number) =>
      bytes < 1_000 ? sizeOf(bytes, 'byte', 'long') : sizeOf(bytes / 1_000, 'kilobyte', 'short'),
  };
  const pageOf = async (places?: ReadonlyMap<string, FilePlace>) => {
    const html = sealed
      ? await sealedPage(contents, code, { ...all, sealed }, places)
      : await savedPage(contents, all, places);
    return new Blob([html], { type: 'text/html' });
  };
  if (!archive) return { bytes: await pageOf(), missing: [] };
  const { archiveOf } = await import('./archive.ts');
  const { bytes, missing } = archiveOf(
    {
      words: archive,
      token: archive.token,
      files: entries.flatMap(({ content }) => content?.files ?? []),
      inner,
      isSealed: sealed !== null,
      pageOf,
    },
    { progress, signal },
  );
  if (to) await bytes.pipeTo(to, { signal });
  const blob = to
    ? null
    : await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>, {
        headers: { 'Content-Type': 'application/zip' },
      }).blob();
  return { bytes: blob, missing };
}

/** Passes the successor's own share on to the others. @returns to how many */
export const passOnShare = (share: inheritance.SealedShare): Promise<number> =>
  inheritance.passOnShare(api, share, seen);

/**
 * Passes the successor's own share on with the code that was entered last, and with the link to what was left, if they
 * didn't do so with their answer. @returns to how many
 */
export async function passOnWithAccess({ token }: { token: string }, { tab }: TaskContext): Promise<number> {
  const { code } = inheritanceStateOf(tab);
  if (!code) throw new CryptoError('locked');
  const accepted = await inheritance.respond(api, { token, response: 'accept' });
  const { encryptedShare, successor, holders = [] } = accepted;
  if (!encryptedShare || !successor?.publicKeySalt) return 0;
  const { id: successorId, publicKeySalt: salt } = successor;
  return passOnShare({ token, code, salt, successorId, encryptedShare, holders });
}
