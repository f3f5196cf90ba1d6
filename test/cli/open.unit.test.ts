/** What `open` says of texts that are not those on the owner's list. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { open } from '../../cli/inheritance.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { type AccessDocument, addEntry, renewLists } from '../../client/index.ts';
import { line } from '../../client/ndjson.ts';
import { DIARY, edit, GRACE, HOUSE, kits, note, owner, service } from '../client/two-successors.ts';

const [GARDEN, PIER, PHOTO] = [
  '0193a5b0-7c00-7000-8000-00000000002a',
  '0193a5b0-7c00-7000-8000-00000000002b',
  '0193a5b0-7c00-7000-8000-00000000002c',
] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Runs `open` as Grace. @returns its failure, and what it said, with `…` in place of dates */
async function run(entries: AccessDocument['entries'], values: { out?: string } = {}) {
  const head = { ...service.access(GRACE), entries: undefined, entryCount: entries.length };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response([head, ...entries].map(line).join('')));
  const [printed, notes]: string[][] = [[], []];
  const invocation = {
    sessionPath: join(folder, 'session.json'),
    terminal: { askSecret: async () => kits[GRACE]!.code },
    note: (text: string) => notes!.push(text),
    print: (text: string) => printed!.push(text),
  } as unknown as Invocation;
  const link = 'https://vault.example/access?token=AAAAAAAAAAAAAAAAAAAAAA';
  const failure = await open.run(invocation, { values: { link, ...values }, words: [] }).then(
    () => null,
    (error) => error,
  );
  const said = (texts: string[]) => texts.join('\n').replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '…');
  return { failure, notes: said(notes!), printed: said(printed!) };
}

test('every text that is not the one on the list says so in its file, and is named', async () => {
  await addEntry(owner, { id: GARDEN, content: note('the garden') });
  await renewLists(owner);
  const before = service.access(GRACE).entries;
  await edit(HOUSE, 'the new house');
  await edit(DIARY, 'the diary');
  await renewLists(owner);
  await edit(GARDEN, 'the new garden');
  await addEntry(owner, { id: PIER, content: note('the pier') });
  const photo = {
    ...note('a photo'),
    kind: 'file' as const,
    fields: { name: 'a.jpg', data: btoa('bytes'), text: 'At dawn' },
  };
  await addEntry(owner, { id: PHOTO, content: photo });
  const honest = service.access(GRACE).entries;

  const out = join(folder, 'left');
  const later = [
    'Changed after the owner signed the list.',
    `  ${out}/the new garden.txt, from …`,
    'Not on the list that the owner signed: added later, or not meant for you.',
    `  ${out}/the pier.txt, from …`,
    `  ${out}/a photo.txt, ${out}/a.jpg, from …`,
  ].join('\n');
  const ran = await run(honest, { out });
  expect(ran.failure).toBeNull();
  expect(ran.notes.endsWith(`has 3 entries; the last change was on ….\n${later}`)).toBe(true);

  await rm(out, { recursive: true });
  // The service keeps the new house back, and returns both diaries, the old one first.
  const lie = [...before.filter(({ id }) => id !== GARDEN), ...honest.filter(({ id }) => id !== HOUSE)];
  const { failure, notes } = await run(lie, { out });
  expect(failure).toMatchObject({ exitCode: 3, message: expect.stringContaining('not the newest of it') });
  const stale = [
    'Not the newest version: the list that the owner signed has a newer one.',
    `  ${out}/the house.txt, from …`,
    'Returned more than once by the service: rely on the other version.',
    `  ${out}/the diary.txt, from …`,
  ].join('\n');
  expect(notes.endsWith(`${later}\n${stale}`)).toBe(true);
  const firstLines = (await readdir(out)).sort().map(async (name) => {
    const [first] = (await readFile(join(out, name), 'utf8')).split('\n');
    return [name, first];
  });
  const date = String.raw` This text is from \d{4}-\d\d-\d\d \d\d:\d\d UTC\.`;
  expect(await Promise.all(firstLines)).toEqual([
    ['a photo.txt', expect.stringMatching(`^\\[Not on the list .*${date}\\]$`)],
    ['a.jpg', 'bytes'],
    ['the diary (2).txt', 'the diary  (note)'],
    ['the diary.txt', expect.stringMatching(`^\\[Returned more than once .*${date}\\]$`)],
    ['the house.txt', expect.stringMatching(`^\\[Not the newest version: .*${date}\\]$`)],
    ['the new garden.txt', expect.stringMatching(`^\\[Changed after .*${date}\\]$`)],
    ['the pier.txt', expect.stringMatching(`^\\[Not on the list .*${date}\\]$`)],
  ]);

  const shown = await run(lie);
  expect(shown.failure).toMatchObject({ exitCode: 3 });
  expect(shown.notes).toContain(`has a newer one.\n  entry ${HOUSE}, from …\n`);
  expect(shown.printed).toContain('has a newer one. This text is from ….]\nthe house  (note)');
});
