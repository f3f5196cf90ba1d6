import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hashPassword } from '../../../api/auth/passwords.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { newEntry, type SentEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();

const sealed = () => randomBytes(92).toString('base64');

/** An owner with a successor and this many entries, sorted by ID. */
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
  const rows = await api.em().find(AssignedEntry, { successorId });
  return Object.fromEntries(rows.map(({ entryId, envelope }) => [entryId, envelope ?? null]));
};

describe('assigning entries', () => {
  test('replaces the set, whatever order and case the ids come in', async () => {
    const { owner, id, entries, path, put } = await start(3);
    const nothing = { successorId: id, entryIds: [], entries: [], restrictToAssignedEntries: true };
    expect((await owner.program.get(path)).body).toEqual(nothing);
    const reply = await put([...entries.toReversed(), entries[0]?.toUpperCase()], undefined, false);
    const without = entries.map((entryId) => ({ entryId, hasEnvelope: false, envelopeStale: false }));
    const all = { successorId: id, entryIds: entries, entries: without, restrictToAssignedEntries: false };
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

  test('keeps the envelopes of entries that stay, unless new ones are given, and deletes those of entries that go', async () => {
    const { id, owner, entries, put } = await start(3);
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
    expect((await owner.program.get(`/successors/${id}`)).body.successor.leftSomething).toBe(true);
    await put([a, b, c], [{ entryId: b, envelope: anew }]);
    expect(await envelopesOf(id)).toEqual({ [a]: first, [b]: anew, [c]: null });
    await put([b]);
    await put([a, b]);
    expect(await envelopesOf(id)).toEqual({ [a]: null, [b]: anew });
  });

  test('without a confirmed session keeps every envelope that opens its entry', async () => {
    const { owner, id, entries, put } = await start(3);
    const [a = '', b = '', c = ''] = entries;
    const [first, second] = [sealed(), sealed()];
    await put([a, b], [{ entryId: a, envelope: first }]);
    await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
    for (const [entryIds, envelopes] of [
      [[b], []],
      [[a, b], [{ entryId: a, envelope: sealed() }]],
    ]) {
      await expectProblem(put(entryIds, envelopes), '403 confirmation_required');
    }
    // An entry without an envelope may get one or be removed. Sending the same again changes nothing.
    const same = [
      { entryId: a, envelope: first },
      { entryId: c, envelope: second },
    ];
    expect((await put([a, c], same)).status).toBe(200);
    expect(await envelopesOf(id)).toEqual({ [a]: first, [c]: second });
    await confirmSessions(api, owner);
    expect((await put([c])).status).toBe(200);
  });

  test('with envelopes made before the keys were replaced stores nothing', async () => {
    const { owner, entries, path } = await start(1);
    const [entryId = ''] = entries;
    const { keyBundleVersion } = (await owner.program.get('/auth/profile')).body.user;
    await owner.browser.put('/auth/profile', { keyBundle: { version: 1, key: 'new' } });
    const assign = (version: number) =>
      owner.program.raw.put(path, {
        entryIds: entries,
        restrictToAssignedEntries: true,
        keyBundleVersion: version,
        envelopes: [{ entryId, envelope: sealed() }],
      });
    await expectRefused(api, () => assign(keyBundleVersion), 'version_conflict');
    expect((await assign(keyBundleVersion + 1)).status).toBe(200);
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
    // Holds the request up after it has checked its entries, at the one that it will remove.
    const holder = api.em();
    await holder.begin();
    await holder.execute('select 1 from assigned_entry where successor_id = ? for update', [id]);
    const assigned = put([doomed, kept]);
    await until('the assignment waits', async () => (await lockWaits(api)) === 1);
    let done = false;
    const deleted = owner.program.delete(`/vault/entries/${doomed}`).finally(() => {
      done = true;
    });
    await until('the deletion waits or is done', async () => done || (await lockWaits(api)) === 2);
    await holder.rollback();
    expect((await assigned).status).toBe(200);
    expect((await deleted).status).toBe(200);
    expect(Object.keys(await envelopesOf(id))).toEqual([kept]);
  });

  test('takes a vault of 10,000 entries in one request', async () => {
    const { owner, id, path, put } = await start(0);
    await api.em().execute(
      `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
       select ?, gen_random_uuid(), 'AA==', 'AA==', 'AA==', 'AES-GCM', '', 1, ?::timestamptz, ?::timestamptz from generate_series(1, 10000)`,
      [owner.id, new Date(api.clock.now), new Date(api.clock.now)],
    );
    const rows = await api
      .em()
      .execute<{ id: string }[]>('select id from vault_entry where user_id = ?', [owner.id]);
    const envelopes = rows.map((row) => ({ entryId: row.id, envelope: sealed() }));
    const { status, body } = await put(
      rows.map((row) => row.id),
      envelopes,
    );
    expect([status, body.entryIds?.length]).toEqual([200, 10_000]);
    expect(Object.values(await envelopesOf(id)).filter(Boolean)).toHaveLength(10_000);
    const again = await owner.program.raw.put(path, { ...(await owner.program.get(path)).body, envelopes });
    expect([again.status, again.body.entries?.length]).toEqual([200, 10_000]);
  });
});

describe('an envelope whose share was replaced', () => {
  test('is stale, even if it comes back from the trash, until it is made for the new share', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner, { pinned: true });
    const [kept, deleted] = [await storeEntry(owner), await storeEntry(owner)];
    const path = `/successors/${id}/assigned-entries` as const;
    const share = (encryptedShare: string) =>
      owner.program.put('/successors/shares', { threshold: 1, shares: [{ id, encryptedShare }] });
    const put = (entryIds: string[]) =>
      owner.program.put(path, {
        entryIds,
        restrictToAssignedEntries: true,
        envelopes: entryIds.map((entryId) => ({ entryId, envelope: sealed() })),
      });
    const stale = async () => {
      const { entries } = (await owner.program.get(path)).body;
      return Object.fromEntries(entries.map(({ entryId, envelopeStale }) => [entryId, envelopeStale]));
    };
    const first = sealed();
    expect((await share(first)).status).toBe(200);
    await put([kept, deleted]);
    await share(first);
    expect(await stale()).toEqual({ [kept]: false, [deleted]: false });
    await owner.program.delete(`/vault/entries/${deleted}`);
    // The client is cut off after the shares, or someone with its session sends only those.
    await share(sealed());
    expect(await stale()).toEqual({ [kept]: true });
    await put([kept]);
    expect(await stale()).toEqual({ [kept]: false });
    await owner.program.raw.post(`/vault/entries/${deleted}/restore`);
    expect(await stale()).toEqual({ [kept]: false, [deleted]: true });
    await put([kept, deleted]);
    expect(await stale()).toEqual({ [kept]: false, [deleted]: false });
  });
});

describe('an envelope', () => {
  const MISSING = { hasEnvelope: false, envelopeStale: false };
  const GOOD = { hasEnvelope: true, envelopeStale: false };
  const STALE = { hasEnvelope: true, envelopeStale: true };

  /** An owner with one entry, assigned to a successor with an envelope. */
  const sealedEntry = async () => {
    const sent = newEntry();
    const started = await start(0);
    const { owner, path, put } = started;
    const entryId = await storeEntry(owner, sent);
    const seal = async () =>
      expect((await put([entryId], [{ entryId, envelope: sealed() }])).status).toBe(200);
    await seal();
    const edit = async (content: SentEntry) =>
      expect((await owner.program.raw.put(`/vault/entries/${entryId}`, content)).status).toBe(200);
    const state = async () => {
      const { entryIds, entries } = (await owner.browser.get(path)).body;
      expect(entries.map((entry) => entry.entryId)).toEqual(entryIds);
      const [first] = entries;
      return { hasEnvelope: first?.hasEnvelope, envelopeStale: first?.envelopeStale };
    };
    const trashed = async () => (await owner.program.get('/vault/trash')).body.entries;
    const restore = async (trashId?: string) => {
      const body = trashId ? { trashId } : undefined;
      expect((await owner.program.raw.post(`/vault/entries/${entryId}/restore`, body)).status).toBe(200);
    };
    return { ...started, entryId, sent, seal, edit, state, trashed, restore };
  };

  test('is distinguished from one that is missing, in the order of the ids', async () => {
    const { owner, entries, path, put } = await start(3);
    const [a = '', b = '', c = ''] = entries;
    const { body } = await put([c, b, a], [{ entryId: b, envelope: sealed() }]);
    const expected = [
      { entryId: a, ...MISSING },
      { entryId: b, ...GOOD },
      { entryId: c, ...MISSING },
    ];
    expect(body.entries).toEqual(expected);
    expect((await owner.program.get(path)).body.entries).toEqual(expected);
  });

  test('is stale once the entry has another salt, until it is written again', async () => {
    const { entryId, edit, state, seal, put } = await sealedEntry();
    expect(await state()).toEqual(GOOD);
    await edit(newEntry());
    expect(await state()).toEqual(STALE);
    await put([entryId]);
    expect(await state()).toEqual(STALE);
    await seal();
    expect(await state()).toEqual(GOOD);
  });

  test('remains valid after an edit that keeps the salt, and is valid again once the salt is back', async () => {
    const { sent, edit, state } = await sealedEntry();
    await edit(newEntry({ salt: sent.salt }));
    expect(await state()).toEqual(GOOD);
    await edit(newEntry());
    await edit(newEntry({ salt: sent.salt }));
    expect(await state()).toEqual(GOOD);
  });

  test('is stale after an import that brings another salt', async () => {
    const { owner, entryId, sent, state } = await sealedEntry();
    const importing = (entry: SentEntry) => owner.program.raw.post('/vault/import', { entries: [entry] });
    await importing({ ...sent, id: entryId, category: 'moved' });
    expect(await state()).toEqual(GOOD);
    await importing(newEntry({ id: entryId }));
    expect(await state()).toEqual(STALE);
  });

  test('is stale after the vault was re-keyed with another password', async () => {
    const { owner, entryId, state } = await sealedEntry();
    const { encryptedData, iv, salt, algorithm } = newEntry();
    const currentPassword = randomBytes(32).toString('base64');
    const authHash = await hashPassword(currentPassword);
    await api.em().nativeUpdate(User, { id: owner.id }, { authHash });
    const reply = await owner.browser.raw.put('/auth/change-password', {
      currentPassword,
      newPassword: randomBytes(32).toString('base64'),
      salt: randomBytes(16).toString('base64'),
      entries: [{ id: entryId, encryptedData, iv, salt, algorithm }],
    });
    expect(reply.status).toBe(200);
    expect(await state()).toEqual(STALE);
  });

  test('comes back from the trash as valid or as stale as it was', async () => {
    const { owner, id, entryId, edit, state, restore } = await sealedEntry();
    const publicKey = randomBytes(1_216).toString('base64');
    await api.em().nativeUpdate(Successor, { id }, { publicKey });
    const remove = () => owner.program.delete(`/vault/entries/${entryId}`);
    await remove();
    await restore();
    expect(await state()).toEqual(GOOD);
    await edit(newEntry());
    await remove();
    await restore();
    expect(await state()).toEqual(STALE);
  });

  test('that opens the former content stays when that content is restored; one that does not is replaced', async () => {
    const { id, entryId, sent, seal, edit, state, trashed, restore } = await sealedEntry();
    const publicKey = randomBytes(1_216).toString('base64');
    await api.em().nativeUpdate(Successor, { id }, { publicKey });
    await edit(newEntry({ salt: sent.salt }));
    await seal();
    const latest = (await envelopesOf(id))[entryId];
    await edit(newEntry());
    const first = (await trashed()).at(-1);
    await restore(first?.trashId);
    expect([await state(), (await envelopesOf(id))[entryId]]).toEqual([GOOD, latest]);
    await edit(newEntry());
    await seal();
    const [former] = await trashed();
    await restore(former?.trashId);
    expect([await state(), (await envelopesOf(id))[entryId]]).toEqual([GOOD, latest]);
  });

  test('from before salts were noted is considered valid until the salt changes', async () => {
    const { id, edit, state } = await sealedEntry();
    await api.em().nativeUpdate(AssignedEntry, { successorId: id }, { envelopeSalt: null });
    expect(await state()).toEqual(GOOD);
    await edit(newEntry());
    expect(await state()).toEqual(STALE);
  });

  test('is missing once its successor has another address', async () => {
    const { owner, id, edit, state } = await sealedEntry();
    await edit(newEntry());
    const email = `${randomUUID()}@example.test`;
    expect((await owner.browser.raw.put(`/successors/${id}`, { email })).status).toBe(200);
    expect(await state()).toEqual(MISSING);
  });

  test('stays the same if the list is sent back as it was read', async () => {
    const { owner, id, path, edit } = await sealedEntry();
    await edit(newEntry());
    const before = await envelopesOf(id);
    const { body } = await owner.program.get(path);
    const reply = await owner.program.raw.put(path, body);
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String), ...body }]);
    const claimed = body.entries.map((entry) => ({ ...entry, ...MISSING }));
    const ignored = await owner.program.raw.put(path, {
      ...body,
      successorId: randomUUID(),
      entries: claimed,
    });
    expect([ignored.status, ignored.body.entries]).toEqual([200, body.entries]);
    expect(await envelopesOf(id)).toEqual(before);
  });
});
