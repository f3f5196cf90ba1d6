/** Reading and writing entries. */
import { randomUUID } from 'node:crypto';
import { decide, sealEntry, type Vault } from '../../crypto/index.ts';
import {
  CONTENT_OPTIONS,
  type ContentOptions,
  changedContent,
  fileBytes,
  inWords,
  kindOf,
  newContent,
} from './contents.ts';
import { decidedListsWith } from './decisions.ts';
import { writeSecretFile } from './files.ts';
import { command, type Invocation } from './invocation.ts';
import { type Owner, openOwner } from './owner.ts';
import { counted, onDay, oneLine, table } from './printing.ts';
import { readLists } from './succession.ts';
import { UsageFailure } from './usage-failure.ts';
import { demandReadable, findEntry, type OpenedEntry, openAll, textOf } from './vault-entries.ts';

/** What a program gets of an entry. */
const asJson = ({ stored: { id, version, createdAt, updatedAt }, content, refused }: OpenedEntry) => ({
  id,
  version,
  createdAt,
  updatedAt,
  ...(content ? { content } : { refused: refused?.code }),
});

/** The owner with an open vault, and all that is in it. */
async function openVault(
  invocation: Invocation,
): Promise<{ owner: Owner; vault: Vault; entries: OpenedEntry[] }> {
  const owner = await openOwner(invocation);
  const vault = await owner.unlock();
  return { owner, vault, entries: await openAll(owner, vault) };
}

export const list = command({
  usage: '',
  what: 'lists the titles of your entries',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const { json, print, printJson, note } = invocation;
    const { entries } = await openVault(invocation);
    if (json) {
      printJson(JSON.stringify(entries.map((entry) => ({ ...asJson(entry), content: summary(entry) }))));
      return;
    }
    const rows = entries.map((entry) => {
      const { stored, content, refused } = entry;
      const what = content
        ? [content.kind, oneLine(content.title)]
        : ['?', `does not open: ${refused?.message}`];
      return [oneLine(stored.id), onDay(stored.updatedAt), ...what];
    });
    if (rows.length > 0) print(table(rows));
    note(counted(rows.length, 'entry', 'entries'));
  },
});

/** Without its fields, which may be large and are secret. */
function summary({ content }: OpenedEntry) {
  if (!content) return undefined;
  const { fields: _secret, ...rest } = content;
  return rest;
}

export const show = command({
  usage: '<entry> [--out <path>]',
  what: 'shows an entry, named by title or ID; --out saves its file or text',
  options: { out: { type: 'string' } },
  takes: [1, 1],
  async run(invocation, { values: { out }, words: [wanted = ''] }) {
    const { json, print, printJson, note } = invocation;
    const { entries } = await openVault(invocation);
    const entry = demandReadable(findEntry(entries, wanted));
    if (out !== undefined) {
      const { kind, fields } = entry.content;
      await writeSecretFile(
        out,
        kind === 'file' ? fileBytes(entry.content) : (fields.text ?? inWords(entry.content)),
      );
      note(`Saved as ${out}.`);
    } else if (json) printJson(JSON.stringify(asJson(entry)));
    else print(inWords(entry.content));
  },
});

/**
 * Seals a new entry again if another device has changed the keys since they were read. The service can't tell, because a
 * new entry conflicts with nothing. After a rotation no successor could open it, but somebody who was shut out could.
 *
 * @param version of the key bundle that the entry was sealed with
 */
async function keepUpWithKeys(
  { call, answer, open, again }: Owner,
  { id, text }: { id: string; text: string },
  version: number,
): Promise<void> {
  const params = { path: { id } };
  await again(async () => {
    // The entry first: if the keys change after it is read, its version no longer fits.
    const { entry } = await answer(call.GET('/vault/entries/{id}', { params }));
    const present = await open();
    if (present.version === version) return;
    const { salt, version: replaced } = entry;
    const sealed = await sealEntry(present.vault, { id, text, salt });
    const body = { ...sealed, category: '', tags: [], version: replaced };
    await answer(call.PUT('/vault/entries/{id}', { params, body }));
  });
}

export const add = command({
  usage:
    'note|letter|login|file [<path>] [--title …] [--category …] [--tag …]… [--username …] [--url …] [--from <path>]',
  what: 'adds an entry; asks for what no option says, and reads a text from --from or standard input',
  options: CONTENT_OPTIONS,
  takes: [1, 2],
  async run(invocation, { values, words: [word = '', path] }) {
    const { json, print, printJson, terminal } = invocation;
    const kind = kindOf(word);
    if (path !== undefined && (kind !== 'file' || values.from !== undefined)) {
      throw new UsageFailure(`A ${kind} takes no "${path}": read its text with --from`);
    }
    const options: ContentOptions = { ...values, ...(path === undefined ? {} : { from: path }) };
    const owner = await openOwner(invocation);
    const { call, answer } = owner;
    await owner.typed();
    const content = await newContent(terminal, kind, options);
    // Only now, because somebody may have changed the keys while the text was typed.
    const { vault, version } = await owner.open();
    const entry = { id: randomUUID(), text: textOf(content) };
    const sealed = await sealEntry(vault, entry);
    // What people call it is inside, so that the service learns nothing from labels.
    const body = { ...sealed, category: '', tags: [] };
    await answer(call.POST('/vault/entries', { body }));
    await keepUpWithKeys(owner, entry, version);
    if (json) printJson(JSON.stringify({ id: sealed.id }));
    else print(`Added "${oneLine(content.title)}" as ${sealed.id}.`);
  },
});

export const edit = command({
  usage:
    '<entry> [--title …] [--category …] [--tag …]… [--username …] [--url …] [--password] [--text] [--from <path>]',
  what: 'changes an entry; --password asks for a new one, --text reads a new text',
  options: { ...CONTENT_OPTIONS, password: { type: 'boolean' }, text: { type: 'boolean' } },
  takes: [1, 1],
  async run(invocation, { values, words: [wanted = ''] }) {
    const { owner, entries } = await openVault(invocation);
    const { call, answer } = owner;
    const { stored, content } = demandReadable(findEntry(entries, wanted));
    const { id, salt, version, category, tags } = stored;
    const changed = await changedContent(invocation.terminal, content, values);
    // With the keys of this moment. The salt stays, because the envelopes of successors hold the key that it gives.
    const sealed = await sealEntry(await owner.unlock(), { id, text: textOf(changed), salt });
    const body = { ...sealed, category, tags, version };
    await answer(call.PUT('/vault/entries/{id}', { params: { path: { id } }, body }));
    invocation.print(
      `Changed "${oneLine(changed.title)}". \`npm run vault -- trash\` keeps the old content for 30 days.`,
    );
  },
});

export const remove = command({
  usage: '<entry>',
  what: 'removes an entry; the trash keeps it for 30 days',
  options: {},
  takes: [1, 1],
  async run(invocation, { words: [wanted = ''] }) {
    const { owner, vault, entries } = await openVault(invocation);
    const { call, answer } = owner;
    const { stored, content } = findEntry(entries, wanted);
    const listed = await readLists(owner);
    await answer(call.DELETE('/vault/entries/{id}', { params: { path: { id: stored.id } } }));
    // The service takes it out of every list, so the owner's own record of them must follow.
    const successors = await decidedListsWith(vault, stored.id, listed);
    if (successors.length > 0) await owner.changeBundle((present) => decide(present, { successors }));
    const title = content ? `"${oneLine(content.title)}"` : stored.id;
    invocation.print(`Removed ${title}. \`npm run vault -- trash\` keeps it for 30 days.`);
  },
});
