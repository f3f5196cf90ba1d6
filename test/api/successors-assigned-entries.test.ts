import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AssignedEntry } from '../../db/entities/assigned-entry.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor } from '../support/builders.ts';
import { expectRefused } from '../support/refused.ts';
import { storeEntry } from '../support/vault.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sealed = () => randomBytes(92).toString('base64');

/** An owner with a successor and so many entries, sorted by ID. */
const start = async (count: number) => {
  const owner = await buildOwner(api);
  const { id } = await buildSuccessor(api, owner);
  const entries: string[] = [];
  for (let i = 0; i < count; i += 1) entries.push(await storeEntry(owner));
  const path = `/successors/${id}/assigned-entries` as const;
  const put = (entryIds: unknown, envelopes?: unknown, restrictToAssignedEntries = true) =>
    owner.program.raw.put(path, {
      entryIds,
      restrictToAssignedEntries,
      ...(envelopes === undefined ? {} : { envelopes }),
    });
  return { owner, id, entries: entries.toSorted(), path, put };
};

const envelopesOf = async (successorId: string) => {
  const rows = await api.orm.em.fork().find(AssignedEntry, { successorId });
  return Object.fromEntries(rows.map(({ entryId, envelope }) => [entryId, envelope ?? null]));
};

describe('assigning entries', () => {
  test('replaces the set, whatever order and case the ids come in', async () => {
    const { owner, id, entries, path, put } = await start(3);
    const nothing = { successorId: id, entryIds: [], restrictToAssignedEntries: true };
    expect((await owner.program.get(path)).body).toEqual(nothing);
    const reply = await put([...entries.toReversed(), entries[0]?.toUpperCase()], undefined, false);
    const all = { successorId: id, entryIds: entries, restrictToAssignedEntries: false };
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String), ...all }]);
    expect((await owner.program.get(path)).body).toEqual(all);
    await put(entries.slice(1, 2));
    expect((await owner.program.get(path)).body.entryIds).toEqual(entries.slice(1, 2));
    await put([]);
    expect((await owner.program.get(path)).body).toEqual(nothing);
    expect((await owner.program.get(`/successors/${id}`)).body.successor.restrictToAssignedEntries).toBe(
      true,
    );
  });

  test('keeps the envelopes of entries that stay, unless given anew, and deletes those of entries that go', async () => {
    const { id, entries, put } = await start(3);
    const [a = '', b = '', c = ''] = entries;
    const [first, second, anew] = [sealed(), sealed(), sealed()];
    await put(
      [a, b],
      [
        { entryId: a, envelope: first },
        { entryId: b, envelope: second },
      ],
    );
    expect(await envelopesOf(id)).toEqual({ [a]: first, [b]: second });
    await put([a, b, c], [{ entryId: b, envelope: anew }]);
    expect(await envelopesOf(id)).toEqual({ [a]: first, [b]: anew, [c]: null });
    await put([b]);
    await put([a, b]);
    expect(await envelopesOf(id)).toEqual({ [a]: null, [b]: anew });
  });

  test('is each successor’s own', async () => {
    const { owner, entries, put } = await start(2);
    const other = await buildSuccessor(api, owner);
    await put(entries);
    const { body } = await owner.program.get(`/successors/${other.id}/assigned-entries`);
    expect(body.entryIds).toEqual([]);
  });

  test('names the entries that are not the owner’s, and assigns nothing', async () => {
    const { entries, put } = await start(1);
    const foreign = await storeEntry(await buildOwner(api));
    const [own = ''] = entries;
    const refuse = (ids: unknown, envelopes: unknown, path: string) =>
      expectRefused(api, () => put(ids, envelopes), 'validation_failed', path);
    await refuse([own, randomUUID()], undefined, 'body.entryIds.1');
    await refuse([foreign, own], undefined, 'body.entryIds.0');
    await refuse([own], [{ entryId: foreign, envelope: sealed() }], 'body.envelopes.0.entryId');
    const twice = [own, own].map((entryId) => ({ entryId, envelope: sealed() }));
    await refuse([own], twice, 'body.envelopes.1.entryId');
    const { body } = await put([foreign]);
    expect(body.errors).toEqual([{ path: 'body.entryIds.0', message: expect.stringContaining(foreign) }]);
  });

  test('ten sets at once leave exactly one of them', async () => {
    const { owner, entries, path, put } = await start(6);
    const sets = Array.from({ length: 10 }, (_, i) => entries.filter((_, j) => (i + 1) & (1 << (j % 4))));
    const replies = await Promise.all(sets.map((set) => put(set)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(replies.map(({ body }) => body.entryIds)).toEqual(sets);
    expect(sets).toContainEqual((await owner.program.get(path)).body.entryIds);
  });

  test('an entry that is deleted between check and assignment waits its turn, and then goes from both', async () => {
    const { owner, id, entries, put } = await start(3);
    const [first = '', doomed = '', kept = ''] = entries;
    await put([first]);
    const waiting = async () => {
      const [row] = await api.orm.em.fork().execute<{ n: number }[]>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.n ?? 0;
    };
    const until = async (met: () => Promise<boolean>) => {
      while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    // Holds up the request after it has checked its entries, at the one that it is to take away.
    const holder = api.orm.em.fork();
    await holder.begin();
    await holder.execute('select 1 from assigned_entry where successor_id = ? for update', [id]);
    const assigned = put([doomed, kept]);
    await until(async () => (await waiting()) === 1);
    let done = false;
    const deleted = owner.program.delete(`/vault/entries/${doomed}`).finally(() => {
      done = true;
    });
    await until(async () => done || (await waiting()) === 2);
    await holder.rollback();
    expect((await assigned).status).toBe(200);
    expect((await deleted).status).toBe(200);
    expect(Object.keys(await envelopesOf(id))).toEqual([kept]);
  });

  test('takes a vault of 10,000 entries in one request', async () => {
    const { owner, id, put } = await start(0);
    await api.orm.em.fork().execute(
      `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
       select ?, gen_random_uuid(), 'AA==', 'AA==', 'AA==', 'AES-GCM', '', 1, ?::timestamptz, ?::timestamptz from generate_series(1, 10000)`,
      [owner.id, new Date(api.clock.now), new Date(api.clock.now)],
    );
    const rows = await api.orm.em
      .fork()
      .execute<{ id: string }[]>('select id from vault_entry where user_id = ?', [owner.id]);
    const envelopes = rows.map((row) => ({ entryId: row.id, envelope: sealed() }));
    const { status, body } = await put(
      rows.map((row) => row.id),
      envelopes,
    );
    expect([status, body.entryIds?.length]).toEqual([200, 10_000]);
    expect(Object.values(await envelopesOf(id)).filter(Boolean)).toHaveLength(10_000);
  });
});
