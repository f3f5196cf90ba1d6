/** The copy that a successor keeps, once it is too large for one page. */
import { expect, test } from '@jest/globals';
import { Decrypter } from 'age-encryption';
import { unzip } from 'unzipit';
import { archiveOf } from '../../web/keys/tasks/archive.ts';
import type { FilePlace } from '../../web/vault/export/saved-page.ts';

const CONTENTS = ['the first', 'the second'];

/** An archive of two photos with the same name, which entries hold themselves, and where the page finds them. */
async function archived(isSealed: boolean) {
  const places = new Map<string, FilePlace>();
  const progress: number[] = [];
  const { bytes, missing } = archiveOf(
    {
      words: { folder: 'Files', page: 'Page', readme: 'Read me', how: ['how'] },
      token: '',
      files: [],
      inner: CONTENTS.map((text, id) => ({
        id: String(id),
        name: 'photo.jpg',
        size: text.length,
        read: async () => new Blob([text]),
      })),
      isSealed,
      async pageOf(found) {
        for (const [id, place] of found) places.set(id, place);
        return new Blob(['the page']);
      },
    },
    { progress: (done) => progress.push(done), signal: new AbortController().signal },
  );
  const { entries } = await unzip(
    await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).blob(),
  );
  expect([missing, progress]).toEqual([[], [9, 19]]);
  return { entries, places: [...places.values()] };
}

test('files that entries hold themselves are beside the page, each under its own name', async () => {
  const { entries, places } = await archived(false);
  expect(places).toEqual([{ path: 'Files/photo.jpg' }, { path: 'Files/photo (2).jpg' }]);
  expect(Object.keys(entries)).toEqual([...places.map(({ path }) => path), 'Page.html', 'Read me.txt']);
  expect(await Promise.all(places.map(({ path }) => entries[path!]!.text()))).toEqual(CONTENTS);
});

test('in a sealed copy, age opens each with the key that is in the page alone', async () => {
  const { entries, places } = await archived(true);
  expect(places.map(({ path }) => path)).toEqual(['Files/1.age', 'Files/2.age']);
  for (const [at, { path, key }] of places.entries()) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(key!);
    const sealed = new Uint8Array(await entries[path!]!.arrayBuffer());
    expect(await decrypter.decrypt(sealed, 'text')).toBe(CONTENTS[at]);
  }
});
