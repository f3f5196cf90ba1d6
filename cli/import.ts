/** Importing files of other programs, and our own exports. */
import { hash } from 'node:crypto';
import {
  type ChosenExport,
  type ComparedItem,
  compareWithVault,
  type DetectionResult,
  detect,
  type EntryToImport,
  findsNothing,
  type ImportRefusal,
  importStream,
  isChosen,
  isOfOther,
  type LeftBehind,
  type Owner,
  openChosenExport,
  openStored,
  type ReadFile,
  type RecognisedExport,
  rememberImport,
  rememberResealed,
  type StoredEntry,
  storedPages,
  undoImport,
} from '../client/index.ts';
import { type Content, type CryptoErrorCode, openEntry, writeContent } from '../crypto/index.ts';
import { whyClosed } from './entries.ts';
import { readLines } from './export-file.ts';
import { findInFolder, requireAllSent, sendExportedFiles } from './exported-files.ts';
import { CommandFailure, HalfDone, UsageFailure } from './failure.ts';
import { openInput } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { pastImports } from './past-imports.ts';
import { counted, oneLine } from './printing.ts';

/** For programs whose tables or JSON we would read only in part. */
const OTHERS =
  'What another password manager exported can be imported into Bitwarden or KeePassXC, and exported there as JSON or XML';

/** Each follows the path of the file. */
const REFUSALS: Record<ImportRefusal, string> = {
  empty_file: 'is empty: export it again',
  archive:
    'is an archive, but neither from 1Password nor an unchanged one of ours: unpack it, and choose the file inside if it is from Bitwarden or one of ours. Files that Bitwarden attached to entries must be added by hand',
  broken_archive: 'is a damaged or incomplete archive: export it again',
  too_large:
    'is too large to be read in one go: export fewer entries at a time, or import an encrypted export of ours, which may have any size',
  keepass_database: 'is an encrypted KeePass database: open it there, and export it as XML',
  bitwarden_encrypted: 'was encrypted by Bitwarden: export it again as JSON without encryption',
  newer_version: 'is from a newer version of this program: update it',
  other_account:
    'is an encrypted export of another account, or of an earlier one of yours: import a decrypted export instead',
  broken_json: 'is damaged or incomplete: export it again',
  broken_xml: 'is damaged or incomplete: export it again',
  unknown_json: `is JSON of an unknown program: choose an export from Bitwarden, or one of ours. ${OTHERS}`,
  unknown_xml: 'is XML of an unknown program: choose an export from KeePass 2 or KeePassXC',
  unknown_columns: `is a table with unknown columns: choose one from Apple, Bitwarden, Chrome or Firefox, 1PUX from 1Password, and XML from KeePass or KeePassXC. ${OTHERS}`,
  unknown_encoding: 'is not readable text: save it again in UTF-8',
  unknown: `is not an export that we can read: choose one from Bitwarden, 1Password, KeePass, Apple, Chrome or Firefox, or of ours. Save a table as CSV with commas. ${OTHERS}`,
};

const LEFT: Record<LeftBehind, string> = {
  password_history: 'previous passwords',
  passkeys: 'passkeys',
  attachments: 'attached files',
  earlier_versions: 'earlier versions of entries',
  uri_rules: 'rules for matching websites',
  linked_fields: 'linked fields',
  folder_details: 'descriptions and tags of folders',
  missing_entries: 'entries missing from the file',
};

const WORDS = { untitled: 'Untitled', favourite: 'favourite', archived: 'archived' };

const refused = (path: string, refusal: ImportRefusal) => new CommandFailure(`${path} ${REFUSALS[refusal]}`);

async function recognise(file: Blob, path: string): Promise<RecognisedExport> {
  const found: DetectionResult = await detect(file);
  if ('refusal' in found) throw refused(path, found.refusal);
  return found;
}

/** The entries of an encrypted export of ours that do not open, and why. */
type Closed = Map<string, CryptoErrorCode | null>;

/** @throws CommandFailure if none opens */
function requireAnyOpened(opened: number, closed: Closed): void {
  if (opened > 0 || closed.size === 0) return;
  const [why] = closed.values();
  if (why === 'format_unknown') throw new CommandFailure(`That export ${REFUSALS.newer_version}`);
  throw new CommandFailure(
    'No entry of that export opens. It is damaged, or belongs to another vault or to an earlier one of yours: import a decrypted export instead',
  );
}

const hashOf = (content: Content): string => hash('sha256', writeContent(content));

/** Hashes of the vault's entries, by ID. The entries themselves may be larger than memory. */
async function hashesIn(owner: Owner): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const page of storedPages(owner.api)) {
    for (const stored of page) {
      const { content } = await openStored(owner, stored);
      if (content) hashes.set(stored.id, hashOf(content));
    }
  }
  return hashes;
}

/**
 * An export of ours as lines, which may be larger than memory, without what the vault holds already.
 *
 * @throws CommandFailure if no entry opens
 */
async function* entriesIn(
  lines: AsyncIterable<StoredEntry>,
  owner: Owner,
  hashes: ReadonlyMap<string, string>,
  { closed, withFiles, present }: Pick<Reading, 'closed' | 'withFiles' | 'present'>,
): AsyncGenerator<EntryToImport, void> {
  let opened = 0;
  for await (const stored of lines) {
    const { content, refused, signed } = await openStored(owner, stored, { old: true });
    if (!content || !signed) {
      closed.set(stored.id, refused);
      continue;
    }
    opened += 1;
    if (content.files) withFiles.add(stored.id);
    if (hashes.get(stored.id) === hashOf(content)) {
      present.add(stored.id);
      continue;
    }
    const updatedAt = new Date(signed.date).toISOString();
    yield { id: stored.id, createdAt: stored.createdAt, updatedAt, content };
  }
  requireAnyOpened(opened, closed);
}

/**
 * Checks an export of ours that is one document.
 *
 * @param closed collects the entries that do not open; null for a decrypted export, whose entries must all be readable
 * @throws CommandFailure if it is incomplete, or has an entry that is too large
 */
function requireCompleteExport({ items, skipped, left }: ReadFile, closed: Closed | null): void {
  for (const { at, title, reason } of skipped) {
    const name = title === '' ? `entry ${at}` : `"${oneLine(title)}"`;
    if (reason === 'too_large')
      throw new CommandFailure(`In that export, ${name} is too large for one entry`);
    if (!closed)
      throw new CommandFailure(
        `In that export, ${name} is damaged, or from a newer version of this program: update it`,
      );
    closed.set(name, reason as CryptoErrorCode);
  }
  if (left.missing_entries) throw new CommandFailure('That export is incomplete: export it again');
  if (closed) requireAnyOpened(items.length, closed);
}

/** Entries that are skipped for these reasons are no loss. */
const NO_LOSS: ReadonlySet<string> = new Set(['in_trash', 'empty']);

function noteLeft({ note }: Invocation, { skipped, left }: ReadFile): void {
  for (const { at, title, reason } of skipped)
    note(
      `Not imported: ${title === '' ? `number ${at}` : `"${oneLine(title)}"`} (${reason.replaceAll('_', ' ')}).`,
    );
  for (const [what, number] of Object.entries(left) as [LeftBehind, number][])
    note(`Cannot be imported: ${LEFT[what]} (${number}).`);
}

/** The entries to store, in the order in which they are in the file. */
function chosenOf(
  invocation: Invocation,
  items: readonly ComparedItem[],
  { isOurs, addSimilar }: { isOurs: boolean; addSimilar: boolean },
): EntryToImport[] {
  // Importing an unchanged entry would make it name its files' former keys, and each file would be sent again.
  if (isOurs)
    return items.filter(({ isUnchanged }) => !isUnchanged).map((item) => ({ ...item, id: item.entryId }));
  const count = (how: 'identical' | 'similar') => items.filter(({ known }) => known === how).length;
  if (count('similar') > 0 && !addSimilar)
    invocation.note(
      `${counted(count('similar'), 'entry', 'entries')} left out, for being similar to another: add them with --similar.`,
    );
  return items
    .filter((item) => isChosen(item, { addSimilar, takeNewer: false, putOlderBack: false }))
    .map((item) => ({ ...item, id: item.entryId, isNew: true }));
}

function notePresent({ note }: Invocation, { present, withFiles, savedAs }: Reading): void {
  if (present.size === 0) return;
  // Files of a readable export can't be compared by anything else.
  const alike = savedAs.size > 0 && [...present].some((id) => withFiles.has(id));
  note(
    `${counted(present.size, 'entry is', 'entries are')} in the vault already${alike ? ', with files of the same names and sizes' : ''}.`,
  );
}

async function undoLast(invocation: Invocation): Promise<void> {
  const { open, confirmed } = await ownerSession(invocation);
  const owner = await open();
  const undone = await confirmed(() => undoImport(owner, pastImports(invocation.sessionPath)));
  if (!undone)
    throw new CommandFailure('Nothing was imported here in the last day, so there is nothing to undo');
  const { removed, changed, updated } = undone;
  invocation.print(`${counted(removed, 'entry is', 'entries are')} in the trash now.`);
  if (changed > 0) invocation.note(`${counted(changed, 'entry', 'entries')} changed since: kept.`);
  if (updated > 0)
    invocation.note(
      `${counted(updated, 'entry', 'entries')} replaced by the import: kept, with the earlier version in the trash.`,
    );
}

interface Reading {
  /** Begins to read the entries; called more than once. */
  entries(): AsyncIterable<EntryToImport>;
  /** IDs of entries with files, also of those that are in the vault already. */
  withFiles: Set<string>;
  /** IDs of the file's entries that the vault holds unchanged. */
  present: Set<string>;
  savedAs: ReadonlyMap<string, string>;
  closed: Closed;
  /** Whether the file has entries that can't be imported. */
  isIncomplete: boolean;
}

async function readAll(
  invocation: Invocation,
  document: Blob,
  path: string,
  similar: boolean,
): Promise<{ owner: Owner; reading: Reading }> {
  const lines = await readLines(document, path);
  if (lines && lines.head.version !== 1) throw refused(path, 'newer_version');
  const recognised = lines ? null : await recognise(document, path);
  const owner = await (await ownerSession(invocation)).open();
  const { vault } = owner.unlocked();
  if (isOfOther(lines?.head ?? recognised!, vault.userId)) throw refused(path, 'other_account');
  const withFiles = new Set<string>();
  const present = new Set<string>();
  const closed: Closed = new Map();
  if (lines) {
    const hashes = await hashesIn(owner);
    const entries = () => entriesIn(lines.entries(), owner, hashes, { closed, withFiles, present });
    const reading = { entries, withFiles, present, savedAs: new Map(), closed, isIncomplete: false };
    return { owner, reading };
  }
  const open = (stored: StoredEntry) => openEntry(vault, stored, { old: true });
  const { format, read } = recognised!;
  const file = await read({ words: WORDS, open });
  const isOurs = format === 'encrypted' || format === 'decrypted';
  if (isOurs) requireCompleteExport(file, format === 'encrypted' ? closed : null);
  else noteLeft(invocation, file);
  const items = await compareWithVault(owner, file);
  for (const { entryId, content, isUnchanged, known } of items) {
    if (content.files) withFiles.add(entryId);
    if (isOurs ? isUnchanged : known === 'identical') present.add(entryId);
  }
  const chosen = chosenOf(invocation, items, { isOurs, addSimilar: similar });
  async function* entries() {
    yield* chosen;
  }
  const isIncomplete = !isOurs && file.skipped.some(({ reason }) => !NO_LOSS.has(reason));
  return { owner, reading: { entries, withFiles, present, savedAs: file.savedAs, closed, isIncomplete } };
}

/** An export with the files in it, or in a folder beside it. @throws CommandFailure */
async function openExport(
  path: string,
  folder: string | undefined,
): Promise<Pick<ChosenExport, 'document' | 'find'>> {
  const bytes = await openInput(path);
  const { document, find } = (await openChosenExport([{ name: path, bytes }])) ?? {
    document: bytes,
    find: findsNothing,
  };
  return { document, find: folder === undefined ? find : (name) => findInFolder(folder, name) };
}

export const importCommand = command({
  usage: '<file> [--files <folder>] [--similar] | --undo',
  what: 'imports from a password manager, a browser, or an export with its --files; --undo undoes it',
  options: { similar: { type: 'boolean' }, undo: { type: 'boolean' }, files: { type: 'string' } },
  takes: [0, 1],
  async run(invocation, { values: { similar = false, undo = false, files }, words: [path] }) {
    if (undo !== (path === undefined) || (undo && (similar || files !== undefined)))
      throw new UsageFailure('Name the file to import, or say --undo');
    if (path === undefined) return undoLast(invocation);
    const { document, find } = await openExport(path, files);
    const { owner, reading } = await readAll(invocation, document, path, similar);
    const past = pastImports(invocation.sessionPath);
    const { userId } = owner.unlocked().vault;
    const { created, updated, added } = await importStream(owner, reading.entries, (result) =>
      rememberImport(past, userId, result),
    );
    invocation.print(`${counted(created, 'entry', 'entries')} added, ${updated} replaced.`);
    for (const [id, refused] of reading.closed)
      invocation.note(`Not imported: ${oneLine(id)}, which ${whyClosed({ refused })}.`);
    notePresent(invocation, reading);
    if (added.length > 0)
      invocation.note('You can undo that within a day with `vault-handover import --undo`.');
    if (reading.withFiles.size > 0) {
      const uploaded = await sendExportedFiles(
        invocation,
        owner,
        { find, savedAs: reading.savedAs },
        reading.withFiles,
      );
      // Includes entries whose files an earlier run encrypted again before it failed: now all of them match the export.
      await rememberResealed(owner, past, reading.withFiles);
      requireAllSent(uploaded);
    }
    if (reading.closed.size > 0 || reading.isIncomplete)
      throw new HalfDone('Some entries were not imported: keep the export');
  },
});
