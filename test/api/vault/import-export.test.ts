import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Export } from '../../../api/routes/vault/schema.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Session } from '../../../db/entities/session.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { forgetCutOffImports, stageEntries } from '../../../db/staged-import.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { newEntry, type SentEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });

const many = (count: number, more: Partial<SentEntry> = {}) =>
  Array.from({ length: count }, () => newEntry({ id: randomUUID(), ...more }));
const importing = (owner: BuiltOwner, entries: readonly object[], mode?: 'merge' | 'replace') =>
  owner.program.raw.post('/vault/import', { entries, ...(mode ? { mode } : {}) });
const exported = async (owner: BuiltOwner) => {
  const reply = await owner.program.get('/vault/export');
  expect(reply.status).toBe(200);
  return Export.parse(reply.body);
};
const rowsOf = (owner: BuiltOwner) =>
  api.em().find(VaultEntry, { userId: owner.id }, { orderBy: { id: 'asc' } });
const idsOf = async (owner: BuiltOwner) => (await rowsOf(owner)).map(({ id }) => id);

describe('an import', () => {
  test('merges by default: new entries are added, changed ones get a new version, equal ones stay untouched', async () => {
    const owner = await buildOwner(api);
    const [same, changed, left] = many(3, { tags: [' two  words ', 'NULL', '"\\,{}', ''] });
    await importing(owner, [same!, changed!, left!]);
    const before = await rowsOf(owner);
    api.clock.now += 60_000;
    const fresh = newEntry({ category: 'new' });
    const reply = await importing(owner, [same!, { ...changed!, tags: ['other'] }, fresh]);
    expect(reply.body).toEqual({ message: expect.any(String), created: 1, updated: 1, total: 4 });
    const after = await rowsOf(owner);
    const of = (rows: typeof after, id: string | undefined) => rows.find((row) => row.id === id);
    expect(of(after, same?.id)).toEqual(of(before, same?.id));
    expect(of(after, left?.id)).toEqual(of(before, left?.id));
    expect(of(after, changed?.id)).toMatchObject({
      tags: ['other'],
      version: 2,
      updatedAt: new Date(api.clock.now),
    });
    expect(after.find(({ category }) => category === 'new')).toMatchObject({ ...fresh, version: 1 });
  });

  test('keeps category and tags of an existing entry if they are left out', async () => {
    const owner = await buildOwner(api);
    const [same, changed] = many(2, { category: 'bank', tags: ['a', 'b'] });
    await importing(owner, [same!, changed!]);
    const before = await rowsOf(owner);
    const unlabelled = ({ category: _, tags: __, ...entry }: SentEntry) => entry;
    const other = newEntry({ id: changed!.id as string, category: 'home' });
    const sent = [unlabelled(same!), { ...other, tags: null }, unlabelled(newEntry())];
    expect((await importing(owner, sent)).body).toMatchObject({ created: 1, updated: 1 });
    const after = await rowsOf(owner);
    const of = (rows: typeof after, id: unknown) => rows.find((row) => row.id === id);
    expect(of(after, same!.id)).toEqual(of(before, same!.id));
    expect(of(after, changed!.id)).toMatchObject({ ...other, tags: ['a', 'b'], version: 2 });
    expect(after.filter(({ id }) => of(before, id) === undefined)).toMatchObject([
      { category: '', tags: [] },
    ]);
  });

  test('with `replace` leaves exactly its own entries, and those that stay keep their envelopes', async () => {
    const owner = await buildOwner(api);
    const { id: successorId } = await buildSuccessor(api, owner);
    const [stays, changes, goes] = [
      await storeEntry(owner),
      await storeEntry(owner),
      await storeEntry(owner),
    ];
    const assigned = await owner.browser.put(`/successors/${successorId}/assigned-entries`, {
      entryIds: [stays, changes, goes],
      restrictToAssignedEntries: true,
      envelopes: [stays, changes, goes].map((entryId) => ({ entryId, envelope: 'ZW52ZWxvcGU=' })),
    });
    expect(assigned.status).toBe(200);
    const { entries } = await exported(owner);
    const kept = entries.find(({ id }) => id === stays)!;
    const other = newEntry({ id: changes, category: 'moved' });
    const reply = await importing(owner, [kept, other, newEntry()], 'replace');
    expect(reply.body).toMatchObject({ created: 1, updated: 1, total: 3 });
    const envelopes = await api.em().find(AssignedEntry, { successorId });
    expect(envelopes.map(({ entryId, envelope }) => [entryId, envelope]).sort()).toEqual(
      [stays, changes].map((id) => [id, 'ZW52ZWxvcGU=']).sort(),
    );
    expect(await idsOf(owner)).not.toContain(goes);
  });

  test('never touches another owner’s entries, whatever ids it names', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const [entry] = many(1);
    await importing(other, [entry!]);
    const before = await rowsOf(other);
    expect((await importing(owner, [{ ...entry!, category: 'mine' }], 'replace')).body).toMatchObject({
      created: 1,
    });
    expect(await rowsOf(other)).toEqual(before);
  });

  test('is recorded in the activity log, with nothing but its numbers', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(2));
    const [record] = await api.em().find(Activity, { userId: owner.id, type: 'vault_imported' });
    expect(record?.detail).toEqual({ mode: 'merge', created: 2, updated: 0, total: 2 });
  });

  test('that names an id twice is refused, and names it', async () => {
    const owner = await buildOwner(api);
    const [a, b] = many(2);
    const twice = { ...newEntry(), id: a?.id?.toUpperCase() };
    await expectRefused(
      api,
      () => importing(owner, [a!, b!, twice]),
      'validation_failed',
      'body.entries.2.id',
    );
    const reply = await importing(owner, [a!, b!, twice]);
    expect(reply.body.errors[0].message).toContain(a?.id);
  });

  test.each([
    ['5,001 entries', () => Array.from({ length: 5_001 }, () => ({}))],
    ['an unknown member', () => [{ ...newEntry(), owner: 'x' }]],
    ['a short iv', () => [newEntry({ iv: 'AAAA' })]],
    ['a version that no integer holds', () => [{ ...newEntry(), version: 2 ** 31 }]],
    ['a date that is none', () => [{ ...newEntry(), createdAt: '2026-02-30T00:00:00.000Z' }]],
    ['a date before any of ours', () => [{ ...newEntry(), createdAt: '0001-01-01T00:00:00.000Z' }]],
    ['U+0000', () => [newEntry({ category: 'a\0' })]],
  ])('with %s is refused, and nothing of it is written', async (_, entries) => {
    const owner = await buildOwner(api);
    await expectRefused(api, () => importing(owner, [...entries()], 'replace'), 'validation_failed');
  });

  test('lists a hundred errors at most', async () => {
    const owner = await buildOwner(api);
    const reply = await importing(
      owner,
      Array.from({ length: 5_000 }, () => ({})),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveLength(100);
  });

  test('with `replace` that fails half-way leaves the vault as it was', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(5));
    // The database refuses one row in the middle of the statement, after others have been deleted and written.
    const em = api.em();
    const poison = randomUUID();
    await em.execute(`alter table vault_entry add constraint poison check (id <> '${poison}')`);
    try {
      await expectRefused(
        api,
        () => importing(owner, [...many(50), newEntry({ id: poison }), ...many(50)], 'replace'),
        'internal',
      );
    } finally {
      await em.execute('alter table vault_entry drop constraint poison');
    }
  });

  test('two at once by one owner follow each other: the vault is one or the other, never a mixture', async () => {
    const owner = await buildOwner(api);
    const shared = many(20).map(({ id }) => id as string);
    const sets = ['a', 'b', 'c', 'd'].map((category) => [
      ...shared.map((id) => newEntry({ id, category })),
      ...many(20, { category }),
    ]);
    const replies = await Promise.all(
      sets.flatMap((set) => [
        importing(owner, set, 'replace'),
        importing(owner, set.toReversed(), 'replace'),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const rows = await rowsOf(owner);
    expect(rows).toHaveLength(40);
    expect(new Set(rows.map(({ category }) => category)).size).toBe(1);
  });
});

describe('an import as lines', () => {
  const good = () => asLines(many(1));

  test.each([
    [
      'a bad entry',
      () => asLines([...many(150), { ...newEntry(), iv: 'AAAA' }, ...many(300)]),
      'body.150.iv',
    ],
    ['an unknown member', () => `${good()}\n${asLines([{ ...newEntry(), owner: 'x' }])}`, 'body.1'],
    ['a second head', () => `${good()}{"version":1,"entryCount":1}\n`, 'body.1'],
    ['fewer entries than it promises', () => `{"version":1,"entryCount":3}\n${good()}`, 'body.0.entryCount'],
    ['nothing in it', () => '\n', 'body'],
    [
      'an id twice',
      () => {
        const line = good();
        return line + line;
      },
      'body.1.id',
    ],
  ])('with %s is refused by its line, and nothing of it remains', async (_, text, path) => {
    const owner = await buildOwner(api);
    await importing(owner, many(3));
    await expectRefused(api, () => sendLines(owner, text(), '?mode=replace'), 'validation_failed', path);
  });

  test('with a line that is not JSON is refused, and names it', async () => {
    const owner = await buildOwner(api);
    const text = `${asLines(many(250))}{"iv":\n${good()}`;
    await expectRefused(api, () => sendLines(owner, text), 'malformed_json');
    expect((await sendLines(owner, text)).body.detail).toContain('body.250');
  });

  test('of more than the plan allows is refused before all of it has arrived', async () => {
    await using small = await startApi({ DEFAULT_PLAN: 'free' });
    const owner = await buildOwner(small);
    const send = (text: string) =>
      owner.program.raw.post('/vault/import', text, { 'Content-Type': 'application/x-ndjson' });
    await expectRefused(small, () => send(asLines(many(51))), 'plan_limit');
    expect((await send(asLines(many(50)))).body.total).toBe(50);
  });

  test('that is cut off half-way leaves nothing, and the vault as it was', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(3));
    const before = await rowsOf(owner);
    const cookie = `accessToken=${owner.browser.cookies.get('accessToken')}`;
    const asked = request(`${api.url}/vault/import?mode=replace`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: api.origin, 'Content-Type': 'application/x-ndjson' },
    });
    asked.on('error', () => {});
    asked.write(asLines(many(900)));
    await until('some of it is laid down', async () => (await staged()) > 0);
    // Nobody waits while occupying a connection.
    const [{ open: left }] = await api.em().execute<[{ open: number }]>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(left).toBe(0);
    asked.destroy();
    await until('it is taken away', async () => (await staged()) === 0);
    expect(await rowsOf(owner)).toEqual(before);
  });

  test('of a process that died is deleted within a day', async () => {
    const owner = await buildOwner(api);
    const em = api.em();
    const [entry] = many(1);
    const at = new Date(api.clock.now);
    await stageEntries(em, owner.id, randomUUID(), [{ ...entry!, id: entry!.id as string }], at);
    await forgetCutOffImports(em, new Date(api.clock.now + 3_600_000));
    expect(await staged()).toBe(1);
    await forgetCutOffImports(em, new Date(api.clock.now + 25 * 3_600_000));
    expect(await staged()).toBe(0);
  });

  test('of a session that ended while it was sent changes nothing', async () => {
    const owner = await buildOwner(api);
    const cookie = `accessToken=${owner.browser.cookies.get('accessToken')}`;
    const answered = new Promise<number>((resolve, reject) => {
      const asked = request(
        `${api.url}/vault/import`,
        {
          method: 'POST',
          headers: { Cookie: cookie, Origin: api.origin, 'Content-Type': 'application/x-ndjson' },
        },
        (answer) => resolve(answer.resume().statusCode as number),
      );
      asked.on('error', reject);
      asked.write(asLines(many(900)));
      until('some of it is laid down', async () => (await staged()) > 0)
        .then(() =>
          api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) }),
        )
        .then(() => asked.end(), reject);
    });
    expect(await answered).toBe(401);
    expect(await rowsOf(owner)).toEqual([]);
    expect(await staged()).toBe(0);
  });

  test('takes its mode from the query, and a JSON document from its body', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(3));
    expect((await sendLines(owner, good())).body.total).toBe(4);
    expect((await sendLines(owner, good(), '?mode=replace')).body.total).toBe(1);
    await expectRefused(
      api,
      () => owner.program.raw.post('/vault/import?mode=replace', { entries: many(1) }),
      'validation_failed',
      'query.mode',
    );
  });
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
    const first = await importing(owner, entries);
    expect(first.body).toMatchObject({ created: 5_000, updated: 0, total: 5_000 });
    // Of several versions and dates.
    api.clock.now += 1_234;
    await importing(
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
    const data = randomBytes(900_000).toString('base64');
    await importing(owner, many(20, { encryptedData: data }), 'replace');
    const before = await idsOf(owner);
    const whole = new Promise<string>((resolve, reject) => {
      const asked = open(owner, (answer) => {
        // The vault is replaced before anything is read. Most of it has not even left the database by then.
        importing(owner, [newEntry({ id: before[19] as string }), newEntry()], 'replace').then(({ body }) => {
          if (body.total !== 2) reject(new Error('not replaced'));
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('end', () => resolve(text));
        }, reject);
      });
      asked.on('error', reject);
    });
    const { entryCount, entries } = Export.parse(JSON.parse(await whole));
    expect([entryCount, entries.map(({ id }) => id).sort()]).toEqual([20, before]);
  });

  test('holds no connection and no transaction while its client reads nothing', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(20, { encryptedData: randomBytes(900_000).toString('base64') }), 'replace');
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      open(owner, resolve).on('error', reject);
    });
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
    await importing(owner, many(20, { encryptedData: randomBytes(900_000).toString('base64') }), 'replace');
    for (let round = 0; round < 3; round += 1) {
      const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
        open(owner, resolve).on('error', reject);
      });
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

/** Sends a body of lines, and reads one. */
const sendLines = (owner: BuiltOwner, text: string, query = '') =>
  owner.program.raw.post(`/vault/import${query}`, text, { 'Content-Type': 'application/x-ndjson' });
const asLines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
async function exportedLines(owner: BuiltOwner, how: 'query' | 'header' = 'query') {
  const cookie = `accessToken=${owner.browser.cookies.get('accessToken')}`;
  const answer = await fetch(`${api.url}/vault/export${how === 'query' ? '?format=ndjson' : ''}`, {
    headers: { Cookie: cookie, ...(how === 'header' ? { Accept: 'application/x-ndjson' } : {}) },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return answer.text();
}
const staged = async () => {
  const [{ count }] = await api
    .em()
    .execute<[{ count: number }]>('select count(*)::int as count from staged_entry');
  return count;
};

describe('an export of any vault imports again', () => {
  test.each([0, 1, 5_001, 10_000])('of %d entries, as lines, into an empty one', async (count) => {
    const [owner, elsewhere] = [await buildOwner(api), await buildOwner(api)];
    const entries = Array.from({ length: count }, (_, i) => ({
      ...newEntry({ id: randomUUID(), tags: i % 3 ? [] : ['a "b"', '\n'] }),
      version: 1 + (i % 5),
      createdAt: new Date(api.clock.now - i * 1_000).toISOString(),
    }));
    const head = { version: 1, entryCount: count };
    expect((await sendLines(owner, asLines([head, ...entries]))).body).toMatchObject({
      created: count,
      total: count,
    });
    const text = await exportedLines(owner, count === 1 ? 'header' : 'query');
    const again = await sendLines(elsewhere, text, '?mode=replace');
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
    expect(await staged()).toBe(0);
  });
});

/** An export that the test reads at its own pace. */
function open(owner: BuiltOwner, take: (answer: import('node:http').IncomingMessage) => void) {
  const cookie = `accessToken=${owner.browser.cookies.get('accessToken')}`;
  const asked = request(`${api.url}/vault/export`, { headers: { Cookie: cookie } }, take);
  asked.end();
  return asked;
}

test('after all this, every vault has the size that was kept for it', () => expectSizesToBeCounts(api.orm));
