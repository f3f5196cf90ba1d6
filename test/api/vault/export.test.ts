/** What an export contains, and that importing it gives the same vault again. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { Export } from '../../../api/routes/vault/schema.ts';
import { type BuiltOwner, buildOwner, cookieOf } from '../../support/builders/owner.ts';
import {
  asLines,
  importEntries,
  importLines,
  NDJSON,
  newEntries,
  newEntry,
  rowsOf,
  stagedRows,
  storeEntry,
} from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });

const exported = async (owner: BuiltOwner) => {
  const reply = await owner.program.get('/vault/export');
  expect(reply.status).toBe(200);
  return Export.parse(reply.body);
};
async function exportedLines(owner: BuiltOwner, how: 'query' | 'header' = 'query') {
  const answer = await fetch(`${api.url}/vault/export${how === 'query' ? '?format=ndjson' : ''}`, {
    headers: { ...cookieOf(api, owner), ...(how === 'header' ? { Accept: NDJSON } : {}) },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, NDJSON]);
  return answer.text();
}

/** More than the buffers on the way to a client hold. */
const largeEntries = () => newEntries(20, { encryptedData: randomBytes(900_000).toString('base64') });

/** An export that the test reads at its own pace. */
const open = (owner: BuiltOwner) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(`${api.url}/vault/export`, { headers: cookieOf(api, owner) }, resolve)
      .on('error', reject)
      .end();
  });

describe('an export', () => {
  test('of an empty vault is a whole document too', async () => {
    const owner = await buildOwner(api);
    expect(await exported(owner)).toEqual({
      format: 'vault-handover-encrypted',
      version: 1,
      userId: owner.id,
      exportedAt: new Date(api.clock.now).toISOString(),
      entryCount: 0,
      entries: [],
    });
  });

  test('is a file to keep, and is cached nowhere', async () => {
    const owner = await buildOwner(api);
    const { headers } = await owner.browser.get('/vault/export');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="vault-export-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(headers.get('content-type')).toMatch('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('contains only one’s own entries', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    await storeEntry(other);
    const id = await storeEntry(owner);
    expect((await exported(owner)).entries.map((entry) => entry.id)).toEqual([id]);
  });

  test('of 5,000 entries, imported as it is, gives the same bytes again: here, and in an empty vault', async () => {
    const [owner, elsewhere] = [await buildOwner(api), await buildOwner(api)];
    const labels = ['', ' spaced ', 'emoji 🗝️', '"quoted" \\ {}', 'line\nbreak', 'Ünïcode'];
    const entries = Array.from({ length: 5_000 }, (_, i) =>
      newEntry({
        id: randomUUID(),
        encryptedData: randomBytes(1 + (i % 700)).toString('base64'),
        category: labels[i % labels.length]!,
        tags: labels.slice(0, i % labels.length),
      }),
    );
    const first = await importEntries(owner, entries);
    expect(first.body).toMatchObject({ created: 5_000, updated: 0, total: 5_000 });
    // Of several versions and dates.
    api.clock.now += 1_234;
    await importEntries(
      owner,
      entries.slice(0, 100).map((entry) => ({ ...entry, category: 'changed' })),
    );
    const before = await exported(owner);
    expect([before.entryCount, before.entries.length]).toEqual([5_000, 5_000]);
    api.clock.now += 60_000;
    for (const [who, created] of [
      [owner, 0],
      [elsewhere, 5_000],
    ] as const) {
      const again = await who.program.post('/vault/import', { ...before, mode: 'replace' });
      expect(again.body).toMatchObject({ created, updated: 0, total: 5_000 });
      const after = await exported(who);
      expect(JSON.stringify(after.entries)).toBe(JSON.stringify(before.entries));
    }
  });

  test('can be imported with dates as other languages write them', async () => {
    const [owner, elsewhere] = [await buildOwner(api), await buildOwner(api)];
    await storeEntry(owner);
    const before = await exported(owner);
    const python = (moment: string) => moment.replace(/(\.\d{3})Z$/, '$1000+00:00');
    const rewritten = {
      ...before,
      exportedAt: python(before.exportedAt),
      entries: before.entries.map((entry) => ({
        ...entry,
        createdAt: python(entry.createdAt),
        updatedAt: python(entry.updatedAt),
      })),
    };
    const reply = await elsewhere.program.post('/vault/import', rewritten);
    expect([reply.status, reply.body.created]).toEqual([200, 1]);
    expect((await exported(elsewhere)).entries).toEqual(before.entries);
  });

  test('contains what was there when it began, each entry once, even if it is deleted or changed during the export', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, largeEntries());
    const before = (await rowsOf(api, owner)).map(({ id }) => id);
    const answer = await open(owner);
    // The vault is replaced before anything is read. Most of it has not even left the database by then.
    const replaced = await importEntries(owner, [newEntry({ id: before[19]! }), newEntry()], 'replace');
    expect(replaced.body.total).toBe(2);
    const { entryCount, entries } = Export.parse(await json(answer));
    expect([entryCount, entries.map(({ id }) => id).sort()]).toEqual([20, before]);
  });

  test('holds no connection and no transaction while its client reads nothing', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, largeEntries());
    const answer = await open(owner);
    await until('no connection is busy or in a transaction', async () => {
      const [{ busy }] = await api.em().execute<[{ busy: number }]>(
        `select count(*)::int as busy from pg_stat_activity where datname = current_database()
           and pid <> pg_backend_pid() and (state like 'idle in transaction%' or state = 'active')`,
      );
      return busy === 0;
    });
    answer.destroy();
  });

  test('runs once at a time for each account, and the next can begin when it is over or its client is gone', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    await importEntries(owner, largeEntries());
    for (let round = 0; round < 3; round += 1) {
      const answer = await open(owner);
      const second = await expectProblem(owner.program.raw.get('/vault/export'), '429 rate_limited');
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await other.program.get('/vault/export')).status).toBe(200);
      answer.destroy();
      await until('its place is free', () => api.deps.quotas.exports.used === 0);
    }
    expect((await exported(owner)).entryCount).toBe(20);
    expect(api.deps.quotas.exports.used).toBe(0);
  });
});

describe('an export of any vault imports again', () => {
  test.each([0, 1, 5_001, 10_000])('of %d entries, as lines, into an empty one', async (count) => {
    const [owner, elsewhere] = [await buildOwner(api), await buildOwner(api)];
    const entries = Array.from({ length: count }, (_, i) => ({
      ...newEntry({ id: randomUUID(), tags: i % 3 ? [] : ['a "b"', '\n'] }),
      version: 1 + (i % 5),
      createdAt: new Date(api.clock.now - i * 1_000).toISOString(),
    }));
    const head = { version: 1, entryCount: count };
    expect((await importLines(owner, asLines([head, ...entries]))).body).toMatchObject({
      created: count,
      total: count,
    });
    const text = await exportedLines(owner, count === 1 ? 'header' : 'query');
    const again = await importLines(elsewhere, text, '?mode=replace');
    expect([again.status, again.body]).toMatchObject([200, { created: count, updated: 0, total: count }]);
    const [first, ...lines] = text.trimEnd().split('\n');
    expect(JSON.parse(first as string)).toEqual({
      format: 'vault-handover-encrypted',
      version: 1,
      userId: owner.id,
      exportedAt: new Date(api.clock.now).toISOString(),
      entryCount: count,
    });
    const [, ...after] = (await exportedLines(elsewhere)).trimEnd().split('\n');
    expect(after).toEqual(lines);
    // Up to 5,000 entries, the JSON document works too.
    if (count <= 5_000) {
      const third = await buildOwner(api);
      const { body } = await third.program.post('/vault/import', await exported(owner));
      expect(body).toMatchObject({ created: count, total: count });
      expect((await exported(third)).entries).toEqual((await exported(owner)).entries);
    }
    expect(await stagedRows(api)).toBe(0);
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
