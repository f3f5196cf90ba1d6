/** An import or an export that is disturbed by another device or by the connection. */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { PastImport } from '../../client/undo-import.ts';
import {
  type Content,
  openEntry,
  type SealedEntry,
  sealEntry,
  type Vault,
  writeContent,
} from '../../crypto/index.ts';
import { newVault } from '../crypto/family.ts';
import { answers, answerWith, asTab, asWorker, refusal } from '../support/worker-tasks.ts';

asWorker();
const { lockEverywhere, keepUnlocked, lockCount } = await import('../../web/keys/unlocked-vault.ts');
const { pastImports } = await import('../../web/keys/seen.ts');
const { tasks } = await import('../../web/keys/tasks/index.ts');

type Stored = SealedEntry & { version: number; createdAt: string; updatedAt: string };
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LAST_WEEK = '2026-11-16T00:00:00.000Z';
const TODAY = '2026-11-23T00:00:00.000Z';
const words = { untitled: 'Untitled', favourite: 'Favourite', archived: 'Archived' };
const tab = asTab();

let vault: Vault;
let entries: Map<string, Stored>;
/** Every entry that was ever sent. */
let imported: SealedEntry[];
let losesAnswer: boolean;
beforeAll(async () => {
  vault = await newVault();
});

const note = (title: string, text: string): Content => ({
  version: 1,
  kind: 'note',
  title,
  category: '',
  tags: [],
  fields: { text },
});

async function store(id: string, content: Content, updatedAt: string): Promise<void> {
  const sealed = await sealEntry(vault, { id, text: writeContent(content), date: Date.parse(updatedAt) });
  entries.set(id, { ...sealed, version: 1, createdAt: LONG_AGO, updatedAt });
}

/** An encrypted export of one entry. */
const encrypted = (userId: string, entry: object | undefined): File => {
  const head = { format: 'vault-handover-encrypted', version: 1, userId, entryCount: 1 };
  return new File([`${JSON.stringify(head)}\n${JSON.stringify(entry)}\n`], 'export.ndjson');
};

/** A readable export of ours. */
const exported = (
  all: { id: string; content: Content; updatedAt: string; savedAs?: Record<string, string> }[],
): File =>
  new File(
    [
      JSON.stringify({
        format: 'vault-handover-decrypted',
        version: 1,
        entries: all.map((each) => ({ ...each, createdAt: LONG_AGO })),
      }),
    ],
    'export.json',
  );

async function read(file: File) {
  const preview = await tasks.readImport({ files: [{ name: file.name, bytes: file }], words }, tab);
  if ('refusal' in preview) throw new Error(preview.refusal);
  return preview.items.map(({ title, known }) => [title, known]);
}

const titles = async () =>
  Promise.all(
    [...entries.values()].map(async (each) => JSON.parse((await openEntry(vault, each)).text).fields.text),
  );

beforeEach(() => {
  entries = new Map();
  imported = [];
  losesAnswer = false;
  lockEverywhere();
  keepUnlocked({ vault: { ...vault }, keyBundleVersion: 1 }, lockCount());
  answerWith(({ method, path, body }) => {
    if (path === '/auth/profile') return { user: { id: vault.userId, keyBundleVersion: 1 } };
    const [, id = ''] = /^\/vault\/entries\/(.+)$/.exec(path) ?? [];
    if (method === 'PUT') entries.set(id, { ...entries.get(id)!, ...body });
    if (id) return { entry: entries.get(id) };
    if (path.startsWith('/vault/entries')) return { entries: [...entries.values()], nextCursor: null };
    if (path !== '/vault/import') return refusal(404, 'not_found');
    for (const each of body.entries) {
      imported.push(each);
      entries.set(each.id, { ...each, version: 1, createdAt: LONG_AGO, updatedAt: TODAY });
    }
    if (!losesAnswer) return { created: body.entries.length, updated: 0, total: entries.size };
    losesAnswer = false;
    throw new Error('The connection broke');
  });
});

test('an encrypted export of another account is reported as such, and one of this account is read', async () => {
  const id = crypto.randomUUID();
  await store(id, note('house', 'as it is'), TODAY);
  const of = (userId: string) => encrypted(userId, entries.get(id));
  await expect(read(of(crypto.randomUUID()))).rejects.toThrow('other_account');
  expect(await read(of(vault.userId))).toEqual([['house', 'identical']]);
});

test('files that Bitwarden leaves beside its document are reported as left out', async () => {
  const document = JSON.stringify({
    encrypted: false,
    items: [{ type: 2, name: 'Will', notes: 'attached' }],
  });
  const files = [
    { name: 'export/data.json', bytes: new Blob([document]) },
    { name: 'export/attachments/c1/will.pdf', bytes: new Blob(['%PDF']) },
  ];
  expect(await tasks.readImport({ files, words }, tab)).toMatchObject({ left: { attachments: 1 } });
});

const FILE_ID = crypto.randomUUID();
const film = (hash: string, id: string = crypto.randomUUID()): Content => ({
  ...note('Summer', 'At the sea'),
  files: [
    {
      ...{ id, name: 'sea.mp4', type: 'video/mp4', size: 1 },
      ...{ sha256: hash.repeat(64), identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
    },
  ],
});

test.each([
  ['is recognised although its files were encrypted again', { [FILE_ID]: 'sea.mp4' }, 'identical'],
  ['whose files lie beside it encrypted has the older file', {}, 'older'],
])('a readable export %s', async (_, savedAs, known) => {
  const id = crypto.randomUUID();
  await store(id, film('a'), TODAY);
  const again = exported([{ id, content: film('b', FILE_ID), updatedAt: LAST_WEEK, savedAs }]);
  expect(await read(again)).toEqual([['Summer', known]]);
});

test('an encrypted export brings back a file that was replaced by another one of the same size', async () => {
  const id = crypto.randomUUID();
  await store(id, film('a'), LAST_WEEK);
  const before = entries.get(id);
  await store(id, film('b'), TODAY);
  expect(await read(encrypted(vault.userId, before))).toEqual([['Summer', 'older']]);
});

test('an older version than the vault has is told apart from a newer one, and is not chosen with it', async () => {
  const [older, newer] = [crypto.randomUUID(), crypto.randomUUID()];
  await store(older, note('older', 'as it is'), TODAY);
  await store(newer, note('newer', 'as it was'), LONG_AGO);
  const file = exported([
    { id: older, content: note('older', 'from the file'), updatedAt: LAST_WEEK },
    { id: newer, content: note('newer', 'from the file'), updatedAt: LAST_WEEK },
  ]);
  expect(await read(file)).toEqual([
    ['older', 'older'],
    ['newer', 'newer'],
  ]);
  await tasks.runImport({ addSimilar: false, takeNewer: true, putOlderBack: false }, tab);
  expect(await titles()).toEqual(['as it is', 'from the file']);
});

test('an entry that was sealed again after the preview keeps the salt that it then has', async () => {
  const id = crypto.randomUUID();
  await store(id, note('house', 'as it is'), TODAY);
  await read(exported([{ id, content: note('house', 'from the file'), updatedAt: LAST_WEEK }]));
  await store(id, note('house', 'as it is'), TODAY);
  const { salt } = entries.get(id)!;
  await tasks.runImport({ addSimilar: false, takeNewer: false, putOlderBack: true }, tab);
  expect(imported.map((each) => each.salt)).toEqual([salt]);
});

test('after a failure, a new choice is used, and what was sent is sent again byte for byte', async () => {
  const [kept, taken] = [crypto.randomUUID(), crypto.randomUUID()];
  await store(kept, note('diary', 'as it is'), TODAY);
  await read(
    exported([
      { id: taken, content: note('garden', 'new'), updatedAt: LAST_WEEK },
      { id: kept, content: note('diary', 'from the file'), updatedAt: LAST_WEEK },
    ]),
  );
  losesAnswer = true;
  const choice = { addSimilar: false, takeNewer: true, putOlderBack: false };
  await expect(tasks.runImport(choice, tab)).rejects.toMatchObject({ code: 'unreachable' });
  const result = await tasks.runImport({ ...choice, putOlderBack: true }, tab);
  const [first, again, changed] = imported;
  expect(again).toEqual(first);
  expect([changed?.id, imported.length]).toEqual([kept, 3]);
  // So that undoing it takes back what the first try stored, and not an import before this one.
  expect(result).toMatchObject({ created: 1, updated: 1, added: [{ id: taken }] });
});

test('undoing an import knows the entries whose files an earlier try sent', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const films = [film('a', one), film('b', other)].map((content, index) => ({
    ...{ id: crypto.randomUUID(), content: { ...content, title: `Film ${index}` }, updatedAt: LAST_WEEK },
    savedAs: { [content.files![0]!.id]: 'sea.mp4' },
  }));
  const files = [
    { name: 'copy/export.json', bytes: exported(films) },
    { name: 'copy/sea.mp4', bytes: new Blob(['x']) },
  ];
  let calls = 0;
  let past: readonly PastImport[] = [];
  jest.spyOn(pastImports, 'read').mockImplementation(async () => past);
  jest.spyOn(pastImports, 'write').mockImplementation(async (_, imports) => {
    past = imports;
  });
  await tasks.readImport({ files, words }, tab);
  await tasks.runImport({ addSimilar: false, takeNewer: true, putOlderBack: false }, tab);
  const service = answers();
  const arrived: object[] = [];
  answerWith(async (request) => {
    if (!request.path.startsWith('/files')) return service(request);
    if (request.method === 'DELETE') return refusal(404, 'not_found');
    if (request.method === 'GET') return { files: arrived, nextCursor: null };
    // The file is announced, and found to be stored. Then the connection breaks once.
    calls += 1;
    if (calls === 3) throw new Error('The connection broke');
    const entryId = films[0]!.id;
    const { text } = await openEntry(vault, entries.get(entryId)!);
    if (calls === 2) arrived.push({ ...JSON.parse(text).files[0], entryId, state: 'stored' });
    return { file: { state: 'stored' } };
  });
  await expect(tasks.uploadImportedFiles(undefined, tab)).rejects.toMatchObject({ code: 'unreachable' });
  expect(await tasks.uploadImportedFiles(undefined, tab)).toMatchObject({ leftOut: [] });
  const versions = await Promise.all(
    films.map(async ({ id }) => ({ id, version: (await openEntry(vault, entries.get(id)!)).version })),
  );
  expect(past.at(-1)?.added).toEqual(versions);
});

test('a file that another device adds during an export is reported as missing from it', async () => {
  const service = answers();
  answerWith(async (request) => {
    if (!request.path.startsWith('/vault/export')) return service(request);
    const id = crypto.randomUUID();
    await store(id, film('a'), TODAY);
    return new Response(`${JSON.stringify({ entryCount: 1 })}\n${JSON.stringify(entries.get(id))}\n`);
  });
  const archive = { folder: 'Files', name: 'vault-export.ndjson' };
  expect(await tasks.exportVault({ kind: 'encrypted', archive }, tab)).toMatchObject({
    entries: 1,
    missingFiles: ['sea.mp4'],
  });
});
