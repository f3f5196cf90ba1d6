/** Reading and writing entries. */
import { randomUUID } from 'node:crypto';
import {
  addEntry,
  changeEntry,
  fitsEntry,
  isSecret,
  type OpenedEntry,
  type Owner,
  openEntries,
  readEntry,
  removeEntry,
} from '../client/index.ts';
import { type Content, CryptoError } from '../crypto/index.ts';
import {
  CONTENT_OPTIONS,
  type ContentOptions,
  changedContent,
  fileBytes,
  inWords,
  kindOf,
  newContent,
} from './contents.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { writeSecretFile } from './files.ts';
import { command } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { counted, onDay, oneLine, table } from './printing.ts';

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
    (entry) => titleOf(entry).toLowerCase() === text,
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
export function demandFit(content: Content): void {
  if (!fitsEntry(content))
    throw new CommandFailure('That is too large: an entry holds about 1 MB of text, or a file of 780 kB');
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
  async run(invocation) {
    const { json, print, printJson, note } = invocation;
    const entries = await openEntries(await (await ownerSession(invocation)).open());
    if (json) {
      printJson(JSON.stringify(entries.map((entry) => ({ ...asJson(entry), content: summary(entry) }))));
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
  what: 'shows an entry, named by title or ID; --reveal shows secrets, --out saves its file or text',
  options: { out: { type: 'string' }, reveal: { type: 'boolean' } },
  takes: [1, 1],
  async run(invocation, { values: { out, reveal = false }, words: [wanted = ''] }) {
    const { json, print, printJson, note } = invocation;
    const entry = await readWanted(await (await ownerSession(invocation)).open(), wanted);
    const { content } = entry;
    if (out !== undefined) {
      const text = content.fields.text ?? inWords(content);
      await writeSecretFile(out, content.kind === 'file' ? fileBytes(content) : text);
      note(`Saved as ${out}.`);
    } else if (json) printJson(JSON.stringify(asJson(entry)));
    else {
      print(inWords(content, { areCovered: !reveal }));
      const isCovered = !reveal && Object.keys(content.fields).some((name) => isSecret(content, name));
      if (isCovered && content.kind !== 'file') note('Show what is hidden with --reveal.');
    }
  },
});

export const add = command({
  usage:
    'note|letter|login|card|identity|file [<path>] [--title …] [--category …] [--tag …]… [--username …] [--url …] [--from <path>]',
  what: 'adds an entry; asks for the rest, and reads a text from --from or standard input',
  options: CONTENT_OPTIONS,
  takes: [1, 2],
  async run(invocation, { values, words: [word = '', path] }) {
    const { json, print, printJson, terminal } = invocation;
    const kind = kindOf(word);
    if (path !== undefined && (kind !== 'file' || values.from !== undefined)) {
      throw new UsageFailure(`A ${kind} takes no "${path}": read its text with --from`);
    }
    const options: ContentOptions = { ...values, ...(path === undefined ? {} : { from: path }) };
    const owner = await (await ownerSession(invocation)).open();
    const content = await newContent(terminal, kind, options);
    demandFit(content);
    const id = randomUUID();
    await addEntry(owner, { id, content });
    if (json) printJson(JSON.stringify({ id }));
    else print(`Added "${oneLine(content.title)}" as ${id}.`);
  },
});

export const edit = command({
  usage:
    '<entry> [--title …] [--category …] [--tag …]… [--username …] [--url …] [--password] [--text] [--from <path>]',
  what: 'changes an entry; --password asks for a new one, --text reads a new text',
  options: { ...CONTENT_OPTIONS, password: { type: 'boolean' }, text: { type: 'boolean' } },
  takes: [1, 1],
  async run(invocation, { values, words: [wanted = ''] }) {
    const owner = await (await ownerSession(invocation)).open();
    const { id, version, content: before } = await readWanted(owner, wanted);
    const content = await changedContent(invocation.terminal, before, values);
    demandFit(content);
    await changeEntry(owner, { id, content, version });
    invocation.print(
      `Changed "${oneLine(content.title)}". \`vault-handover trash\` has the earlier version for 30 days.`,
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
