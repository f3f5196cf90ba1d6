/** A page of entries from one statement is the same as its handler's answer, whatever the entries are. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { PAGE_BYTES } from '../../../api/routes/vault/page.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { type AnsweredBy, watchFastPath } from '../../support/fast-path.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
const way = watchFastPath('GET /vault/entries');
afterAll(() => way.restore());

/** Base64 of exactly so many characters. */
const ciphertext = (characters: number) => randomBytes((characters / 4) * 3).toString('base64');

/** Every page from the start, read both ways, which must answer the same. */
async function readBothWays(owner: BuiltOwner, query: Record<string, string>) {
  const pages: { id: string }[][] = [];
  const ways: AnsweredBy[] = [];
  const read = (parameters: Record<string, string>) =>
    owner.program.raw.get(`/vault/entries?${new URLSearchParams(parameters)}`);
  let place: { cursor?: string } = {};
  do {
    const { status, body } = await read({ ...query, ...place });
    ways.push(...way.taken());
    expect(status).toBe(200);
    expect(await way.withHandlerOnly(() => read({ ...query, ...place }))).toMatchObject({ status, body });
    pages.push(body.entries);
    place = body.nextCursor ? { cursor: body.nextCursor } : {};
  } while (place.cursor);
  return { pages, ways, ids: pages.flat().map(({ id }) => id) };
}

test('labels of any characters are answered the same either way', async () => {
  const owner = await buildOwner(api);
  const labels = ['', 'é😀', '"\\/', '\t\n\r\b\f\u0001\u2028', 'NULL', '{a,"b"}', "' $1 ?"];
  const ids = [];
  for (const [i, category] of labels.entries()) {
    ids.push(await storeEntry(owner, { category, tags: labels.slice(i) }));
    api.clock.now += 1;
  }
  for (const limit of ['1', '3', '7', '8', '200']) {
    const read = await readBothWays(owner, { limit });
    expect(read.ids).toEqual(ids);
    expect(read.pages).toHaveLength(Math.ceil(ids.length / Number(limit)));
    expect(new Set(read.ways)).toEqual(new Set(['fast path']));
  }
  for (const [i, label] of labels.entries()) {
    expect((await readBothWays(owner, { category: label })).ids).toEqual([ids[i]]);
    expect((await readBothWays(owner, { tag: label, limit: '2' })).ids).toEqual(ids.slice(0, i + 1));
  }
  expect((await readBothWays(owner, { tag: 'none' })).pages).toEqual([[]]);
});

describe('large entries', () => {
  const LIMIT = 4;
  const SHARE = PAGE_BYTES / LIMIT;

  async function withEntries(sizes: readonly number[]) {
    const owner = await buildOwner(api);
    const ids: string[] = [];
    for (const size of sizes) {
      ids.push(await storeEntry(owner, { encryptedData: ciphertext(size) }));
      api.clock.now += 1;
    }
    const read = await readBothWays(owner, { limit: String(LIMIT) });
    expect(read.ids).toEqual(ids);
    return { owner, ids, lengths: read.pages.map((page) => page.length), ways: read.ways };
  }

  test('fill a page together, each with its share', async () => {
    const { lengths, ways } = await withEntries([SHARE, SHARE, SHARE, SHARE, SHARE]);
    expect(lengths).toEqual([4, 1]);
    expect(ways).toEqual(['fast path', 'fast path']);
  });

  test('take more than their share if the page still holds them', async () => {
    const { lengths, ways } = await withEntries([SHARE + 4, 4, 4, 4]);
    expect(lengths).toEqual([4]);
    expect(ways).toEqual(['handler']);
  });

  test('end the page with the entry that fills it', async () => {
    const { owner, ids, lengths, ways } = await withEntries([2 * SHARE, 2 * SHARE - 4, 4, 4, 2 * SHARE, 4]);
    expect(lengths).toEqual([3, 3]);
    expect(ways).toEqual(['handler', 'handler']);
    const single = await readBothWays(owner, { limit: '1' });
    expect(single.pages.map((page) => page.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
    expect(new Set(single.ways)).toEqual(new Set(['fast path']));
  });
});
