import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PLANS } from '../../../api/billing/plans.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { TrashedEntry, type TrashedEntryRow } from '../../../db/entities/trashed-entry.ts';
import { User } from '../../../db/entities/user.ts';
import { emptyTrash } from '../../../db/trash.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import {
  importEntries,
  newEntries,
  newEntry,
  type SentEntry,
  storeEntry,
} from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;

const api = await useApi({ DEFAULT_PLAN: 'free' });

const contentOf = ({ encryptedData, iv, salt, algorithm, category, tags }: SentEntry) => ({
  encryptedData,
  iv,
  salt,
  algorithm,
  category,
  tags,
});
const entryOf = async (owner: BuiltOwner, id: string) =>
  (await owner.program.raw.get(`/vault/entries/${id}`)).body.entry;
const trashOf = async (owner: BuiltOwner, query = '') => {
  const { status, body } = await owner.program.raw.get(`/vault/trash${query}`);
  expect(status).toBe(200);
  return body.entries;
};
const restore = (owner: BuiltOwner, id: string, trashId?: string) =>
  owner.program.raw.post(`/vault/entries/${id}/restore`, trashId ? { trashId } : undefined);
const purge = (owner: BuiltOwner, id: string, query = '') =>
  owner.program.raw.delete(`/vault/trash/${id}${query}`);
const change = (owner: BuiltOwner, id: string, content: SentEntry = newEntry()) =>
  owner.program.raw.put(`/vault/entries/${id}`, content);
/** Leaves the account as a reset by mail does. */
const afterReset = (owner: BuiltOwner, at = api.clock.now) =>
  api.em().nativeUpdate(User, { id: owner.id }, { passwordResetAt: new Date(at) });

describe('content that leaves a vault', () => {
  test('is in the trash, and comes back byte for byte', async () => {
    const owner = await buildOwner(api);
    const sent = newEntry({ category: ' Ünï ', tags: ['a,b', '"', ''] });
    const id = await storeEntry(owner, sent);
    api.clock.now += 1_000;
    const before = await entryOf(owner, id);
    await owner.program.delete(`/vault/entries/${id}`);
    expect(await trashOf(owner)).toEqual([
      {
        ...before,
        trashId: expect.any(String),
        reason: 'deleted',
        deletedAt: new Date(api.clock.now).toISOString(),
        restorableUntil: new Date(api.clock.now + 30 * DAY_MS).toISOString(),
      },
    ]);
    api.clock.now += 1_000;
    const restored = await restore(owner, id);
    expect([restored.status, restored.body.entry]).toEqual([200, before]);
    expect(restored.headers.get('etag')).toBe('"1"');
    expect(await entryOf(owner, id)).toEqual(before);
    expect(await trashOf(owner)).toEqual([]);
    await expectRefused(api, () => restore(owner, id), 'not_found');
  });

  test('by an import with `replace`, even of nothing, comes back entry by entry', async () => {
    const owner = await buildOwner(api);
    const ids = [await storeEntry(owner), await storeEntry(owner), await storeEntry(owner)];
    const before = (await owner.program.get('/vault/entries')).body.entries;
    expect((await importEntries(owner, [], 'replace')).body).toMatchObject({
      created: 0,
      updated: 0,
      total: 0,
    });
    expect((await trashOf(owner)).map(({ id }: SentEntry) => id).sort()).toEqual(ids.toSorted());
    for (const id of ids) expect((await restore(owner, id)).status).toBe(200);
    expect((await owner.program.get('/vault/entries')).body.entries).toEqual(before);
  });

  test('is in no list, export, count or answer to a successor, and no other owner finds it', async () => {
    const [owner, stranger] = [await buildOwner(api), await buildOwner(api)];
    const id = await storeEntry(owner);
    await owner.program.delete(`/vault/entries/${id}`);
    expect((await owner.program.get('/vault/entries')).body.entries).toEqual([]);
    expect((await owner.program.get('/vault/export')).body).toMatchObject({ entryCount: 0, entries: [] });
    expect((await owner.program.get('/billing/status')).body.usage.entries).toBe(0);
    expect(await trashOf(stranger)).toEqual([]);
    const [{ trashId }] = await trashOf(owner);
    await expectRefused(api, () => restore(stranger, id), 'not_found');
    await expectRefused(api, () => restore(stranger, id, trashId), 'not_found');
    await expectRefused(api, () => purge(stranger, id, `?trashId=${trashId}`), 'not_found');
  });

  test('comes back for those successors who are still there, with envelopes that they can still open', async () => {
    const owner = await buildOwner(api);
    const [same, rekeyed, removed] = [
      (await buildSuccessor(api, owner)).id,
      (await buildSuccessor(api, owner)).id,
      (await buildSuccessor(api, owner)).id,
    ];
    const em = api.em();
    const key = () => randomBytes(1_216).toString('base64');
    for (const id of [same, rekeyed, removed]) await em.nativeUpdate(Successor, { id }, { publicKey: key() });
    const id = await storeEntry(owner);
    for (const successorId of [same, rekeyed, removed]) {
      await em.insert(AssignedEntry, { successorId, entryId: id, userId: owner.id, envelope: 'c2VhbGVk' });
    }
    await owner.program.delete(`/vault/entries/${id}`);
    expect(await em.count(AssignedEntry, { userId: owner.id })).toBe(0);
    await em.nativeUpdate(Successor, { id: rekeyed }, { publicKey: key() });
    await em.nativeDelete(Successor, { id: removed });
    await restore(owner, id);
    const assigned = await em.fork().find(AssignedEntry, { entryId: id });
    expect(new Map(assigned.map(({ successorId, envelope }) => [successorId, envelope]))).toEqual(
      new Map([
        [same, 'c2VhbGVk'],
        [rekeyed, null],
      ]),
    );
  });

  test('uses nothing of the plan, but comes back only into a vault that has room', async () => {
    const owner = await buildOwner(api);
    const entries = newEntries(50);
    const ids = entries.map(({ id }) => id);
    await importEntries(owner, entries);
    await owner.program.delete(`/vault/entries/${ids[0]}`);
    await storeEntry(owner);
    await expectRefused(api, () => restore(owner, ids[0] as string), 'plan_limit');
    await owner.program.delete(`/vault/entries/${ids[1]}`);
    expect((await restore(owner, ids[0] as string)).status).toBe(200);
  });

  test('does not come back over an entry that has its id by now', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    const first = await entryOf(owner, id);
    await owner.program.delete(`/vault/entries/${id}`);
    await storeEntry(owner, { id });
    await expectRefused(api, () => restore(owner, id), 'already_exists');
    // But it can take its place, and the current content then goes to the trash.
    const second = await entryOf(owner, id);
    const [{ trashId }] = await trashOf(owner);
    expect(contentOf((await restore(owner, id, trashId)).body.entry)).toEqual(contentOf(first));
    expect((await trashOf(owner)).map(contentOf)).toEqual([contentOf(second)]);
  });

  test('is emptied after thirty days, and not a day before', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    await owner.program.delete(`/vault/entries/${id}`);
    const em = api.em();
    await emptyTrash(em, new Date(api.clock.now + 30 * DAY_MS - 1));
    expect(await trashOf(owner)).toHaveLength(1);
    await emptyTrash(em, new Date(api.clock.now + 30 * DAY_MS));
    expect(await trashOf(owner)).toEqual([]);
  });

  test('waits for a transaction of its own owner, and never makes another owner wait', async () => {
    const [busy, other] = [await buildOwner(api), await buildOwner(api)];
    for (const owner of [busy, other]) {
      await owner.program.delete(`/vault/entries/${await storeEntry(owner)}`);
    }
    const expired = new Date(api.clock.now + 30 * DAY_MS);
    await api.em().transactional(async (em) => {
      await em.execute('select 1 from vault_size where user_id = ? for update', [busy.id]);
      await emptyTrash(api.em(), expired);
      expect(await trashOf(other)).toEqual([]);
      expect(await trashOf(busy)).toHaveLength(1);
    });
    await emptyTrash(api.em(), expired);
    expect(await trashOf(busy)).toEqual([]);
    await expectSizesToBeCounts(api.orm);
  });

  test('comes back whole or not at all if its 30 days end at that moment', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    await owner.program.delete(`/vault/entries/${id}`);
    const { restoring } = await api.orm.em.fork().transactional(async (em) => {
      await emptyTrash(em, new Date(api.clock.now + 30 * DAY_MS));
      // It waits for this commit, so it isn't awaited here.
      const restoring = restore(owner, id);
      await until('the restore to wait', async () => (await lockWaits(api)) > 0);
      return { restoring };
    });
    expect((await restoring).status).toBe(404);
    expect((await owner.program.raw.get(`/vault/entries/${id}`)).status).toBe(404);
  });

  test('is listed page by page, latest first, each once, large ones early', async () => {
    const owner = await buildOwner(api);
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      const id = await storeEntry(owner);
      ids.unshift(id);
      await owner.program.delete(`/vault/entries/${id}`);
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await owner.program.raw.get(`/vault/trash?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.entries.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(seen).toEqual(ids);
    expect(await trashOf(owner, '?reason=changed')).toEqual([]);
    expect(await trashOf(owner, '?reason=deleted')).toHaveLength(7);
    for (const bad of ['eA', 'WyJ4Il0', 'WyIxIiwiMiJd']) {
      await expectRefused(
        api,
        () => owner.program.raw.get(`/vault/trash?cursor=${bad}`),
        'validation_failed',
      );
    }
  });
});

describe('an entry’s former content', () => {
  test('can be restored no matter who overwrote it, and the current content then goes to the trash', async () => {
    const owner = await buildOwner(api);
    const original = newEntry();
    const id = await storeEntry(owner, original);
    const written = api.clock.now;
    const garbage = newEntry();
    await change(owner, id, garbage);
    const [former] = await trashOf(owner);
    expect([contentOf(former), former.reason, former.version]).toEqual([contentOf(original!), 'changed', 1]);
    await expectRefused(api, () => restore(owner, id), 'already_exists');
    api.clock.now += 1_000;
    const { body } = await restore(owner, id, former.trashId);
    expect(contentOf(body.entry)).toEqual(contentOf(original!));
    expect([body.entry.version, body.entry.updatedAt]).toEqual([3, new Date(written).toISOString()]);
    expect((await trashOf(owner)).map(contentOf)).toEqual([contentOf(garbage)]);
  });

  test.each(['merge', 'replace'] as const)(
    'is kept from an import with `%s` that overwrites it',
    async (mode) => {
      const owner = await buildOwner(api);
      const [original, untouched] = newEntries(2);
      await importEntries(owner, [original!, untouched!], 'replace');
      await importEntries(owner, [newEntry({ id: original!.id }), untouched!], mode);
      expect((await trashOf(owner)).map(contentOf)).toEqual([contentOf(original!)]);
    },
  );

  test('with another salt brings its envelopes back, and assigns it to nobody', async () => {
    const owner = await buildOwner(api);
    const [still, nomore] = [(await buildSuccessor(api, owner)).id, (await buildSuccessor(api, owner)).id];
    const em = api.em();
    const publicKey = randomBytes(1_216).toString('base64');
    const id = await storeEntry(owner);
    for (const successorId of [still, nomore]) {
      await em.nativeUpdate(Successor, { id: successorId }, { publicKey });
      await em.insert(AssignedEntry, { successorId, entryId: id, userId: owner.id, envelope: 'b2xk' });
    }
    await change(owner, id);
    const anew = { entryIds: [id], restrictToAssignedEntries: true };
    const path = `/successors/${still}/assigned-entries` as const;
    await owner.program.put(path, { ...anew, envelopes: [{ entryId: id, envelope: 'bmV3' }] });
    await em.nativeDelete(AssignedEntry, { successorId: nomore });
    const [{ trashId }] = await trashOf(owner);
    await restore(owner, id, trashId);
    const assigned = await em.fork().find(AssignedEntry, { entryId: id });
    expect(assigned.map(({ successorId, envelope }) => [successorId, envelope])).toEqual([[still, 'b2xk']]);
    const { body } = await owner.program.get(path);
    expect(body.entries).toEqual([{ entryId: id, hasEnvelope: true, envelopeStale: false }]);
  });

  test('is never pushed out, however often it is overwritten', async () => {
    const owner = await buildOwner(api);
    const original = newEntry();
    const id = await storeEntry(owner, original);
    api.clock.now += 20 * 60_000;
    for (let i = 0; i < 60; i += 1) await change(owner, id);
    // A month of garbage, written in a hurry and at leisure.
    for (let day = 0; day < 29; day += 1) {
      api.clock.now += DAY_MS;
      await change(owner, id);
    }
    const kept = (await trashOf(owner, '?limit=200')).map(contentOf);
    expect(kept).toContainEqual(contentOf(original!));
    // This is bounded too: sixty keystrokes do not make sixty rows.
    expect(kept.length).toBeLessThan(60);
  });

  test('is not worn away by restoring and overwriting it, in a hurry or over days', async () => {
    const owner = await buildOwner(api);
    const original = newEntry();
    const id = await storeEntry(owner, original);
    api.clock.now += 20 * 60_000;
    for (let i = 0; i < 25; i += 1) await change(owner, id);
    const isOriginal = (row: SentEntry) => row.iv === original.iv;
    for (let day = 0; day < 20; day += 9) {
      await change(owner, id);
      const { trashId } = (await trashOf(owner, '?limit=200')).find(isOriginal) ?? {};
      expect((await restore(owner, id, trashId)).status).toBe(200);
      await change(owner, id);
      api.clock.now += 9 * DAY_MS;
      await change(owner, id);
      expect((await trashOf(owner, '?limit=200')).filter(isOriginal).map(contentOf)).toEqual([
        contentOf(original!),
      ]);
    }
  });

  test('of an entry that is changed all day is kept without filling the trash', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    for (let minute = 0; minute < 60; minute += 1) {
      api.clock.now += 60_000;
      await change(owner, id);
    }
    expect((await trashOf(owner, '?limit=200')).length).toBeLessThan(30);
  });

  test('is all kept within seven days of a reset, keystroke by keystroke', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    await afterReset(owner);
    for (let i = 0; i < 40; i += 1) await change(owner, id);
    expect(await trashOf(owner, '?limit=200')).toHaveLength(40);
  });
});

describe('nothing in the trash is destroyed early', () => {
  const trashed = async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    await owner.program.delete(`/vault/entries/${id}`);
    return { owner, id };
  };

  test('by a token alone: a session that is not confirmed is refused', async () => {
    const { owner, id } = await trashed();
    const em = api.em();
    await em.nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
    await expectRefused(api, () => purge(owner, id), 'confirmation_required');
  });

  test('within seven days of a reset by mail, by hand or by age', async () => {
    const { owner, id } = await trashed();
    await afterReset(owner);
    await expectRefused(api, () => purge(owner, id), 'recently_reset');
    const later = api.clock.now + 30 * DAY_MS;
    await afterReset(owner, later - 7 * DAY_MS + 1);
    await emptyTrash(api.em(), new Date(later));
    expect(await trashOf(owner)).toHaveLength(1);
    await emptyTrash(api.em(), new Date(later + 1));
    expect(await trashOf(owner)).toEqual([]);
  });

  test('except by its owner, who has just entered the password: one row, or everything of an entry', async () => {
    const owner = await buildOwner(api);
    const id = await storeEntry(owner);
    for (let i = 0; i < 3; i += 1) await change(owner, id);
    const [{ trashId }] = await trashOf(owner);
    expect((await purge(owner, id, `?trashId=${trashId}`)).status).toBe(200);
    expect(await trashOf(owner)).toHaveLength(2);
    expect((await purge(owner, id)).status).toBe(200);
    expect(await trashOf(owner)).toEqual([]);
    await expectRefused(api, () => purge(owner, id), 'not_found');
    const records = await api.em().find(Activity, { userId: owner.id, type: 'trash_purged' });
    expect(records.map(({ detail }) => detail)).toEqual([{ count: 1 }, { count: 2 }]);
  });

  test('when it is full: then nothing more comes in, while deleting and restoring go on', async () => {
    const { owner, id } = await trashed();
    const kept = await storeEntry(owner);
    // A trash that someone has filled to the brim.
    const em = api.em();
    const { seq: _, ...row } = await em.findOneOrFail(TrashedEntry, { userId: owner.id });
    await em.nativeDelete(TrashedEntry, { userId: owner.id });
    await em.insert(TrashedEntry, { ...row, bytes: PLANS.free.trashBytes + 1 } as TrashedEntryRow);
    await expectRefused(api, () => change(owner, kept), 'plan_limit');
    await expectRefused(api, () => importEntries(owner, [newEntry()], 'merge'), 'plan_limit');
    await expectRefused(api, () => owner.program.raw.post('/vault/entries', newEntry()), 'plan_limit');
    expect((await owner.program.delete(`/vault/entries/${kept}`)).status).toBe(200);
    expect((await restore(owner, kept)).status).toBe(200);
    expect((await restore(owner, id)).status).toBe(200);
    expect((await change(owner, kept)).status).toBe(200);
  });
});

test('a deleted account leaves nothing in the trash', async () => {
  const owner = await buildOwner(api);
  const [id] = [await storeEntry(owner), await storeEntry(owner)];
  await owner.program.delete(`/vault/entries/${id}`);
  const em = api.em();
  await em.nativeDelete(User, { id: owner.id });
  expect(await em.count(TrashedEntry, { userId: owner.id })).toBe(0);
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
