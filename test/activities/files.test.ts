import { randomUUID } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createFileActivities } from '../../activities/files.ts';
import { raisedBy } from '../../chaos/alert-rules.ts';
import { FailingChore } from '../../db/entities/failing-chore.ts';
import { File } from '../../db/entities/file.ts';
import { RemovedFile } from '../../db/entities/removed-file.ts';
import { User } from '../../db/entities/user.ts';
import { VaultSize } from '../../db/entities/vault-size.ts';
import { moveFile, REMOVED_MS, UNFINISHED_MS } from '../../db/files.ts';
import { emptyTrash, TRASH_MS } from '../../db/trash.ts';
import { announce, asBrowser, newFile, readBytes, sendBytes, storeFile } from '../support/builders/files.ts';
import { type BuiltOwner, buildOwner } from '../support/builders/owner.ts';
import { storeEntry } from '../support/builders/vault-entries.ts';
import { useApi } from '../support/servers/use-api.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

const HOUR_MS = 3_600_000;

const folder = useFolder('vault-files-');
const api = await useApi({ FILES_DIR: folder });
const chores = createFileActivities({ orm: api.orm, clock: () => api.clock.now, files: api.deps.files });

const bytesOf = (key: string) => api.deps.files?.current.bytes(key);
const keyOf = async (owner: BuiltOwner, id: string) =>
  (await api.em().findOneOrFail(File, { userId: owner.id, id })).key;
const isRow = async (owner: BuiltOwner, id: string) =>
  (await api.em().count(File, { userId: owner.id, id })) === 1;

/** As the Schedule does every hour. */
async function tidy(): Promise<void> {
  await chores.endOldFiles();
  await chores.removeFiles();
  await chores.compareStores();
}

let owner: BuiltOwner;
let entryId: string;
beforeEach(async () => {
  owner = await buildOwner(api);
  entryId = await storeEntry(owner);
});

const stored = () => storeFile(owner.program, entryId, newFile(100));
const status = async (id: string) => (await readBytes(asBrowser(api, owner.browser, id))).status;

describe('a file', () => {
  test('goes to the trash with its entry, comes back with it, and is gone when the entry is', async () => {
    const id = await stored();
    const key = await keyOf(owner, id);
    await owner.program.raw.delete(`/vault/entries/${entryId}`);
    // The owner may still look at it.
    expect(await status(id)).toBe(200);
    await owner.program.raw.post(`/vault/entries/${entryId}/restore`);
    expect(await status(id)).toBe(200);
    await owner.program.raw.delete(`/vault/entries/${entryId}`);
    expect((await owner.program.raw.delete(`/vault/trash/${entryId}`)).status).toBe(200);
    expect([await isRow(owner, id), await bytesOf(key)]).toEqual([false, 100]);
    expect(await api.em().findOne(VaultSize, { userId: owner.id })).toMatchObject({ files: 0, fileBytes: 0 });
  });

  test('stays when only former content of its entry leaves the trash', async () => {
    const id = await stored();
    const other = (await owner.program.raw.get(`/vault/entries/${entryId}`)).body.entry;
    await owner.program.raw.put(`/vault/entries/${entryId}`, { ...other, category: 'other' });
    await owner.program.raw.delete(`/vault/trash/${entryId}`);
    expect(await status(id)).toBe(200);
  });

  test('is removed from the store 30 days after its row, and not a moment before', async () => {
    const id = await stored();
    const key = await keyOf(owner, id);
    await owner.program.raw.delete(`/files/${id}`);
    api.clock.now += TRASH_MS - HOUR_MS;
    await tidy();
    expect(await isRow(owner, id)).toBe(true);
    api.clock.now += HOUR_MS;
    await tidy();
    expect([await isRow(owner, id), await bytesOf(key)]).toEqual([false, 100]);
    api.clock.now += REMOVED_MS - 1;
    await tidy();
    expect(await bytesOf(key)).toBe(100);
    api.clock.now += 1;
    await tidy();
    expect(await bytesOf(key)).toBeNull();
    expect(await api.em().count(RemovedFile, { key })).toBe(0);
  });

  test('that an entry in the trash has goes with it after 30 days', async () => {
    const id = await stored();
    await owner.program.raw.delete(`/vault/entries/${entryId}`);
    api.clock.now += TRASH_MS;
    await emptyTrash(api.em(), new Date(api.clock.now));
    expect(await isRow(owner, id)).toBe(false);
  });

  test('stays in the trash for a week after a password reset', async () => {
    const id = await stored();
    await owner.program.raw.delete(`/files/${id}`);
    api.clock.now += TRASH_MS;
    await api.em().nativeUpdate(User, { id: owner.id }, { passwordResetAt: new Date(api.clock.now) });
    await tidy();
    expect(await isRow(owner, id)).toBe(true);
    api.clock.now += 7 * 24 * HOUR_MS;
    await tidy();
    expect(await isRow(owner, id)).toBe(false);
  });

  test('moves on from bytes that were found before any row named them, and these stay for 30 days', async () => {
    const id = await stored();
    const row = await api.em().findOneOrFail(File, { userId: owner.id, id });
    const removed = { key: row.key, store: row.store, bytes: 100, userId: null };
    await api.em().insert(RemovedFile, { ...removed, removedAt: new Date(api.clock.now - REMOVED_MS) });
    const to = { key: randomUUID(), store: row.store };
    expect(await moveFile(api.em(), row, to, new Date(api.clock.now))).toBe(true);
    expect(await api.em().findOneOrFail(RemovedFile, { key: row.key })).toMatchObject({ removedAt: null });
    await api.em().nativeDelete(File, { userId: owner.id, id });
  });

  test('of a deleted account goes 30 days later, and nothing says whose it was', async () => {
    const id = await stored();
    const key = await keyOf(owner, id);
    await api.em().nativeDelete(User, { id: owner.id });
    expect(await api.em().findOneOrFail(RemovedFile, { key })).toMatchObject({
      userId: null,
      removedAt: null,
    });
    await tidy();
    api.clock.now += REMOVED_MS;
    await tidy();
    expect(await bytesOf(key)).toBeNull();
  });
});

describe('files whose time is over', () => {
  test('stay if their owner has just brought them back or goes on with them', async () => {
    const id = await stored();
    await owner.program.raw.delete(`/files/${id}`);
    const resumed = (await announce(owner.program, entryId, newFile(100))).body.file.id;
    api.clock.now += TRASH_MS;
    await api.em().transactional(async (tx) => {
      await tx.nativeUpdate(File, { userId: owner.id, id }, { deletedAt: null });
      await tx.nativeUpdate(File, { userId: owner.id, id: resumed }, { touchedAt: new Date(api.clock.now) });
      const ending = chores.endOldFiles();
      await Promise.race([ending, sleep(2_000)]);
    });
    await tidy();
    expect([await isRow(owner, id), await isRow(owner, resumed)]).toEqual([true, true]);
  });

  test('wait for a transaction of their own owner, and never make another owner wait', async () => {
    const busy = { owner, id: await stored() };
    owner = await buildOwner(api);
    entryId = await storeEntry(owner);
    const other = { owner, id: await stored() };
    for (const each of [busy, other]) await each.owner.program.raw.delete(`/files/${each.id}`);
    api.clock.now += TRASH_MS;
    await api.em().transactional(async (tx) => {
      await tx.execute('select 1 from vault_size where user_id = ? for update', [busy.owner.id]);
      await chores.endOldFiles();
      expect(await isRow(other.owner, other.id)).toBe(false);
    });
    await tidy();
    expect(await isRow(busy.owner, busy.id)).toBe(false);
  });

  test('end although an upload can’t be read, which stays', async () => {
    const id = await stored();
    await owner.program.raw.delete(`/files/${id}`);
    const unread = (await announce(owner.program, entryId, newFile(100))).body.file.id;
    await api.em().nativeUpdate(File, { userId: owner.id, id: unread }, { store: 's3' });
    api.clock.now += TRASH_MS;
    await expect(chores.endOldFiles()).rejects.toThrow('the store of files is away');
    expect([await isRow(owner, id), await isRow(owner, unread)]).toEqual([false, true]);
    await api.em().nativeUpdate(File, { userId: owner.id, id: unread }, { store: 'folder' });
    await tidy();
    expect(await isRow(owner, unread)).toBe(false);
  });
});

describe('an upload', () => {
  test('ends like thousands of others, a batch at a time', async () => {
    await api.em().execute(
      `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
       select ?, gen_random_uuid(), ?, 1, md5(n::text) || md5(n::text), 'uploading', 'folder', gen_random_uuid(), ?, ?
       from generate_series(1, 1001) n`,
      [owner.id, entryId, new Date(api.clock.now), new Date(api.clock.now)],
    );
    api.clock.now += UNFINISHED_MS;
    await chores.endOldFiles();
    expect(await api.em().count(File, { userId: owner.id })).toBe(0);
  });

  test('that is not continued for three days ends, with its bytes and its room', async () => {
    const file = newFile(100);
    const { id } = (await announce(owner.program, entryId, file)).body.file;
    const key = await keyOf(owner, id);
    await sendBytes(owner.program, id, 0, file.bytes.subarray(0, 50));
    api.clock.now += UNFINISHED_MS - 1;
    await tidy();
    await sendBytes(owner.program, id, 50, file.bytes.subarray(50, 60));
    api.clock.now += UNFINISHED_MS - 1;
    await tidy();
    expect([await isRow(owner, id), await bytesOf(key)]).toEqual([true, 60]);
    api.clock.now += 1;
    await tidy();
    expect([await isRow(owner, id), await bytesOf(key)]).toEqual([false, null]);
    expect(await api.em().findOne(VaultSize, { userId: owner.id })).toMatchObject({ files: 0, fileBytes: 0 });
  });
});

describe('a restored database', () => {
  test('from yesterday finds its files: bytes that a row names again are never removed', async () => {
    const id = await stored();
    const row = await api.em().findOneOrFail(File, { userId: owner.id, id });
    const key = row.key;
    await owner.program.raw.delete(`/files/${id}`);
    await owner.program.raw.delete(`/files/${id}?permanently=true`);
    await tidy();
    // The backup has the row, and perhaps the note of an earlier removal too.
    await api.em().execute(
      `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
       values (?, ?, ?, 100, ?, 'stored', 'folder', ?, ?, ?)`,
      [owner.id, id, entryId, row.sha256, key, row.createdAt, row.createdAt],
    );
    api.clock.now += 2 * REMOVED_MS;
    await tidy();
    expect([await status(id), await bytesOf(key)]).toEqual([200, 100]);
    // Removed once more, it stays for another 30 days.
    await owner.program.raw.delete(`/files/${id}`);
    expect((await owner.program.raw.delete(`/files/${id}?permanently=true`)).status).toBe(403);
    await api.em().nativeDelete(File, { userId: owner.id, id });
    await tidy();
    expect(await bytesOf(key)).toBe(100);
    api.clock.now += REMOVED_MS;
    await tidy();
    expect(await bytesOf(key)).toBeNull();
  });

  test('that lacks rows of newer files keeps their bytes for 30 days, for a newer backup', async () => {
    const id = await stored();
    const key = await keyOf(owner, id);
    await api.em().execute('alter table file disable trigger take_files');
    await api.em().nativeDelete(File, { userId: owner.id, id });
    await api.em().execute('alter table file enable trigger take_files');
    await tidy();
    expect(await api.em().findOneOrFail(RemovedFile, { key })).toMatchObject({ bytes: 100 });
    api.clock.now += REMOVED_MS - 1;
    await tidy();
    expect(await bytesOf(key)).toBe(100);
    api.clock.now += 1;
    await tidy();
    expect(await bytesOf(key)).toBeNull();
  });

  test('from before an upload ended stores it, instead of ending it with all of its bytes', async () => {
    const id = await stored();
    const damaged = await stored();
    await writeFile(join(folder, await keyOf(owner, damaged)), Buffer.alloc(100));
    await api.em().nativeUpdate(File, { userId: owner.id }, { state: 'uploading' });
    api.clock.now += UNFINISHED_MS;
    await tidy();
    expect([await status(id), await isRow(owner, damaged)]).toEqual([200, false]);
  });

  test('that is newer than the store shows nothing that is cut short, and operators are told', async () => {
    const isTold = async () => (await api.em().count(FailingChore, { name: 'compareStores' })) === 1;
    const [lost, short] = [await stored(), await stored()];
    const paths = [join(folder, await keyOf(owner, lost)), join(folder, await keyOf(owner, short))] as const;
    api.clock.now += 1;
    await tidy();
    expect(await isTold()).toBe(false);
    const before = await Promise.all(paths.map((path) => readFile(path)));
    await rm(paths[0]);
    await truncate(paths[1], 99);
    await expect(tidy()).rejects.toThrow(/^2 files are missing/);
    expect([await status(lost), await status(short), await isTold()]).toEqual([503, 503, true]);
    const scrape = async () => (await fetch(`${api.url}/metrics`)).text();
    expect(await scrape()).toMatch(/^vault_file_store_errors_total\{reason="missing"\} 2$/m);
    // What the database is too busy to say within a second comes with a later scrape.
    await until('an alert', async () => raisedBy(await scrape(), 'ticket').includes('VaultChoreFails'));
    await Promise.all(paths.map((path, i) => writeFile(path, before[i] ?? '')));
    await tidy();
    expect([await status(lost), await status(short), await isTold()]).toEqual([200, 200, false]);
  });

  test('and what isn’t ours in the folder is left alone', async () => {
    await writeFile(join(folder, 'lost+found.txt'), 'x');
    await tidy();
    api.clock.now += 2 * REMOVED_MS;
    await tidy();
    expect(await bytesOf('lost+found.txt')).toBe(1);
  });
});

test('a store that can’t be used stops no other chore, and operators see which one fails', async () => {
  const id = await stored();
  const key = await keyOf(owner, id);
  await owner.program.raw.delete(`/files/${id}`);
  await owner.program.raw.delete(`/files/${id}?permanently=true`);
  const without = createFileActivities({ orm: api.orm, clock: () => api.clock.now, files: null });
  await without.removeFiles();
  api.clock.now += REMOVED_MS;
  await without.endOldFiles();
  await expect(without.removeFiles()).rejects.toThrow('the store of files is away');
  expect(await api.em().count(FailingChore, { name: 'removeFiles' })).toBe(1);
  await chores.removeFiles();
  expect([await bytesOf(key), await api.em().count(FailingChore, { name: 'removeFiles' })]).toEqual([
    null,
    0,
  ]);
  expect(await api.em().count(RemovedFile, { key: randomUUID() })).toBe(0);
});
