import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { PLANS } from '../../../api/billing/plans.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Session } from '../../../db/entities/session.ts';
import { forgetCutOffImports, stageEntries } from '../../../db/staged-import.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, cookieOf } from '../../support/builders/owner.ts';
import {
  asLines,
  importEntries,
  importLines,
  NDJSON,
  newEntries,
  newEntry,
  rowsOf,
  type SentEntry,
  stagedRows,
  storeEntry,
} from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });

/** Sends 900 entries, and waits until some are stored; the rest of the body is still awaited. */
async function beginImport(owner: BuiltOwner, query = ''): Promise<ClientRequest> {
  const headers = { ...cookieOf(api, owner), 'Content-Type': NDJSON };
  const req = request(`${api.url}/vault/import${query}`, { method: 'POST', headers });
  req.write(asLines(newEntries(900)));
  await until('some of it is stored', async () => (await stagedRows(api)) > 0);
  return req;
}

const idsOf = async (owner: BuiltOwner) => (await rowsOf(api, owner)).map(({ id }) => id);

describe('an import', () => {
  test('merges by default: new entries are added, changed ones get a new version, equal ones stay untouched', async () => {
    const owner = await buildOwner(api);
    const [same, changed, left] = newEntries(3, { tags: [' two  words ', 'NULL', '"\\,{}', ''] });
    await importEntries(owner, [same!, changed!, left!]);
    const before = await rowsOf(api, owner);
    api.clock.now += 60_000;
    const fresh = newEntry({ category: 'new' });
    const reply = await importEntries(owner, [same!, { ...changed!, tags: ['other'] }, fresh]);
    expect(reply.body).toEqual({ message: expect.any(String), created: 1, updated: 1, total: 4 });
    const after = await rowsOf(api, owner);
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
    const [same, changed] = newEntries(2, { category: 'bank', tags: ['a', 'b'] });
    await importEntries(owner, [same!, changed!]);
    const before = await rowsOf(api, owner);
    const unlabelled = ({ category: _, tags: __, ...entry }: SentEntry) => entry;
    const other = newEntry({ id: changed!.id, category: 'home' });
    const sent = [unlabelled(same!), { ...other, tags: null }, unlabelled(newEntry())];
    expect((await importEntries(owner, sent)).body).toMatchObject({ created: 1, updated: 1 });
    const after = await rowsOf(api, owner);
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
    const { entries } = (await owner.program.get('/vault/export')).body;
    const kept = entries.find(({ id }) => id === stays)!;
    const other = newEntry({ id: changes, category: 'moved' });
    const reply = await importEntries(owner, [kept, other, newEntry()], 'replace');
    expect(reply.body).toMatchObject({ created: 1, updated: 1, total: 3 });
    const envelopes = await api.em().find(AssignedEntry, { successorId });
    expect(envelopes.map(({ entryId, envelope }) => [entryId, envelope]).sort()).toEqual(
      [stays, changes].map((id) => [id, 'ZW52ZWxvcGU=']).sort(),
    );
    expect(await idsOf(owner)).not.toContain(goes);
  });

  test('never touches another owner’s entries, whatever ids it names', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const [entry] = newEntries(1);
    await importEntries(other, [entry!]);
    const before = await rowsOf(api, other);
    expect((await importEntries(owner, [{ ...entry!, category: 'mine' }], 'replace')).body).toMatchObject({
      created: 1,
    });
    expect(await rowsOf(api, other)).toEqual(before);
  });

  test('is recorded in the activity log, with nothing but its numbers', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(2));
    const [record] = await api.em().find(Activity, { userId: owner.id, type: 'vault_imported' });
    expect(record?.detail).toEqual({ mode: 'merge', created: 2, updated: 0, total: 2 });
  });

  test('that names an id twice is refused, and names it', async () => {
    const owner = await buildOwner(api);
    const [a, b] = newEntries(2);
    const twice = { ...newEntry(), id: a!.id.toUpperCase() };
    await expectRefused(
      api,
      () => importEntries(owner, [a!, b!, twice]),
      'validation_failed',
      'body.entries.2.id',
    );
    const reply = await importEntries(owner, [a!, b!, twice]);
    expect(reply.body.errors[0].message).toContain(a!.id);
  });

  test.each([
    ['5,001 entries', () => Array.from({ length: 5_001 }, () => ({}))],
    ['an unknown member', () => [{ ...newEntry(), owner: 'x' }]],
    ['a short iv', () => [newEntry({ iv: 'AAAA' })]],
    ['a version that no integer holds', () => [{ ...newEntry(), version: 2 ** 31 }]],
    ['an invalid date', () => [{ ...newEntry(), createdAt: '2026-02-30T00:00:00.000Z' }]],
    ['a date before any of ours', () => [{ ...newEntry(), createdAt: '0001-01-01T00:00:00.000Z' }]],
    ['U+0000', () => [newEntry({ category: 'a\0' })]],
  ])('with %s is refused, and nothing of it is written', async (_, entries) => {
    const owner = await buildOwner(api);
    await expectRefused(api, () => importEntries(owner, [...entries()], 'replace'), 'validation_failed');
  });

  test('lists a hundred errors at most', async () => {
    const owner = await buildOwner(api);
    const reply = await importEntries(
      owner,
      Array.from({ length: 5_000 }, () => ({})),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveLength(100);
  });

  test('with `replace` that fails half-way leaves the vault as it was', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(5));
    // The database refuses one row in the middle of the statement, after others have been deleted and written.
    const em = api.em();
    const poison = randomUUID();
    await em.execute(`alter table vault_entry add constraint poison check (id <> '${poison}')`);
    try {
      await expectRefused(
        api,
        () =>
          importEntries(owner, [...newEntries(50), newEntry({ id: poison }), ...newEntries(50)], 'replace'),
        'internal',
      );
    } finally {
      await em.execute('alter table vault_entry drop constraint poison');
    }
  });

  test('two at once by one owner follow each other: the vault is one or the other, never a mixture', async () => {
    const owner = await buildOwner(api);
    const shared = newEntries(20).map(({ id }) => id);
    const sets = ['a', 'b', 'c', 'd'].map((category) => [
      ...shared.map((id) => newEntry({ id, category })),
      ...newEntries(20, { category }),
    ]);
    const replies = await Promise.all(
      sets.flatMap((set) => [
        importEntries(owner, set, 'replace'),
        importEntries(owner, set.toReversed(), 'replace'),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const rows = await rowsOf(api, owner);
    expect(rows).toHaveLength(40);
    expect(new Set(rows.map(({ category }) => category)).size).toBe(1);
  });
});

describe('an import as lines', () => {
  const good = () => asLines(newEntries(1));

  test.each([
    [
      'a bad entry',
      () => asLines([...newEntries(150), { ...newEntry(), iv: 'AAAA' }, ...newEntries(300)]),
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
    await importEntries(owner, newEntries(3));
    await expectRefused(api, () => importLines(owner, text(), '?mode=replace'), 'validation_failed', path);
  });

  test('with a line that is not JSON is refused, and names it', async () => {
    const owner = await buildOwner(api);
    const text = `${asLines(newEntries(250))}{"iv":\n${good()}`;
    await expectRefused(api, () => importLines(owner, text), 'malformed_json');
    expect((await importLines(owner, text)).body.detail).toContain('body.250');
  });

  test('of more than the plan allows is refused before all of it has arrived', async () => {
    await using small = await startApi({ DEFAULT_PLAN: 'free' });
    const owner = await buildOwner(small);
    await expectRefused(small, () => importLines(owner, asLines(newEntries(51))), 'plan_limit');
    expect((await importLines(owner, asLines(newEntries(50)))).body.total).toBe(50);
    // The largest plan, of which a whole batch of lines is read too many.
    const head = { version: 1, entryCount: PLANS.family.entries + 1 };
    const many = asLines([head, ...newEntries(head.entryCount)]);
    const largest = await buildOwner(api);
    await expectRefused(api, () => importLines(largest, many), 'plan_limit');
  });

  test('that is cut off half-way leaves nothing, and the vault as it was', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(3));
    const before = await rowsOf(api, owner);
    const req = await beginImport(owner, '?mode=replace');
    req.on('error', () => {});
    // Nobody waits while occupying a connection.
    const [{ open: left }] = await api.em().execute<[{ open: number }]>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(left).toBe(0);
    req.destroy();
    await until('it is taken away', async () => (await stagedRows(api)) === 0);
    expect(await rowsOf(api, owner)).toEqual(before);
  });

  test('of a process that died is deleted within a day', async () => {
    const owner = await buildOwner(api);
    const em = api.em();
    const [entry] = newEntries(1);
    const at = new Date(api.clock.now);
    await stageEntries(em, owner.id, randomUUID(), [entry!], at);
    await forgetCutOffImports(em, new Date(api.clock.now + 3_600_000));
    expect(await stagedRows(api)).toBe(1);
    await forgetCutOffImports(em, new Date(api.clock.now + 25 * 3_600_000));
    expect(await stagedRows(api)).toBe(0);
  });

  test('of a session that ended while it was sent changes nothing', async () => {
    const owner = await buildOwner(api);
    const req = await beginImport(owner);
    await api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) });
    req.end();
    const [answer] = (await once(req, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(401);
    expect(await rowsOf(api, owner)).toEqual([]);
    expect(await stagedRows(api)).toBe(0);
  });

  test('takes its mode from the query, and a JSON document from its body', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(3));
    expect((await importLines(owner, good())).body.total).toBe(4);
    expect((await importLines(owner, good(), '?mode=replace')).body.total).toBe(1);
    await expectRefused(
      api,
      () => owner.program.raw.post('/vault/import?mode=replace', { entries: newEntries(1) }),
      'validation_failed',
      'query.mode',
    );
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
