import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { requestBatches } from '../../client/batches.ts';
import { MOST_TEXT_BYTES } from '../../client/entry-size.ts';
import { detect } from '../../client/import/detect.ts';
import { duplicates } from '../../client/import/duplicates.ts';
import { readEncrypted } from '../../client/import/our-exports.ts';
import type { ImportItem } from '../../client/import/reading.ts';
import { type AttachedFile, type Content, CryptoError, writeContent } from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { aLogin, anyContent, aText } from '../web/contents.ts';
import { decrypted, fileOf, formatOf, ID, read, sample, words } from './imported.ts';

/** An export without readable files beside it. */
const inFile = (items: ImportItem[]) => ({ items, savedAs: new Map<string, string>() });

describe('our own exports', () => {
  const entry = fc.record({ content: anyContent }).map(({ content }) => ({
    id: ID,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-02-03T04:05:06.789Z',
    content,
  }));

  test('come back as they were when they are readable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry), async (entries) => {
        const text = await decrypted(entries);
        const { items, skipped } = await read(text);
        expect(skipped).toEqual([]);
        expect(items.map(({ at: _, ...each }) => each)).toEqual(entries);
      }),
    );
  });

  test('say which entries of a readable one were written by another client', async () => {
    const good = { id: ID, createdAt: 'x', updatedAt: 'x', content: aText('note', 'Good', 'x') };
    const entries = [{ ...good, content: { ...good.content, version: 2 } }, { id: ID }, null, good];
    const text = JSON.stringify({ format: 'vault-handover-decrypted', version: 1, entries });
    const { items, skipped } = await read(text);
    expect(items).toMatchObject([{ at: 4, id: ID, createdAt: null }]);
    expect(skipped).toEqual([
      { at: 1, reason: 'format_unknown', title: 'Good' },
      { at: 2, reason: 'content_unreadable', title: '' },
      { at: 3, reason: 'content_unreadable', title: '' },
    ]);
  });

  const stored = (n: number): components['schemas']['Entry'] => ({
    id: `0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a0${n}`,
    encryptedData: 'AAAA',
    iv: 'AAAA',
    salt: 'AAAA',
    algorithm: 'AES-GCM',
    category: '',
    tags: [],
    version: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
  });
  const opensAllBut =
    (refused: string) =>
    async ({ id }: { id: string }) => {
      if (id === refused) throw new CryptoError('entry_refused');
      return { text: writeContent(aText('note', id, 'x')), date: Date.UTC(2026, 10, 1) };
    };
  const documents = (count: number) => ({
    'one document': JSON.stringify({
      version: 1,
      exportedAt: 'x',
      entryCount: count,
      entries: [1, 2, 3].map(stored),
    }),
    lines: [
      JSON.stringify({ version: 1, entryCount: count }),
      ...[1, 2, 3].map((n) => JSON.stringify(stored(n))),
      '',
    ].join('\n'),
  });

  test.each(['one document', 'lines'] as const)('open as %s, and say which entries do not', async (form) => {
    const text = documents(3)[form];
    const found = await detect(fileOf(text));
    if ('refusal' in found) throw new Error(found.refusal);
    expect(found.format).toBe('encrypted');
    const steps: number[] = [];
    const { items, skipped, left } = await found.read({
      words,
      open: opensAllBut(stored(2).id),
      progress: (done) => steps.push(done),
    });
    expect(items.map(({ id }) => id)).toEqual([stored(1).id, stored(3).id]);
    expect(skipped).toEqual([{ at: form === 'lines' ? 3 : 2, reason: 'entry_refused', title: '' }]);
    expect(left).toEqual({});
    expect(steps).toEqual([1, 2, 3]);
  });

  test.each(['one document', 'lines'] as const)('name their owner as %s, if they say so', async (form) => {
    const text = documents(3)[form];
    const ofAda = text.replace('{', '{"format":"vault-handover-encrypted","userId":"ada",');
    expect(await detect(fileOf(text))).toMatchObject({ format: 'encrypted', userId: null });
    expect(await detect(fileOf(ofAda))).toMatchObject({ format: 'encrypted', userId: 'ada' });
  });

  test('say how many entries are missing from one that was cut off', async () => {
    const text = documents(10).lines.trimEnd().slice(0, -20);
    const { items, skipped, left } = await readEncrypted(text, opensAllBut(''));
    expect(items).toHaveLength(2);
    expect(skipped).toEqual([{ at: 4, reason: 'not_json', title: '' }]);
    expect(left).toEqual({ missing_entries: 7 });
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['', 'empty_file'],
    [zipSync({ 'passwords.csv': strToU8('a,b') }), 'archive'],
    ['PK\u0003\u0004xyz', 'broken_archive'],
    [zipSync({ 'export.data': strToU8('{') }), 'broken_archive'],
    [new Uint8Array([0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5]), 'keepass_database'],
    [new Uint8Array([0x61, 0x2c, 0xe4, 0x0a]), 'unknown_encoding'],
    [sample('bitwarden-encrypted.json'), 'bitwarden_encrypted'],
    ['{"format":"vault-handover-decrypted","version":2,"entries":[]}', 'newer_version'],
    ['{"version":2,"entryCount":0,"entries":[]}', 'newer_version'],
    ['{"version":2,"entryCount":1}\n{"id":"x"}\n', 'newer_version'],
    ['{"format":"vault-handover-encrypted","version":2}\n{"id":"x"}\n', 'newer_version'],
    ['{\n"format":"vault-handover-encrypted",\n"version":2\n}', 'newer_version'],
    ['{"encrypted":false,"items":[', 'broken_json'],
    ['{"passwords":[]}', 'unknown_json'],
    ['[]', 'unknown_json'],
    ['<pwlist></pwlist>', 'unknown_xml'],
    ['a,b\n1,2\n', 'unknown_columns'],
    [
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\na,b,c,d,e,f,g,h,i\n',
      'unknown_columns',
    ],
    // LastPass, Proton Pass and NordPass: one-time codes, notes and folders would be lost.
    ['url,username,password,totp,extra,name,grouping,fav\na,b,c,d,e,f,g,h\n', 'unknown_columns'],
    ['type,name,url,email,username,password,note,totp,createTime\na,b,c,d,e,f,g,h,i\n', 'unknown_columns'],
    ['name,url,username,password,note,cardholdername,folder\na,b,c,d,e,f,g\n', 'unknown_columns'],
    ['Dear diary', 'unknown'],
  ])('%j is refused with the reason that its page needs', async (file, reason) => {
    expect(await formatOf(file)).toBe(reason);
  });

  test('is too large if no string can hold it, before it is read', async () => {
    const large = Object.assign(fileOf('{"encrypted":false,"items":[]}'), {
      arrayBuffer: () => Promise.reject(new Error('it is read')),
    });
    Object.defineProperty(large, 'size', { value: 2 ** 29 });
    expect(await detect(large)).toEqual({ refusal: 'too_large' });
  });

  test('is recognised by its contents, in any encoding that browsers and Windows write', async () => {
    expect(await formatOf(`\uFEFF${sample('firefox.csv')}`)).toBe('firefox');
    expect(await formatOf(`\uFEFF${sample('bitwarden.json')}`)).toBe('bitwarden');
    expect(await formatOf(`\uFEFF\n${sample('keepass.xml').replace(/^.*\n/, '')}`)).toBe('keepass');
    const chrome = sample('chrome.csv');
    const units = Uint16Array.from({ length: chrome.length + 1 }, (_, at) =>
      `\uFEFF${chrome}`.charCodeAt(at),
    );
    expect(await read(new Uint8Array(units.buffer))).toEqual(await read(chrome));
  });
});

describe('an entry', () => {
  test('is brought up to the size that the vault takes, and refused beyond', async () => {
    const empty = writeContent(aText('note', 'Long', '')).trimEnd().length;
    const full = aText('note', 'Long', 'x'.repeat(MOST_TEXT_BYTES - empty));
    const over = aText('note', 'Longer', full.fields.text!);
    const entries = [full, over].map((content) => ({ id: ID, createdAt: '', updatedAt: '', content }));
    const { items, skipped } = await read(await decrypted(entries));
    expect(items.map(({ content }) => content.title)).toEqual(['Long']);
    expect(skipped).toEqual([{ at: 2, reason: 'too_large', title: 'Longer' }]);
  });

  test('that the vault has already is found', () => {
    const item = (at: number, content: ImportItem['content'], id: string | null = null): ImportItem => ({
      at,
      id,
      createdAt: null,
      updatedAt: null,
      content,
    });
    const other = '0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a02';
    const vault = [
      { id: ID, content: aLogin('Bank') },
      { id: other, content: aText('note', 'Keys', 'Under the pot') },
    ];
    const items = [
      item(1, aLogin('Bank')),
      item(2, aLogin(' bank', { url: 'https://EXAMPLE.com/', password: 'changed' })),
      item(3, aLogin('Bank', { username: 'grace' })),
      item(4, aText('note', 'Keys', 'Elsewhere'), other),
      item(5, aText('letter', 'Keys', 'Elsewhere')),
      item(6, aText('letter', 'Keys', 'Elsewhere')),
      item(7, aText('letter', 'Keys', 'Once more')),
    ];
    const card = (fields: Record<string, string>): Content => ({ ...aLogin('Visa', fields), kind: 'card' });
    const cards = [
      item(1, card({ number: '4111 1111 1111 1111' })),
      item(2, card({ number: '4111111111111111', code: '123' })),
      item(3, card({ number: '5500000000000004' })),
    ];
    expect(duplicates(inFile(cards), [])).toEqual([null, { how: 'similar', of: { at: 1 } }, null]);
    const covered = { ...aLogin('Bank', { PIN: '1' }), hidden: ['PIN'] };
    const both = inFile([item(1, aLogin('Bank', { PIN: '1' })), item(2, covered)]);
    expect(duplicates(both, [])[1]?.how).toBe('similar');
    expect(duplicates(inFile(items), vault)).toEqual([
      { how: 'identical', of: { id: ID } },
      { how: 'similar', of: { id: ID } },
      null,
      { how: 'same_id', of: { id: other } },
      null,
      { how: 'identical', of: { at: 5 } },
      { how: 'similar', of: { at: 5 } },
    ]);
  });
});

test('entries with one title but different files are different, and a file that the vault no longer has is missed', () => {
  const film = (name: string, size: number): AttachedFile => ({
    ...{ id: crypto.randomUUID(), name, type: 'video/mp4', size },
    ...{ sha256: String(size).padStart(64, '0'), identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
  });
  const withFiles = (...files: AttachedFile[]): Content => ({
    ...{ version: 1, kind: 'file', title: 'Summer', category: '', tags: [], fields: {} },
    ...(files.length > 0 ? { files } : {}),
  });
  const item = (at: number, content: Content, id: string | null = null): ImportItem => ({
    ...{ at, id, createdAt: null, updatedAt: null, content },
  });
  const [one, other] = [film('one.mp4', 1), film('other.mp4', 2)];
  const vault = [{ id: ID, content: withFiles(one) }];
  const items = [
    item(1, withFiles(other)),
    item(2, withFiles(one, other)),
    item(3, withFiles(other, one)),
    item(4, withFiles()),
    // The same film, under another ID and key.
    item(5, withFiles({ ...one, id: crypto.randomUUID() })),
    item(6, withFiles(one, other), ID),
  ];
  expect(duplicates(inFile(items), vault)).toEqual([
    null,
    null,
    { how: 'identical', of: { at: 2 } },
    // Without files, as from another program, while the entry has one here.
    { how: 'identical', of: { id: ID } },
    { how: 'identical', of: { id: ID } },
    { how: 'same_id', of: { id: ID } },
  ]);
});

test('Everything is sent in its order, in requests that are neither too large nor too long', () => {
  const most = { entries: 5, bytes: 100 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 99 })), (sizes) => {
      const batches = [...requestBatches(sizes, (size) => size, most)];
      expect(batches.flat()).toEqual(sizes);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(most.entries);
        expect(batch.reduce((sum, size) => sum + size + 1, 0)).toBeLessThanOrEqual(most.bytes);
      }
      // No two neighbours would fit into one.
      for (const [i, batch] of batches.slice(1).entries()) {
        const before = batches[i]!;
        const bytes = [...before, batch[0]!].reduce((sum, size) => sum + size + 1, 0);
        expect(before.length === most.entries || bytes > most.bytes).toBe(true);
      }
    }),
  );
});
