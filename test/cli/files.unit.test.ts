import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readLines } from '../../cli/export-file.ts';
import { findInFolder } from '../../cli/exported-files.ts';
import { openInput, writeSecretFile } from '../../cli/files.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { escaped, harmless, oneLine } from '../../cli/printing.ts';
import { outputPathsIn } from '../../cli/saving.ts';
import { attachAndSend, openNewFiles, prepareFiles } from '../../cli/uploads.ts';
import { addEntry, attachFiles, logIn, openOwner } from '../../client/index.ts';
import { isFileName } from '../../crypto/index.ts';
import { openLyingAccount } from '../client/lying-service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('entries with the same name get separate files, and existing files keep their names', async () => {
  await writeFile(join(folder, 'Notes'), 'mine');
  const { named } = await outputPathsIn(folder);
  expect(['boat.jpg', 'Boat.jpg', 'boat.jpg', 'notes'].map(named)).toEqual(
    ['boat.jpg', 'Boat (2).jpg', 'boat (3).jpg', 'notes (2)'].map((name) => join(folder, name)),
  );
});

test('a file of an export is found although a Mac has decomposed its name, and no other folder is searched', async () => {
  await writeFile(join(folder, 'Müller.mp4'.normalize('NFD')), 'film');
  expect((await findInFolder(folder, 'Müller.mp4'))?.size).toBe(4);
  expect(await findInFolder(join(folder, 'films'), '../Müller.mp4')).toBeNull();
});

test.each(['é', '海', '🔑'])('a name of many %s is cut to what a file system takes', async (character) => {
  const { named } = await outputPathsIn(folder);
  const names = [1, 2].map(() => named(`${character.repeat(300)}.txt`));
  for (const name of names) {
    await writeSecretFile(name, '');
    expect(basename(name)).toMatch(/\.txt$/);
    expect(name).toBe(name.toWellFormed());
  }
  expect(await readdir(folder)).toHaveLength(2);
});

test('a secret file has mode 600 and never replaces another', async () => {
  const path = join(folder, 'kit.txt');
  await writeSecretFile(path, 'first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(writeSecretFile(path, 'second')).rejects.toThrow('already exists and was not touched');
  expect(await readFile(path, 'utf8')).toBe('first');
});

test('a file that cannot be finished is removed', async () => {
  async function* cutOff() {
    yield 'half';
    throw new Error('cut off');
  }
  await writeFile(join(folder, 'other'), '');
  await expect(writeSecretFile(join(folder, 'export'), cutOff())).rejects.toThrow('cut off');
  expect(await readdir(folder)).toEqual(['other']);
});

test('a file that changes while it is read is reported as such, not as a lost connection', async () => {
  const path = join(folder, 'export.ndjson');
  await writeFile(path, 'half of an export');
  const opened = await openInput(path);
  await appendFile(path, ', and the rest');
  await expect(readLines(opened, path)).rejects.toMatchObject({ name: 'NotReadableError' });
});

(process.getuid?.() === 0 ? test.skip : test)(
  'a file without permission is refused before it is read',
  async () => {
    const path = join(folder, 'export.ndjson');
    await writeFile(path, '', { mode: 0 });
    await expect(openInput(path)).rejects.toThrow(`${path} cannot be read (no permission)`);
  },
);

test('what is printed cannot control the terminal', () => {
  expect(harmless('a\u001b[31mred\u001b]0;title\u0007\r\u202eb\nc\td')).toBe('aredb\nc\td');
  expect(oneLine(' a\n\tb ')).toBe('a b');
  const text = 'a\u001b[31m\u009b31m\u202e\u007f\tb';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be absent
  expect(escaped(JSON.stringify(text))).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(escaped(JSON.stringify(text)))).toBe(text);
});

/** An owner with a letter, and what their command line works with. */
async function ownerWithLetter() {
  const { service } = await openLyingAccount('correct horse');
  const { opened } = await logIn(service.api, { email: service.email, password: 'correct horse' });
  if (opened.state !== 'open') throw new Error(opened.state);
  const owner = openOwner(service.api, opened.unlocked);
  const id = randomUUID();
  await addEntry(owner, {
    id,
    content: { kind: 'letter', title: 'For Bea', category: '', tags: [], fields: {} },
  });
  const invocation = {
    sessionPath: join(folder, 'session.json'),
    terminal: { interactive: false },
  } as Invocation;
  return { service, owner, id, invocation };
}

const film = (name: string) => ({ name, type: 'video/mp4', bytes: new Blob(['a film']) });

test.each<[string, string, number, string, () => Promise<[number, unknown]>]>([
  [
    'is kept if the entry may name it',
    'HalfDone',
    1,
    'PUT /vault/entries/',
    () => Promise.reject(new Error('cut')),
  ],
  [
    'is dropped if there is no room for it',
    'Problem',
    0,
    'POST /files',
    async () => [403, { code: 'plan_limit' }],
  ],
])('the only ciphertext of a file %s', async (_, name, kept, refused, answer) => {
  const { service, owner, id, invocation } = await ownerWithLetter();
  service.interfere = async (what) => {
    if (what.startsWith(refused)) return answer();
    return what === 'POST /files' ? [200, { file: { state: 'uploading' } }] : undefined;
  };
  const files = await prepareFiles(invocation, owner, [film('film.mp4')]);
  await expect(attachAndSend(invocation, owner, id, files)).rejects.toMatchObject({ name });
  expect(await readdir(join(folder, 'uploads', owner.unlocked().vault.userId))).toHaveLength(kept);
});

test('a file whose name no entry may have gets another one', async () => {
  const names = ['scan.pdf\r', 'back\\slash.a\\b', '.\n', `${'long'.repeat(60)}.jpeg`];
  for (const name of names) await writeFile(join(folder, name), 'a scan');
  const files = await openNewFiles(names.map((name) => join(folder, name)));
  expect(files.map(({ name }) => name).filter((name) => !isFileName(name))).toEqual([]);
  expect(files.map(({ name }) => name.slice(-9))).toEqual(['scan.pdf_', 'slash.a_b', '__', 'long.jpeg']);
});

test('where one of several files has no room, none is kept for those before it, unless they were announced earlier', async () => {
  const { service, owner, id, invocation } = await ownerWithLetter();
  const files = await prepareFiles(invocation, owner, ['earlier.mp4', 'new.mp4', 'large.mp4'].map(film));
  const answers: [number, object][] = [
    [200, { file: { state: 'uploading' } }],
    [201, { file: { state: 'uploading' } }],
    [403, { code: 'plan_limit' }],
  ];
  const ended: string[] = [];
  service.interfere = async (what) => {
    if (what.startsWith('DELETE')) ended.push(what);
    return what.startsWith('DELETE') ? [200, {}] : what === 'POST /files' ? answers.shift() : undefined;
  };
  await expect(attachAndSend(invocation, owner, id, files)).rejects.toMatchObject({ code: 'plan_limit' });
  expect(ended).toEqual([`DELETE /files/${files[1]?.id}`]);

  // More than one entry may have.
  const many = Array.from({ length: 201 }, () => ({ ...files[0]!, id: randomUUID() }));
  answers.push(...many.map((): [number, object] => [201, { file: { state: 'uploading' } }]));
  await expect(attachFiles(owner, { id, files: many })).rejects.toMatchObject({ code: 'too_many_files' });
  expect(ended.slice(1)).toEqual(many.map((file) => `DELETE /files/${file.id}`));
});
