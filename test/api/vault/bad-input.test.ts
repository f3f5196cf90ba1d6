import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { base64 } from '../../support/builders/base64.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { newEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
let owner: BuiltOwner;
let id: string;
beforeAll(async () => {
  owner = await buildOwner(api);
  id = await storeEntry(owner);
});

/** What POST and PUT both refuse: the fields, and which of them the answer names. */
const BAD_FIELDS: [string, Record<string, unknown>, string][] = [
  ['ciphertext that is not base64', { encryptedData: 'not base64!' }, 'body.encryptedData'],
  ['base64url', { encryptedData: '-_-_' }, 'body.encryptedData'],
  ['base64 without padding', { encryptedData: 'QUI' }, 'body.encryptedData'],
  ['base64 with a space', { encryptedData: 'QUJD ' }, 'body.encryptedData'],
  ['one byte more than 1 MiB', { encryptedData: base64(1024 * 1024 + 1) }, 'body.encryptedData'],
  ['an iv of 11 bytes', { iv: base64(11) }, 'body.iv'],
  ['an iv of 13 bytes', { iv: base64(13) }, 'body.iv'],
  ['a salt of 15 bytes', { salt: base64(15) }, 'body.salt'],
  ['a salt of 65 bytes', { salt: base64(65) }, 'body.salt'],
  ['another algorithm', { algorithm: 'aes-gcm' }, 'body.algorithm'],
  ['a category of 101 characters', { category: 'x'.repeat(101) }, 'body.category'],
  ['a category with U+0000', { category: 'a\0b' }, 'body.category'],
  ['half a character', { category: '\ud83d' }, 'body.category'],
  ['null for a tag', { tags: [null] }, 'body.tags.0'],
  ['21 tags', { tags: Array(21).fill('t') }, 'body.tags'],
  ['a tag of 51 characters', { tags: ['ok', 'x'.repeat(51)] }, 'body.tags.1'],
  ['a tag with U+0000', { tags: ['\0'] }, 'body.tags.0'],
];

describe.each<[string, 'post' | 'put', () => string]>([
  ['POST /vault/entries', 'post', () => '/vault/entries'],
  ['PUT /vault/entries/:id', 'put', () => `/vault/entries/${id}`],
])('%s', (_, method, path) => {
  test.each(BAD_FIELDS)('refuses %s', (_, fields, named) =>
    expectRefused(
      api,
      () => owner.browser.raw[method](path(), { ...newEntry(), ...fields }),
      'validation_failed',
      named,
    ),
  );

  test('refuses no body', () =>
    expectRefused(api, () => owner.browser.raw[method](path()), 'validation_failed'));
});

describe('POST /vault/entries', () => {
  test.each([
    ['no UUID', 'abc'],
    ['a number', 7],
    ['an empty text', ''],
  ])('refuses an id that is %s', (_, bad) =>
    expectRefused(
      api,
      () => owner.browser.raw.post('/vault/entries', { ...newEntry(), id: bad }),
      'validation_failed',
      'body.id',
    ),
  );

  test('refuses different content under an existing id', () =>
    expectRefused(api, () => owner.program.post('/vault/entries', newEntry({ id })), 'already_exists'));
});

describe('PUT /vault/entries/:id', () => {
  test.each([
    ['of another entry', randomUUID()],
    ['that is invalid', 'x'],
  ])('refuses an id %s', (_, other) =>
    expectRefused(
      api,
      () => owner.browser.raw.put(`/vault/entries/${id}`, { ...newEntry(), id: other }),
      'validation_failed',
      'body.id',
    ),
  );

  test.each([0, -1, 1.5, '1', 3_000_000_000])('refuses %p as a version', (version) =>
    expectRefused(
      api,
      () => owner.browser.raw.put(`/vault/entries/${id}`, { ...newEntry(), version }),
      'validation_failed',
      'body.version',
    ),
  );

  test.each(['1', 'W/"1"', '"one"', '"1", "2"', '""', '"2147483648"'])('refuses If-Match: %s', (header) =>
    expectRefused(
      api,
      () => owner.browser.put(`/vault/entries/${id}`, newEntry(), { 'If-Match': header }),
      'validation_failed',
      'headers.if-match',
    ),
  );

  test('refuses a header that contradicts the body', () =>
    expectRefused(
      api,
      () => owner.browser.put(`/vault/entries/${id}`, { ...newEntry(), version: 1 }, { 'If-Match': '"2"' }),
      'validation_failed',
      'headers.if-match',
    ));

  test('refuses a stale version', () =>
    expectRefused(
      api,
      () => owner.browser.put(`/vault/entries/${id}`, { ...newEntry(), version: 7 }),
      'version_conflict',
    ));
});

describe('GET /vault/entries', () => {
  const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  test.each([
    ['a limit of 0', 'limit=0', 'query.limit'],
    ['a limit of 201', 'limit=201', 'query.limit'],
    ['a limit in words', 'limit=ten', 'query.limit'],
    ['half an entry', 'limit=1.5', 'query.limit'],
    ['two tags', 'tag=a&tag=b', 'query.tag'],
    ['U+0000 in a tag', 'tag=%00', 'query.tag'],
    ['U+0000 in a category', 'category=%00', 'query.category'],
    ['a category of 101 characters', `category=${'x'.repeat(101)}`, 'query.category'],
    ['an unknown parameter', 'page=2', 'query'],
    ['a cursor that is not JSON', 'cursor=abc', 'query.cursor'],
    ['an empty cursor', 'cursor=', 'query.cursor'],
    ['a cursor that is not a list', `cursor=${cursor({})}`, 'query.cursor'],
    ['half a cursor', `cursor=${cursor(['1'])}`, 'query.cursor'],
    ['a cursor of numbers', `cursor=${cursor([1, 2])}`, 'query.cursor'],
    ['a cursor beyond all time', `cursor=${cursor(['999999999999999999', randomUUID()])}`, 'query.cursor'],
    ['a cursor with SQL in it', `cursor=${cursor(['1', "' or 1=1"])}`, 'query.cursor'],
    ['a cursor of 300 characters', `cursor=${'x'.repeat(300)}`, 'query.cursor'],
  ])('refuses %s', (_, query, named) =>
    expectRefused(api, () => owner.browser.raw.get(`/vault/entries?${query}`), 'validation_failed', named),
  );

  test('a cursor in the far future works like any other', async () => {
    const { status, body } = await owner.browser.get(
      `/vault/entries?cursor=${cursor(['99999999999999', randomUUID()])}`,
    );
    expect([status, body]).toEqual([200, { entries: [], nextCursor: null }]);
  });
});

test('the checksum notices one changed row', async () => {
  const before = await rowChecksum(api.orm);
  expect(await rowChecksum(api.orm)).toBe(before);
  await owner.program.put(`/vault/entries/${id}`, newEntry());
  const lines = (await rowChecksum(api.orm)).split('\n');
  const changed = lines.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0]);
  expect(changed).toEqual(['trashed_entry', 'vault_entry', 'vault_size']);
});
