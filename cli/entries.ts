/** Reading and writing entries. */
import { randomUUID } from 'node:crypto';
import {
  addEntry,
  changedNothing,
  changeEntry,
  detachFile,
  fitsEntry,
  freshVault,
  isFileRefusal,
  isProblem,
  isSecret,
  type OpenedEntry,
  type Owner,
  openEntries,
  openTrash,
  ownFiles,
  readEntry,
  readFiles,
  removeEntry,
} from '../client/index.ts';
import { type AttachedFile, type Content, CryptoError, encryptedSize } from '../crypto/index.ts';
import { halfDone, printable } from './advice.ts';
import {
  CONTENT_OPTIONS,
  type ContentOptions,
  changedContent,
  fileBytes,
  inWords,
  kindOf,
  newContent,
  textFields,
} from './contents.ts';
import { findInFolder, requireAllSent, sendExportedFiles } from './exported-files.ts';
import { CommandFailure, HalfDone, UsageFailure } from './failure.ts';
import { openInput, writeSecretFile } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { counted, onDay, oneLine, table } from './printing.ts';
import { outputPathsIn, saveAttached, saveEntries } from './saving.ts';
import { untilDone } from './try-again.ts';
import {
  attachAndSend,
  dropAll,
  dropForgotten,
  keptFiles,
  openNewFiles,
  prepareFiles,
  sendFile,
} from './uploads.ts';

/** What a row shows instead of a title. */
export const whyClosed = ({ refused }: Pick<OpenedEntry, 'refused'>): string =>
  `does not open: ${refused === null ? 'it is empty' : new CryptoError(refused).message}`;

const titleOf = ({ content }: OpenedEntry): string => content?.title ?? '';

/**
 * The entry of this ID, title, beginning of an ID, or part of a title.
 *
 * @throws CommandFailure unless exactly one fits
 */
export function findEntry(entries: readonly OpenedEntry[], wanted: string): OpenedEntry {
  const text = wanted.trim().toLowerCase();
  const ways: ((entry: OpenedEntry) => boolean)[] = [
    ({ id }) => id === text,
    // One that does not open has no title.
    (entry) => text !== '' && titleOf(entry).toLowerCase() === text,
    ({ id }) => text.length >= 4 && id.startsWith(text),
    (entry) => text !== '' && titleOf(entry).toLowerCase().includes(text),
  ];
  for (const fits of ways) {
    const [found, ...more] = entries.filter(fits);
    if (found && more.length === 0) return found;
    if (found) {
      const ids = [found, ...more].slice(0, 5).map(({ id }) => id);
      throw new CommandFailure(
        `Several entries fit "${wanted}": name one by its ID, such as ${ids.join(' or ')}`,
      );
    }
  }
  throw new CommandFailure(`No entry fits "${wanted}": \`vault-handover list\` shows all of them`);
}

/** One entry with all of its content. @throws CommandFailure if it does not open */
async function readWanted(owner: Owner, wanted: string): Promise<OpenedEntry & { content: Content }> {
  const { id } = findEntry(await openEntries(owner), wanted);
  const entry = await readEntry(owner, { id });
  const { content } = entry;
  if (content) return { ...entry, content };
  throw new CommandFailure(
    `The entry ${id} ${whyClosed(entry)}: \`vault-handover trash\` lists earlier versions`,
  );
}

/** @throws CommandFailure if it is too large for one entry */
function requireEntryFits(content: Content): void {
  if (!fitsEntry(content))
    throw new CommandFailure(
      'That is too large: an entry holds about 1 MB of text; add it as a file, which may have 2 GB',
    );
}

/** For programs. */
const asJson = ({ id, version, createdAt, updatedAt, content, refused }: OpenedEntry) => ({
  id,
  version,
  createdAt,
  updatedAt,
  ...(content ? { content } : { refused }),
});

/** Without its fields, which may be large and are secret. */
function summary({ content }: OpenedEntry) {
  if (!content) return undefined;
  const { fields: _secret, hidden: _names, ...rest } = content;
  return rest;
}

export const list = command({
  usage: '',
  what: 'lists the titles of your entries',
  options: {},
  takes: [0, 0],
  json: () => true,
  async run(invocation) {
    const { json, print, printJson, note } = invocation;
    const entries = await openEntries(await (await ownerSession(invocation)).open());
    if (json) {
      const rows = entries.map((entry) => ({ ...asJson(entry), content: summary(entry) }));
      printJson(JSON.stringify({ entries: rows }));
      return;
    }
    const rows = entries.map((entry) => {
      const { id, updatedAt, content } = entry;
      const shown = content ? [content.kind, oneLine(content.title)] : ['?', whyClosed(entry)];
      return [oneLine(id), onDay(updatedAt), ...shown];
    });
    if (rows.length > 0) print(table(rows));
    note(counted(rows.length, 'entry', 'entries'));
  },
});

export const show = command({
  usage: '<entry> [--reveal] [--out <path>]',
  what: 'shows an entry, with its secrets if --reveal; --out saves its file or text, or a folder of both',
  options: { out: { type: 'string' }, reveal: { type: 'boolean' } },
  takes: [1, 1],
  json: ({ values: { out } }) => out === undefined,
  async run(invocation, { values: { out, reveal = false }, words: [wanted = ''] }) {
    const { json, print, printJson, note } = invocation;
    const owner = await (await ownerSession(invocation)).open();
    const entry = await readWanted(owner, wanted);
    const { content } = entry;
    if (out !== undefined) await save(invocation, owner, content, out);
    else if (json) printJson(JSON.stringify(asJson(entry)));
    else {
      print(inWords(content, { areCovered: !reveal }));
      const isCovered = !reveal && textFields(content).some(([name]) => isSecret(content, name));
      if (isCovered) note('Show what is hidden with --reveal.');
      for (const { name } of await missingFiles(owner, entry.id, content))
        note(
          `${oneLine(name)} is not stored completely: run \`vault-handover upload\` on the machine where it was added.`,
        );
    }
  },
});

/** An entry that is nothing but one file, or has none, is saved to a path, any other to a folder. */
async function save(invocation: Invocation, { api }: Owner, content: Content, out: string): Promise<void> {
  const { kind, fields, files = [] } = content;
  const [only] = files;
  const [text, ...others] = textFields(content);
  const isFile = kind === 'file' && !text && files.length + (fields.data === undefined ? 0 : 1) === 1;
  if (isFile || (kind !== 'file' && !only)) {
    const isText = text?.[0] === 'text' && others.length === 0;
    if (isFile && only) await saveAttached(invocation, ownFiles(api), only, out);
    else await writeSecretFile(out, isFile ? fileBytes(content) : isText ? text[1] : inWords(content));
    invocation.note(`Saved as ${out}.`);
    return;
  }
  const { saved, of } = await saveEntries(invocation, ownFiles(api), [{ content }], await outputPathsIn(out));
  invocation.note(`${counted(saved, 'file')} saved in ${out}.`);
  if (saved < of) throw new HalfDone('Not everything was saved: run this again with another folder');
}

/** The files of an entry that the service does not have completely. */
async function missingFiles(owner: Owner, entryId: string, { files = [] }: Content): Promise<AttachedFile[]> {
  if (files.length === 0) return [];
  const stored = await readFiles(owner.api, entryId);
  return files.filter(({ id }) => (stored.get(id)?.state ?? 'uploading') === 'uploading');
}

export const add = command({
  usage:
    'note|letter|login|card|identity|file [<path>…] [--title …] [--category …] [--tag …]… [--username …] [--url …] [--from <path>] ' +
    '[--attach <path>]…',
  what: 'adds an entry and files; asks for the rest, and reads a text from --from or standard input',
  options: CONTENT_OPTIONS,
  takes: [1, Number.POSITIVE_INFINITY],
  json: () => true,
  async run(invocation, { values, words: [word = '', ...paths] }) {
    const { json, print, printJson, terminal } = invocation;
    const kind = kindOf(word);
    const [path] = paths;
    if (path !== undefined && (kind !== 'file' || values.from !== undefined)) {
      throw new UsageFailure(`A ${kind} cannot take "${path}": read its text with --from`);
    }
    const options = await withPaths(values, paths);
    const attached = await openNewFiles(options.attach ?? []);
    const owner = await (await ownerSession(invocation)).open();
    const content = await newContent(terminal, kind, options);
    requireEntryFits(content);
    const files = await untilDone(invocation, () => prepareFiles(invocation, owner, attached));
    const id = randomUUID();
    await untilDone(invocation, () => addSurely(invocation, owner, { id, content })).catch(async (error) => {
      await dropAll(keptFiles(invocation, owner), files);
      throw error;
    });
    if (files.length > 0) {
      await attachAndSend(invocation, owner, id, files).catch(async (error) => {
        if (json && (error instanceof HalfDone || kind !== 'file')) printJson(JSON.stringify({ id }));
        if (error instanceof HalfDone) throw error;
        if (kind !== 'file')
          throw halfDone(
            `"${oneLine(content.title)}" is stored without its files.`,
            error,
            'Add them with `vault-handover edit --attach`',
          );
        // Without its files there is nothing in it.
        await removeEntry(owner, { id });
        throw error;
      });
    }
    if (json) printJson(JSON.stringify({ id }));
    else print(`Added "${oneLine(content.title)}" as ${id}.`);
  },
});

/** Adds an entry, and tries once more if the response was lost, which adds nothing twice. */
async function addSurely(
  invocation: Invocation,
  owner: Owner,
  entry: { id: string; content: Content },
): Promise<void> {
  let mayBeStored = false;
  try {
    // If the password was changed on another device, this says so before anything is sent.
    await freshVault(owner);
    await addEntry(owner, entry).catch((error) => {
      const isRefused = changedNothing(error);
      // A 401 or 429 may also answer a later request, once the entry is stored.
      mayBeStored = !isRefused || [401, 429].includes(error.status);
      if (isRefused) throw error;
      return addEntry(owner, entry);
    });
  } catch (error) {
    if (mayBeStored)
      invocation.note(
        `"${oneLine(entry.content.title)}" may be stored: look for ${entry.id} in \`vault-handover list\` before you add it again.`,
      );
    throw error;
  }
}

/** A file of this many bytes surely fits into an entry. */
const MOST_INSIDE = 780_000;

/** A single small file is kept inside its entry, where every client shows it. Others are stored beside it. */
async function withPaths(values: ContentOptions, paths: string[]): Promise<ContentOptions> {
  const { attach = [] } = values;
  const [path, ...more] = paths;
  if (path === undefined) return values;
  const isInside = more.length === 0 && attach.length === 0 && (await openInput(path)).size <= MOST_INSIDE;
  return isInside ? { ...values, from: path } : { ...values, attach: [...paths, ...attach] };
}

interface Edited extends Pick<OpenedEntry, 'id' | 'version' | 'signedVersion'> {
  title: string;
  /** Null if only files change. */
  content: Content | null;
  /** New files, and those to remove. */
  files: readonly AttachedFile[];
  removed: readonly AttachedFile[];
}

/**
 * Stores an edit: first the changes that may be refused, then the removal of files.
 *
 * @throws HalfDone if only part of it is stored
 */
async function storeEdited(
  invocation: Invocation,
  owner: Owner,
  { id, version, signedVersion, title, content, files, removed }: Edited,
): Promise<void> {
  const staging = keptFiles(invocation, owner);
  let isChanged = false;
  try {
    if (content) {
      const change = { id, content, version, signedVersion };
      await untilDone(invocation, () => changeEntry(owner, change)).catch(async (error) => {
        await dropAll(staging, files);
        throw error;
      });
      isChanged = true;
    }
    if (files.length > 0) {
      await attachAndSend(invocation, owner, id, files);
      isChanged = true;
    }
    for (const file of removed) {
      await detachFile(owner, { id, fileId: file.id });
      isChanged = true;
      await staging.drop(file.id);
    }
  } catch (error) {
    const saysAll = error instanceof HalfDone && removed.length === 0;
    if (saysAll || !(isChanged || error instanceof HalfDone)) throw error;
    throw halfDone(
      `"${title}" was changed, but not all of its files were.`,
      error,
      '`vault-handover show` lists those that are there: finish with `vault-handover edit`',
    );
  }
}

export const edit = command({
  usage:
    '<entry> [--title …] [--category …] [--tag …]… [--username …] [--url …] [--password] [--text] [--from <path>] ' +
    '[--attach <path>]… [--detach <file>]…',
  what: 'changes an entry; --password and --text ask for new ones, --attach and --detach change files',
  options: {
    ...CONTENT_OPTIONS,
    password: { type: 'boolean' },
    text: { type: 'boolean' },
    detach: { type: 'string', multiple: true },
  },
  takes: [1, 1],
  async run(invocation, { values, words: [wanted = ''] }) {
    const { attach = [], detach = [], ...changes } = values;
    const added = await openNewFiles(attach);
    const owner = await (await ownerSession(invocation)).open();
    const { id, version, signedVersion, content: before } = await readWanted(owner, wanted);
    const removed = detach.map((name) => findFile(before, name));
    const changesText = Object.values(changes).some((each) => each !== undefined);
    const content =
      changesText || added.length + removed.length === 0
        ? await changedContent(invocation.terminal, before, changes)
        : null;
    if (content) requireEntryFits(content);
    const files = await untilDone(invocation, () => prepareFiles(invocation, owner, added));
    const title = oneLine((content ?? before).title);
    const edited = { id, version, signedVersion, title, content, files, removed };
    await storeEdited(invocation, owner, edited);
    invocation.print(`Changed "${title}". \`vault-handover trash\` has the earlier version for 30 days.`);
  },
});

/** The file of an entry of this name or ID. @throws CommandFailure unless exactly one fits */
function findFile({ title, files = [] }: Content, wanted: string): AttachedFile {
  const [found, ...more] = files.filter(({ id, name }) => id === wanted || name === wanted);
  if (found && more.length === 0) return found;
  if (found)
    throw new CommandFailure(
      `Several files are called "${wanted}": name one by its ID, which \`show --json\` prints`,
    );
  throw new CommandFailure(`"${oneLine(title)}" has no file "${wanted}": \`vault-handover show\` lists them`);
}

export const upload = command({
  usage: '[--from <folder>]',
  what: 'continues uploads that were cut off; --from sends what is missing from an export',
  options: { from: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values: { from } }) {
    const { print, note } = invocation;
    const owner = await (await ownerSession(invocation)).open();
    if (from !== undefined) {
      const find = (name: string) => findInFolder(from, name);
      requireAllSent(await sendExportedFiles(invocation, owner, { find, savedAs: new Map() }, null));
      return;
    }
    const staging = keptFiles(invocation, owner);
    const stored = await readFiles(owner.api);
    const named = new Set<string>();
    let [sent, missing, refused, closed] = [0, 0, 0, 0];
    for (const { id, content } of await openEntries(owner)) {
      if (!content) closed += 1;
      for (const file of content?.files ?? []) {
        named.add(file.id);
        if ((stored.get(file.id)?.state ?? 'uploading') !== 'uploading') continue;
        const name = `${oneLine(file.name)} of "${oneLine(content?.title ?? '')}"`;
        if ((await staging.find(file.id))?.size !== encryptedSize(file.size)) {
          missing += 1;
          note(`${name} is not here.`);
          continue;
        }
        try {
          await sendFile(invocation, owner, id, file);
          sent += 1;
        } catch (error) {
          if (isProblem(error, 'not_found')) {
            note(`${name} was removed on another device.`);
            continue;
          }
          if (!isFileRefusal(error)) throw error;
          refused += 1;
          note(`${name} was refused. ${printable(error)}`);
        }
      }
    }
    const trashed = await openTrash(owner);
    for (const { content } of trashed) for (const { id } of content?.files ?? []) named.add(id);
    const isWhole = closed === 0 && trashed.every(({ content }) => content !== null);
    if (isWhole) await dropForgotten(invocation, owner, named);
    print(
      sent + missing + refused + closed === 0 ? 'Every file is stored.' : `${counted(sent, 'file')} sent.`,
    );
    if (missing > 0)
      throw new HalfDone(
        'Not every file is stored: run this on the machine where they were added, or replace them with `vault-handover edit --detach` and --attach',
      );
    if (closed > 0)
      throw new HalfDone(
        `${counted(closed, 'entry does', 'entries do')} not open, so not every file could be looked for: \`vault-handover list\` says why`,
      );
    if (refused > 0)
      throw new HalfDone(
        'Not every file is stored: once that is solved, run this again, or replace them with `vault-handover edit --detach` and --attach',
      );
  },
});

export const remove = command({
  usage: '<entry>',
  what: 'removes an entry; the trash has it for 30 days',
  options: {},
  takes: [1, 1],
  async run(invocation, { words: [wanted = ''] }) {
    const { open, confirmed } = await ownerSession(invocation);
    const owner = await open();
    const { id, content } = findEntry(await openEntries(owner), wanted);
    await confirmed(() => removeEntry(owner, { id }));
    const title = content ? `"${oneLine(content.title)}"` : id;
    invocation.print(`Removed ${title}. \`vault-handover trash\` has it for 30 days.`);
  },
});
