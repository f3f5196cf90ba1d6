/** If the service is honest, successors are told correctly what was left to them, and nobody is warned. */
import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import {
  type AccessDocument,
  addEntry,
  beginImport,
  changeEntry,
  differsFromList,
  freshVault,
  importEntries,
  type ListState,
  type Owner,
  openEntries,
  openTrash,
  readEntry,
  removeEntry,
  removeSuccessor,
  renewKeys,
  renewLists,
  restoreTrashed,
  saveSuccession,
  seenInMemory,
} from '../../client/index.ts';
import { takeNotes } from '../../client/notes.ts';
import { type SealedEntry, sealRehearsal } from '../../crypto/index.ts';
import {
  ALAN,
  DAY,
  DIARY,
  edit,
  fail,
  fresh,
  GRACE,
  HOUSE,
  kits,
  note,
  onOtherDevice,
  open,
  owner,
  service,
  storedAlan,
  storedGrace,
  storedHouse,
  YEAR,
} from './two-successors.ts';

describe('an owner with an honest service is not warned', () => {
  const quiet = (states: ListState[]) => expect(states.filter(differsFromList)).toEqual([]);

  test('when another device has changed and removed what this one has read', async () => {
    const other = await onOtherDevice();
    fail(`PUT /successors/${GRACE}/list`);
    await addEntry(owner, { id: randomUUID(), content: note('the garden') });
    await openEntries(other);
    await expect(renewLists(other)).rejects.toMatchObject({ status: 500 });
    service.interfere = null;
    await edit(HOUSE, 'the new house');
    await removeEntry(owner, { id: DIARY });
    quiet(await renewLists(owner));
    quiet(await renewLists(other));
    quiet(await renewLists(other, { whole: true }));
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the garden': 'current' });
    expect((await open(GRACE)).list?.missing).toEqual([]);
  });

  test('when another device removes what this one has changed while a successor has opted out', async () => {
    storedAlan().optedOut = true;
    await edit(HOUSE, 'the new house');
    quiet(await renewLists(owner));
    const other = await onOtherDevice();
    await removeEntry(other, { id: HOUSE });
    quiet(await renewLists(other));
    quiet(await renewLists(owner));
    expect(await fresh(GRACE)).toEqual({ 'the diary': 'current' });
    expect((await open(GRACE)).list?.missing).toEqual([]);
  });

  test('when a successor who had opted out is back, and entries were added in the meantime', async () => {
    storedGrace().optedOut = true;
    quiet(await renewLists(owner, { whole: true }));
    await addEntry(owner, { id: randomUUID(), content: note('the garden') });
    quiet(await renewLists(owner));
    storedGrace().optedOut = false;
    quiet(await renewLists(owner));
    expect(await fresh(GRACE)).toEqual({
      'the house': 'current',
      'the diary': 'current',
      'the garden': 'current',
    });
  });

  test('when another device has given the vault new keys', async () => {
    await renewKeys(await onOtherDevice(), { threshold: 1 });
    const entries = await openEntries(owner);
    expect(entries.map(({ refused, content }) => [refused, content?.title])).toEqual([
      [null, 'the house'],
      [null, 'the diary'],
    ]);
  });

  test('when the lists are renewed while the vault is read', async () => {
    // Otherwise the renewal would read it too.
    await openEntries(owner);
    await renewLists(owner);
    const page = async (at: number) => {
      const { entries } = (await service.copy().api.GET('/vault/entries')).data!;
      return { entries: entries.slice(at, at + 1), nextCursor: at === 0 ? 'next' : null };
    };
    let renewal: Promise<ListState[]> | undefined;
    const pages = [page(0), page(1)];
    let first = () => {};
    const isRead = new Promise<void>((resolve) => {
      first = resolve;
    });
    service.interfere = async (what) => {
      if (what !== 'GET /vault/entries' || pages.length === 0) return undefined;
      if (pages.length === 1) {
        await isRead;
        await renewal;
      }
      return [200, await pages.shift()];
    };
    await openEntries(owner, () => {
      renewal ??= renewLists(owner);
      first();
    });
    service.interfere = null;
    quiet(await renewal!);
    quiet(await renewLists(owner));
  });

  test('when another tab renews a list while this one reads it', async () => {
    const tab = await onOtherDevice(owner.seen);
    const choices = { threshold: 1, people: [] };
    for (const step of [async () => quiet(await renewLists(tab)), () => saveSuccession(tab, choices)]) {
      await edit(HOUSE, randomUUID());
      service.interfere = async (what) => {
        if (what !== `GET /successors/${GRACE}/list`) return undefined;
        service.interfere = null;
        const { list, listVersion } = storedGrace();
        await renewLists(owner);
        return [200, { list, listVersion }];
      };
      await step();
    }
  });

  test('when devices that have read little renew the lists in the days after another one added an entry', async () => {
    await addEntry(await onOtherDevice(), { id: randomUUID(), content: note('the garden') });
    const [added, clock] = [Date.now(), jest.spyOn(Date, 'now')];
    for (const days of [0.9, 1.8]) {
      clock.mockReturnValue(added + days * DAY);
      const other = await onOtherDevice();
      await addEntry(other, { id: randomUUID(), content: note('the shed') });
      quiet(await renewLists(other));
    }
    const last = await onOtherDevice();
    await openEntries(last);
    quiet(await renewLists(last));
    clock.mockRestore();
    expect((await open(GRACE)).list).toMatchObject({ entries: 5, missing: [] });
  });

  test('when the session is no longer confirmed once the vault is sealed', async () => {
    let rotationCount = 0;
    service.interfere = async (what) => {
      if (what === 'POST /vault/rotate') rotationCount += 1;
      service.isConfirmed = rotationCount < 2;
      return undefined;
    };
    await renewKeys(owner, { threshold: 1 });
    service.interfere = null;
    service.isConfirmed = true;
    quiet(await renewLists(await onOtherDevice(), { whole: true }));
  });

  test('when an older version was put back, here, elsewhere, or by a restored backup', async () => {
    const restore = async (device: Owner, row: SealedEntry) => {
      const entries = [{ ...row, trashId: HOUSE, version: 1, category: '', tags: [] }];
      await removeEntry(device, { id: HOUSE });
      service.interfere = async (what) => {
        if (what === 'GET /vault/trash') return [200, { entries, nextCursor: null }];
        if (what !== `POST /vault/entries/${HOUSE}/restore`) return undefined;
        service.current = { ...service.current!, entries: [...service.current!.entries, entries[0]!] };
        return [200, {}];
      };
      const [chosen] = await openTrash(device);
      await restoreTrashed(device, chosen!);
      service.interfere = null;
      quiet(await renewLists(device));
    };
    const first = storedHouse();
    const { keyBundle } = service.current!;
    await edit(HOUSE, 'the new house');
    quiet(await renewLists(owner));
    await restore(owner, first);
    await edit(HOUSE, 'the second house');
    quiet(await renewLists(owner));
    const before = service.current!;
    await edit(HOUSE, 'the third house');
    quiet(await renewLists(owner));
    service.current = before;
    expect(service.current.keyBundle).toBe(keyBundle);
    await renewLists(owner, { accept: await renewLists(owner) });
    await edit(HOUSE, 'the third house');
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({ 'the third house': 'current', 'the diary': 'current' });
  });

  test('when what was removed is imported again', async () => {
    const entry = { id: HOUSE, content: note('the house'), createdAt: null, updatedAt: null };
    await removeEntry(owner, { id: HOUSE });
    await importEntries(owner, beginImport(), [entry]);
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  });

  test('when an import goes on after another device has changed the entry that it replaces', async () => {
    const state = beginImport();
    const house = { id: HOUSE, content: note('the imported house'), createdAt: null, updatedAt: null };
    fail('POST /vault/import');
    await expect(importEntries(owner, state, [house])).rejects.toMatchObject({ status: 500 });
    service.interfere = null;
    const other = await onOtherDevice();
    const before = await readEntry(other, { id: HOUSE });
    await changeEntry(other, { ...before, content: note('the new house') });
    await renewLists(other);
    await importEntries(owner, state, [house]);
    quiet(await renewLists(owner));
    expect(await fresh(GRACE)).toEqual({ 'the imported house': 'current', 'the diary': 'current' });
  });

  test('when another device replaces the signing keys during an import', async () => {
    const house = { id: HOUSE, content: note('the imported house'), createdAt: null, updatedAt: null };
    const other = await onOtherDevice();
    service.interfere = async (what) => {
      if (what !== 'POST /vault/import') return undefined;
      service.interfere = null;
      await renewKeys(other, { threshold: 1, newSigner: true });
      await freshVault(owner);
      return undefined;
    };
    await importEntries(owner, beginImport(), [house]);
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({ 'the imported house': 'current', 'the diary': 'current' });
  });

  test('when a thief wrote garbage, and the text is restored by a device whose clock is years behind', async () => {
    const before = storedHouse();
    const entries = [{ ...before, trashId: HOUSE, category: '', tags: [] }];
    service.interfere = async (what) =>
      what === 'GET /vault/trash' ? [200, { entries, nextCursor: null }] : undefined;
    service.current = {
      ...service.current!,
      entries: service.current!.entries.map((each) =>
        each.id === HOUSE ? { ...each, encryptedData: each.salt, version: each.version + 1 } : each,
      ),
    };
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 10 * YEAR);
    const [trashed] = await openTrash(owner);
    await restoreTrashed(owner, trashed!);
    clock.mockRestore();
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  });

  test('when a clock was wrong by years', async () => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 10 * YEAR);
    await edit(HOUSE, 'the new house');
    quiet(await renewLists(owner));
    clock.mockReturnValue(now);
    quiet(await renewLists(owner));
    const made = Date.parse((await open(GRACE)).list!.date);
    expect(Math.abs(made - now)).toBeLessThan(YEAR);
    clock.mockReturnValue(now - 10 * YEAR);
    await edit(HOUSE, 'the newest house');
    quiet(await renewLists(owner));
    await addEntry(owner, { id: randomUUID(), content: note('the garden') });
    quiet(await renewLists(owner));
    clock.mockRestore();
    quiet(await renewLists(owner, { whole: true }));
    expect(await fresh(GRACE)).toEqual({
      'the newest house': 'current',
      'the diary': 'current',
      'the garden': 'current',
    });
  });
});

test('a rehearsal after a release of the same sealing is not reported as old', async () => {
  const seen = seenInMemory();
  await open(GRACE, undefined, seen);
  const { publicKey } = kits[GRACE]!;
  const { vault } = owner.unlocked();
  const { entry, encryptedShare } = await sealRehearsal(vault, { id: GRACE, publicKey }, 'a sample');
  const entries = [{ ...entry, updatedAt: new Date().toISOString() }];
  const access = { ...service.access(GRACE), rehearsal: true, list: null, encryptedShare, entries };
  expect((await open(GRACE, access as unknown as AccessDocument, seen)).isOld).toBe(false);
});

test('entries that were changed, added or removed after the list was signed are reported as such', async () => {
  await edit(HOUSE, 'the new house');
  await addEntry(owner, { id: randomUUID(), content: note('the garden') });
  await removeEntry(owner, { id: DIARY });
  expect(await fresh(GRACE)).toEqual({ 'the new house': 'newer', 'the garden': 'unlisted' });
  expect((await open(GRACE)).list?.missing).toMatchObject([{ id: DIARY }]);
  await renewLists(owner);
  expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the garden': 'current' });
  expect((await open(GRACE)).list?.missing).toEqual([]);
});

test('an owner who leaves more to a successor than before is not asked about it', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
  await renewLists(owner);
  for (const restricted of [true, false]) {
    const people = [{ id: ALAN, restricted, entryIds: restricted ? [HOUSE, DIARY] : [] }];
    await saveSuccession(owner, { threshold: 1, people });
    expect((await renewLists(owner, { whole: true })).filter(differsFromList)).toEqual([]);
    expect(await fresh(ALAN)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  }
  clock.mockRestore();
});

test('what an owner without successors has seen is not kept for the first list', async () => {
  for (const id of [GRACE, ALAN]) await removeSuccessor(owner, { id });
  await addEntry(owner, { id: randomUUID(), content: note('the garden') });
  expect(await renewLists(owner)).toEqual([]);
  expect(takeNotes(owner).records.size).toBe(0);
});

test('a list outlives a rotation, and what was withheld in the meantime is still on it', async () => {
  await renewKeys(owner, { threshold: 1 });
  expect(await fresh(GRACE)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  expect((await open(ALAN)).list).toMatchObject({ entries: 1, missing: [] });
});
