import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { presentEntry } from '../../../api/routes/vault/present.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { newEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

// More entries than the smallest plan allows.
const api = await useApi({ DEFAULT_PLAN: 'family' });

/** The part of the server's answer that the client sent. */
const contentOf = ({ encryptedData, iv, salt, algorithm, category, tags }: Record<string, unknown>) => ({
  encryptedData,
  iv,
  salt,
  algorithm,
  category,
  tags,
});

const countOf = (owner: BuiltOwner) => api.em().count(VaultEntry, { userId: owner.id });

describe('storing an entry', () => {
  test('answers with id, version 1 and dates, and reading returns the same', async () => {
    const owner = await buildOwner(api);
    const sent = newEntry({ tags: ['bank', 'bank', ''] });
    const created = await owner.browser.post('/vault/entries', sent);
    expect(created.status).toBe(201);
    const { entry } = created.body;
    const now = new Date(api.clock.now).toISOString();
    expect(entry).toEqual({
      ...sent,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    expect(created.headers.get('etag')).toBe('"1"');
    const read = await owner.browser.get(`/vault/entries/${entry.id}`);
    expect(read.body).toEqual({ entry });
    expect(read.headers.get('etag')).toBe('"1"');
  });

  test('category and tags may be left out', async () => {
    const owner = await buildOwner(api);
    const { category: _, tags: __, ...sent } = newEntry();
    const { body } = await owner.program.post('/vault/entries', sent);
    expect(body.entry).toMatchObject({ category: '', tags: [] });
  });

  test('what GET returned can be stored in another vault, where version and dates are new', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const path = `/vault/entries/${await storeEntry(owner)}` as const;
    await owner.program.put(path, newEntry());
    const { entry } = (await owner.program.get(path)).body;
    api.clock.now += 1_000;
    const now = new Date(api.clock.now).toISOString();
    const copied = await other.program.post('/vault/entries', entry);
    expect(copied.status).toBe(201);
    expect(copied.body.entry).toEqual({ ...entry, version: 1, createdAt: now, updatedAt: now });
    expect((await other.program.get(path)).body.entry).toEqual(copied.body.entry);
  });

  test('whatever is stored comes back byte for byte', async () => {
    const owner = await buildOwner(api);
    const base64 = (minLength: number, maxLength: number) =>
      fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('base64'));
    // Any characters that UTF-8 and PostgreSQL can store, often awkward ones.
    const label = (maxLength: number) =>
      fc
        .string({
          maxLength,
          unit: fc.oneof(
            fc.constantFrom(
              ' ',
              '\t',
              '\n',
              '"',
              '\\',
              '{',
              '}',
              ',',
              '\u00a0',
              'é',
              'é',
              '😀',
              'NULL',
              '\ufeff',
            ),
            fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
          ),
        })
        .map((text) => [...text.replaceAll('\0', '')].slice(0, maxLength).join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          encryptedData: base64(1, 400),
          iv: base64(12, 12),
          salt: base64(16, 64),
          algorithm: fc.constant('AES-GCM'),
          category: label(100),
          tags: fc.array(label(50), { maxLength: 20 }),
        }),
        async (sent) => {
          const created = await owner.program.post('/vault/entries', sent);
          expect([created.status, contentOf(created.body.entry ?? {})]).toEqual([201, sent]);
          const { id } = created.body.entry;
          expect(contentOf((await owner.program.get(`/vault/entries/${id}`)).body.entry)).toEqual(sent);
          const changed = await owner.program.put(`/vault/entries/${id}`, {
            ...sent,
            tags: sent.tags.toReversed(),
          });
          expect(contentOf(changed.body.entry)).toEqual({ ...sent, tags: sent.tags.toReversed() });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('one MiB of ciphertext fits to the byte, however its base64 was escaped', async () => {
    const owner = await buildOwner(api);
    const sent = newEntry({ encryptedData: randomBytes(1024 * 1024).toString('base64') });
    const escaped = JSON.stringify(sent).replaceAll('/', '\\/');
    const { status, body } = await owner.program.raw.post('/vault/entries', escaped);
    expect(status).toBe(201);
    expect(body.entry.encryptedData === sent.encryptedData).toBe(true);
  });

  test('a hundred characters count as a hundred, whatever they are made of', async () => {
    const owner = await buildOwner(api);
    const fits = newEntry({ category: '😀'.repeat(100), tags: ['𝒜'.repeat(50)] });
    expect((await owner.program.post('/vault/entries', fits)).status).toBe(201);
    const long = newEntry({ category: '😀'.repeat(101) });
    expect((await owner.program.post('/vault/entries', long)).status).toBe(400);
  });
});

describe('an id that the client chose', () => {
  test('makes creation repeatable: the same content returns the existing entry', async () => {
    const owner = await buildOwner(api);
    const id = randomUUID();
    const sent = newEntry({ id: id.toUpperCase() });
    const first = await owner.program.post('/vault/entries', sent);
    expect([first.status, first.body.entry.id]).toEqual([201, id]);
    api.clock.now += 1_000;
    const again = await owner.program.post('/vault/entries', { ...sent, id });
    expect([again.status, again.body.entry]).toEqual([200, first.body.entry]);
    expect(await countOf(owner)).toBe(1);
  });

  test('is refused with different content, and the entry stays as it was', async () => {
    const owner = await buildOwner(api);
    const id = randomUUID();
    const first = await owner.program.post('/vault/entries', newEntry({ id }));
    await expectProblem(owner.program.post('/vault/entries', newEntry({ id })), '409 already_exists');
    expect((await owner.program.get(`/vault/entries/${id}`)).body.entry).toEqual(first.body.entry);
  });

  test('is the owner’s own: another owner can use it and learns nothing', async () => {
    const [one, two] = [await buildOwner(api), await buildOwner(api)];
    const id = randomUUID();
    expect((await one.program.post('/vault/entries', newEntry({ id }))).status).toBe(201);
    expect((await two.program.get(`/vault/entries/${id}`)).status).toBe(404);
    expect((await two.program.post('/vault/entries', newEntry({ id }))).status).toBe(201);
  });

  test('sent ten times at once makes one entry; of ten contents, one wins', async () => {
    const owner = await buildOwner(api);
    const sent = newEntry({ id: randomUUID() });
    const same = await Promise.all(
      Array.from({ length: 10 }, () => owner.program.post('/vault/entries', sent)),
    );
    expect(same.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const id = randomUUID();
    const others = await Promise.all(
      Array.from({ length: 10 }, () => owner.program.post('/vault/entries', newEntry({ id }))),
    );
    expect(others.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await countOf(owner)).toBe(2);
  });
});

describe('replacing an entry', () => {
  test('increases the version, and keeps id and creation date', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    const before = (await owner.program.get(`/vault/entries/${id}`)).body.entry;
    api.clock.now += 5_000;
    const content = newEntry({ category: 'new', tags: ['b', 'a'] });
    const reply = await owner.program.put(`/vault/entries/${id}`, { ...content, version: 1 });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe('"2"');
    expect(reply.body.entry).toEqual({
      ...content,
      id,
      version: 2,
      createdAt: before.createdAt,
      updatedAt: new Date(api.clock.now).toISOString(),
    });
  });

  test('keeps category and tags if they are left out or null', async () => {
    const owner = await buildOwner(api);
    const labels = { category: 'bank', tags: ['a', 'b'] };
    const path = `/vault/entries/${await storeEntry(owner, labels)}` as const;
    const { category: _, tags: __, ...sealed } = newEntry();
    const replaced = await owner.program.put(path, sealed);
    expect([replaced.status, replaced.body.entry]).toMatchObject([200, { ...sealed, ...labels }]);
    const sent = { ...newEntry(), category: null, tags: [] };
    expect((await owner.program.raw.put(path, sent)).status).toBe(200);
    expect((await owner.program.get(path)).body.entry).toMatchObject({ ...sent, category: 'bank' });
  });

  test('on a stale version is 409, by header and by body, and changes nothing', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    const path = `/vault/entries/${id}` as const;
    const second = await owner.program.put(path, newEntry(), { 'If-Match': '"1"' });
    expect(second.body.entry.version).toBe(2);
    await expectProblem(owner.program.put(path, newEntry(), { 'If-Match': '"1"' }), '409 version_conflict');
    await expectProblem(owner.program.put(path, { ...newEntry(), version: 3 }), '409 version_conflict');
    expect((await owner.program.get(path)).body.entry).toEqual(second.body.entry);
  });

  test('without a version replaces what is there', async () => {
    const owner = await buildOwner(api);
    const path = `/vault/entries/${await storeEntry(owner)}` as const;
    expect((await owner.program.put(path, newEntry())).body.entry.version).toBe(2);
    expect((await owner.program.put(path, newEntry(), { 'If-Match': '*' })).body.entry.version).toBe(3);
  });

  test('takes the ETag of a response that a proxy has compressed', async () => {
    const owner = await buildOwner(api);
    const path = `/vault/entries/${await storeEntry(owner)}` as const;
    const replace = (tag: string) => owner.program.put(path, newEntry(), { 'If-Match': tag });
    expect((await replace('"1-gzip"')).body.entry.version).toBe(2);
    expect((await replace('"2-zstd"')).body.entry.version).toBe(3);
    expect((await replace('"3-br"')).body.entry.version).toBe(4);
    await expectProblem(replace('"3-br"'), '409 version_conflict');
  });

  test('twenty times at once on one version: one wins', async () => {
    const owner = await buildOwner(api);
    const path = `/vault/entries/${await storeEntry(owner)}` as const;
    const contents = Array.from({ length: 20 }, () => newEntry());
    const replies = await Promise.all(
      contents.map((content) => owner.program.put(path, content, { 'If-Match': '"1"' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const winner = contents[replies.findIndex(({ status }) => status === 200)] ?? {};
    const { entry } = (await owner.program.get(path)).body;
    expect([entry.version, contentOf(entry)]).toEqual([2, contentOf({ ...winner })]);
  });
});

describe('deleting an entry', () => {
  test('removes it from the vault and from successors it was assigned to; a second time is 404', async () => {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api);
    const [id, kept] = [await storeEntry(owner), await storeEntry(owner)];
    const assigned = `/successors/${successor.id}/assigned-entries` as const;
    await owner.program.put(assigned, { entryIds: [id, kept], restrictToAssignedEntries: true });
    expect((await owner.program.delete(`/vault/entries/${id}`)).status).toBe(200);
    expect((await owner.program.get(`/vault/entries/${id}`)).status).toBe(404);
    expect((await owner.program.delete(`/vault/entries/${id}`)).status).toBe(404);
    expect((await owner.program.get(assigned)).body.entryIds).toEqual([kept]);
  });
});

describe('listing entries', () => {
  /** Every page from the start. */
  async function readAll(owner: BuiltOwner, query: string, between: () => Promise<unknown> = async () => {}) {
    const pages: { id: string }[][] = [];
    let cursor: string | null = null;
    do {
      const place: string = cursor ? `&cursor=${cursor}` : '';
      const { status, body } = await owner.program.raw.get(`/vault/entries?${query}${place}`);
      expect(status).toBe(200);
      pages.push(body.entries);
      cursor = body.nextCursor;
      await between();
    } while (cursor);
    return pages;
  }

  test('shows fields, moments and characters exactly as a single write answers them', async () => {
    const owner = await buildOwner(api);
    const awkward = [
      '\b\f\n\r\t',
      '\u0001\u001f\u007f\u0085\u2028\ufeff',
      '"\\/\\"',
      "' $1 ?",
      '😀é',
      '{},',
      'NULL',
      '',
    ];
    const times = [
      0,
      1,
      10,
      999,
      1_000,
      Date.UTC(2024, 1, 29),
      Date.UTC(2026, 0, 1) - 1,
      Date.UTC(9999, 11, 31),
    ];
    for (const [i, time] of times.entries()) {
      await api.em().insert(VaultEntry, {
        ...newEntry({ category: awkward[i] ?? '', tags: awkward.slice(i) }),
        userId: owner.id,
        id: randomUUID(),
        version: i + 1,
        createdAt: new Date(time),
        updatedAt: new Date(time + 1),
      });
    }
    const rows = await api.em().find(VaultEntry, { userId: owner.id }, { orderBy: { createdAt: 'asc' } });
    const expected = rows.map((row) => JSON.stringify(presentEntry(row)));
    const { entries } = (await owner.program.get('/vault/entries')).body;
    expect(entries.map((entry: unknown) => JSON.stringify(entry))).toEqual(expected);
    for (const [i, { id }] of rows.entries()) {
      const { entry } = (await owner.program.get(`/vault/entries/${id}`)).body;
      expect(JSON.stringify(entry)).toBe(expected[i]);
    }
  });

  test('a cursor names the last entry of its page by time and ID', async () => {
    const owner = await buildOwner(api);
    for (let i = 0; i < 3; i += 1) await storeEntry(owner);
    const { entries, nextCursor } = (await owner.program.get('/vault/entries?limit=2')).body;
    expect(JSON.parse(Buffer.from(nextCursor, 'base64url').toString())).toEqual([
      String(api.clock.now),
      entries[1].id,
    ]);
    const rest = (await owner.program.get(`/vault/entries?limit=2&cursor=${nextCursor}`)).body;
    expect([rest.entries.length, rest.nextCursor]).toEqual([1, null]);
  });

  test('an empty vault is an empty list', async () => {
    const owner = await buildOwner(api);
    expect((await owner.program.get('/vault/entries')).body).toEqual({ entries: [], nextCursor: null });
  });

  test('shows 50 a page by default, oldest first, and no empty page', async () => {
    const owner = await buildOwner(api);
    const ids: string[] = [];
    for (let i = 0; i < 60; i += 1) {
      // Several were created in the same millisecond, so their IDs decide the order.
      if (i % 7 === 0) api.clock.now += 1;
      ids.push(await storeEntry(owner, { tags: [String(i)] }));
    }
    const pages = await readAll(owner, '');
    expect(pages.map((page) => page.length)).toEqual([50, 10]);
    const all = (await owner.program.get('/vault/entries?limit=60')).body;
    expect(all.nextCursor).toBeNull();
    expect(all.entries).toEqual(pages.flat());
    const places = all.entries.map((each: { createdAt: string; id: string }) => each.createdAt + each.id);
    expect(places).toEqual(places.toSorted());
    expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(ids));
  });

  test('shows each entry once while others are added between the pages and before them', async () => {
    const owner = await buildOwner(api);
    const ids: string[] = [];
    for (let i = 0; i < 23; i += 1) ids.push(await storeEntry(owner));
    const added: string[] = [];
    const pages = await readAll(owner, 'limit=5', async () => {
      if (added.length >= 6) return;
      added.push(await storeEntry(owner));
      api.clock.now += 1;
      added.push(await storeEntry(owner));
    });
    const seen = pages.flat().map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('goes on after the entry at which a page ended was deleted', async () => {
    const owner = await buildOwner(api);
    for (let i = 0; i < 6; i += 1) await storeEntry(owner);
    const { entries, nextCursor } = (await owner.program.get('/vault/entries?limit=3')).body;
    await owner.program.delete(`/vault/entries/${entries[2].id}`);
    const rest = (await owner.program.get(`/vault/entries?limit=3&cursor=${nextCursor}`)).body;
    expect(rest.entries).toHaveLength(3);
  });

  test('finds entries by category and by tag, exactly as written', async () => {
    const owner = await buildOwner(api);
    const one = await storeEntry(owner, { category: 'Bank & Co', tags: ['a,b', 'c'] });
    const two = await storeEntry(owner, { category: 'Bank & Co', tags: ['a'] });
    await storeEntry(owner, { category: 'bank & co', tags: ['A'] });
    const found = async (query: Record<string, string>) =>
      (await readAll(owner, new URLSearchParams({ ...query, limit: '1' }).toString()))
        .flat()
        .map(({ id }) => id);
    expect(new Set(await found({ category: 'Bank & Co' }))).toEqual(new Set([one, two]));
    expect(await found({ tag: 'a,b' })).toEqual([one]);
    expect(await found({ tag: 'a' })).toEqual([two]);
    expect(await found({ category: 'Bank & Co', tag: 'c' })).toEqual([one]);
    expect(await found({ category: '' })).toEqual([]);
  });

  test('ends a page early where the entries are large, and loses none', async () => {
    const owner = await buildOwner(api);
    const encryptedData = randomBytes(1024 * 1024).toString('base64');
    const ids = new Set<string>();
    for (let i = 0; i < 8; i += 1) ids.add(await storeEntry(owner, { encryptedData }));
    const pages = await readAll(owner, 'limit=200');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2]);
    expect(new Set(pages.flat().map(({ id }) => id))).toEqual(ids);
  });
});

describe('writes to the vault and the switch', () => {
  test('a person’s write ends a grace period; a program’s does not, and is allowed', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    await bringTo(api, owner, 'grace_period');
    await storeEntry(owner);
    expect((await switchOf(api, owner)).state.status).toBe('grace_period');
    await owner.browser.post('/vault/entries', newEntry());
    expect((await switchOf(api, owner)).state.status).toBe('armed');
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
