/** What a successor is told when the service keeps something back, or brings back something older. */
import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import {
  type AccessDocument,
  addEntry,
  beginImport,
  changeEntry,
  compareWithVault,
  detachFile,
  importEntries,
  type Owner,
  openEntries,
  openTrash,
  passOnShare,
  readEntry,
  removeEntry,
  renewKeys,
  renewLists,
  restoreTrashed,
  saveSuccession,
  seenInMemory,
} from '../../client/index.ts';
import { sealEntry } from '../../crypto/index.ts';
import { refused } from '../crypto/forger.ts';
import type { LyingService } from './lying-service.ts';
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
  seal,
  service,
  stateOf,
  storedGrace,
  storedHouse,
  without,
} from './two-successors.ts';

test('the data of a file is read when it is asked for', async () => {
  const file = (data: string) => ({
    ...note('a photo'),
    kind: 'file' as const,
    fields: { name: 'a.jpg', data },
  });
  await addEntry(owner, { id: randomUUID(), content: file(btoa('bytes')) });
  await addEntry(owner, { id: randomUUID(), content: file('torn!') });
  const { entries, wholeContent } = await open(GRACE);
  const files = entries.filter(({ content }) => content?.kind === 'file');
  expect(files).toMatchObject([
    { content: { fields: { name: 'a.jpg' } }, inner: { bytes: 5 } },
    { content: { fields: { name: 'a.jpg' } }, inner: { bytes: null } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(`${btoa('bytes')}|torn`);
  const whole = await Promise.all(files.map(({ inner }) => wholeContent(inner!.at)));
  expect(whole.map(({ fields }) => fields.data)).toEqual([btoa('bytes'), 'torn!']);
});

const NOT_FOUND = { code: 'not_found', status: 404 };

test('a successor learns what was left to them, and when it was last changed', async () => {
  const { entries, list, listRefused } = await open(GRACE);
  expect(entries.map(({ freshness }) => freshness)).toEqual(['current', 'current']);
  expect(list).toMatchObject({ entries: 2, missing: [] });
  expect(list?.changedAt).toBe(
    entries
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1),
  );
  expect(listRefused).toBeNull();
  expect((await open(ALAN)).list).toMatchObject({ entries: 1, missing: [] });
});

describe('a service', () => {
  test('that keeps an entry back is found out', async () => {
    const { list } = await open(GRACE, without(service.access(GRACE), HOUSE));
    expect(list?.missing).toEqual([{ id: HOUSE, changedAt: expect.any(String) }]);
  });

  test('that brings back an older text is found out', async () => {
    const before = service.access(GRACE);
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the diary': 'current' });
    const old = before.entries.find(({ id }) => id === HOUSE)!;
    const access = without(service.access(GRACE), HOUSE);
    expect(await fresh(GRACE, { ...access, entries: [...access.entries, old] })).toEqual({
      'the house': 'older',
      'the diary': 'current',
    });
    const twice = service.access(GRACE);
    expect(await fresh(GRACE, { ...twice, entries: [old, ...twice.entries] })).toEqual({
      'the house': 'twice',
      'the new house': 'current',
      'the diary': 'current',
    });
  });

  test('cannot pass off the list of one successor as that of another, nor an altered one', async () => {
    const access = service.access(GRACE);
    const { list = null } = service.access(ALAN);
    expect(await open(GRACE, { ...access, list })).toMatchObject({ list: null, listRefused: 'list_refused' });
    expect(await open(GRACE, { ...access, list: null })).toMatchObject({ list: null, listRefused: null });
    expect((await open(GRACE, { ...access, list: null })).entries).toMatchObject([
      { freshness: null },
      { freshness: null },
    ]);
  });

  test('that goes back to an earlier state as a whole is found out by those who have seen a later one', async () => {
    const [first, seen] = [service.access(GRACE), seenInMemory()];
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    expect((await open(GRACE, undefined, seen)).isOld).toBe(false);
    expect((await open(GRACE, first, seen)).isOld).toBe(true);
    expect((await open(GRACE, { ...service.access(GRACE), list: null }, seen)).isOld).toBe(true);
    await seal();
    expect((await open(GRACE, undefined, seen)).isOld).toBe(false);
    expect((await open(GRACE, first, seen)).isOld).toBe(true);
  });

  test('gets no share of an earlier sealing resealed', async () => {
    await seal(2);
    const [before, seen] = [service.access(GRACE), seenInMemory()];
    await seal(2);
    const share = ({ encryptedShare, successor }: AccessDocument) => ({
      ...{ token: '', code: kits[GRACE]!.code, salt: successor.publicKeySalt!, successorId: GRACE },
      ...{ encryptedShare: encryptedShare!, holders: [] },
    });
    await expect(passOnShare(service.api, share(service.access(GRACE)), seen)).resolves.toBe(0);
    await refused(passOnShare(service.api, share(before), seen), 'package_rolled_back');
  });

  test('that shows the owner less, or older texts, gets nothing off the list', async () => {
    const early = service.current!;
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    service.claimed = { entries: { ...service.current!, entries: early.entries.slice(0, 1) } };
    await openEntries(owner);
    const states = await renewLists(owner);
    expect(states.find(({ id }) => id === GRACE)).toMatchObject({ older: [HOUSE], missing: [DIARY] });
    service.claimed = {};
    expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the diary': 'current' });
  });

  test('that drops an edit, and returns the text before it, is found out', async () => {
    const entry = storedHouse();
    service.interfere = async (what) =>
      what === `PUT /vault/entries/${HOUSE}` ? [200, { entry }] : undefined;
    await edit(HOUSE, 'the new house');
    service.interfere = null;
    await renewLists(owner);
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ older: [HOUSE] });
    expect(await fresh(GRACE)).toEqual({ 'the house': 'older', 'the diary': 'current' });
  });

  test('cannot have an older text signed again, with a file or a change, as the newest', async () => {
    const early = service.current!;
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    // To those who read it, of any age: the service says which version it is.
    const { version } = storedHouse();
    const entry = { ...early.entries.find(({ id }) => id === HOUSE)!, version };
    const changeTags = async (device: Owner) => {
      const read = await readEntry(device, { id: HOUSE });
      await changeEntry(device, { ...read, content: { ...read.content!, tags: ['home'] } });
    };
    const lie = (times: number) => {
      let count = 0;
      const answer: NonNullable<LyingService['interfere']> = async (what) => {
        if (what !== `GET /vault/entries/${HOUSE}`) return undefined;
        count += 1;
        return count <= times ? [200, { entry }] : undefined;
      };
      service.interfere = answer;
      return answer;
    };
    for (const device of [owner, await onOtherDevice()]) {
      for (const times of [1, 2]) {
        lie(times);
        await refused(changeTags(device), 'entry_rolled_back');
      }
      // Nor does a file disappear that the text names.
      const [answer, asked] = [lie(1), [] as string[]];
      service.interfere = (what) => {
        asked.push(what);
        return answer(what);
      };
      await refused(detachFile(device, { id: HOUSE, fileId: randomUUID() }), 'entry_rolled_back');
      expect(asked).not.toContainEqual(expect.stringMatching(/^DELETE/));
    }
    service.interfere = null;
    expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the diary': 'current' });
    // Nor if no list says so.
    const { list } = storedGrace();
    for (const withheld of [null, list!.slice(1), 'gone']) {
      const answer = lie(2);
      service.interfere = async (what) => {
        if (what !== `GET /successors/${GRACE}/list`) return answer(what);
        return withheld === 'gone' ? [404, NOT_FOUND] : [200, { list: withheld, listVersion: 1 }];
      };
      await refused(changeTags(await onOtherDevice()), 'list_rolled_back', { successorId: GRACE });
    }
    // Unless the owner agrees to the older text.
    lie(Number.POSITIVE_INFINITY);
    service.claimed = { entries: { ...service.current!, entries: [entry] } };
    const accept = await renewLists(owner, { whole: true });
    expect(stateOf(accept)).toMatchObject({ older: [HOUSE], missing: [DIARY] });
    await renewLists(owner, { accept });
    await edit(HOUSE, 'the newest house');
  });

  test('cannot restore another text from the trash than the owner was shown', async () => {
    const { entries: early } = service.current!;
    await edit(HOUSE, 'the new house');
    await edit(DIARY, 'the new diary');
    let shown: object = service.current!.entries.find(({ id }) => id === DIARY)!;
    await removeEntry(owner, { id: DIARY });
    service.interfere = async (what) => {
      const entries = [{ ...shown, trashId: DIARY, category: '', tags: [] }];
      return what === 'GET /vault/trash' ? [200, { entries, nextCursor: null }] : undefined;
    };
    const [chosen] = await openTrash(owner);
    for (const other of early) {
      shown = other;
      await expect(restoreTrashed(owner, chosen!)).rejects.toMatchObject({ code: 'not_found' });
    }
    service.interfere = null;
    expect((await openEntries(owner)).map(({ content }) => content?.title)).toEqual(['the new house']);
  });

  test('that restores an older text than the owner chose from the trash is found out', async () => {
    const { entries: before } = service.current!;
    await edit(HOUSE, 'the new house');
    const chosen = storedHouse();
    const entries = [{ ...chosen, trashId: HOUSE, category: '', tags: [] }];
    await removeEntry(owner, { id: HOUSE });
    service.interfere = async (what) => {
      if (what === 'GET /vault/trash') return [200, { entries, nextCursor: null }];
      if (what !== `POST /vault/entries/${HOUSE}/restore`) return undefined;
      service.current = { ...service.current!, entries: before };
      return [200, {}];
    };
    const [trashed] = await openTrash(owner);
    await restoreTrashed(owner, trashed!);
    service.interfere = null;
    await renewLists(owner);
    expect(await fresh(GRACE)).toEqual({ 'the house': 'older', 'the diary': 'current' });
  });

  test('that brings back an older list does not have it renewed, until the owner agrees', async () => {
    const { list: older } = storedGrace();
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    const found = storedGrace();
    const newer = found.list;
    found.list = older!;
    await edit(HOUSE, 'the newest house');
    expect((await renewLists(owner)).find(({ id }) => id === GRACE)?.isRolledBack).toBe(true);
    expect(storedGrace().list).toBe(older);
    expect(newer).not.toBe(older);
    await refused(seal(), 'list_rolled_back', { successorId: GRACE });
    await renewLists(owner, { accept: await renewLists(owner) });
    expect(await fresh(GRACE)).toEqual({ 'the newest house': 'current', 'the diary': 'current' });
    // Nor is a list that says the same.
    const { list: same } = storedGrace();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await renewLists(owner);
    storedGrace().list = same!;
    await renewLists(owner, { accept: await renewLists(owner) });
    await seal();
    clock.mockRestore();
  });
});

test('once older keys are back, a successor’s list opens only after everything is sealed again', async () => {
  const { keyBundle } = service.current!;
  await seal();
  service.splice(() => keyBundle);
  const restored = await onOtherDevice();
  const shown = await renewLists(restored);
  expect(stateOf(shown)).toMatchObject({ isRolledBack: true, date: null });
  await renewLists(restored, { accept: shown });
  expect((await open(GRACE)).listRefused).toBe('list_refused');
  await saveSuccession(restored, { threshold: 1, people: [] });
  expect(await open(GRACE)).toMatchObject({ list: { entries: 2, missing: [] }, listRefused: null });
});

describe('what a later client has sealed', () => {
  const LATER = '2.AAAA';

  test('is a list that this one leaves alone, also when it seals again', async () => {
    storedGrace().list = LATER;
    await refused(renewLists(owner), 'format_unknown');
    await refused(seal(), 'format_unknown');
    expect(storedGrace().list).toBe(LATER);
    expect((await open(GRACE)).listRefused).toBe('format_unknown');
  });

  test('is an entry that this one neither changes nor seals again, and that successors are told of', async () => {
    const house = storedHouse();
    Object.assign(house, { algorithm: 'AES-GCM-SIV' });
    const before = JSON.stringify(house);
    await refused(edit(HOUSE, 'the new house'), 'format_unknown');
    await refused(seal(), 'format_unknown');
    expect(JSON.stringify(storedHouse())).toBe(before);
    expect((await open(GRACE)).entries.find(({ id }) => id === HOUSE)?.refused).toBe('format_unknown');
  });

  test.each([{ version: 2 }, { kind: 'song' }])(
    'is content with %j, which this one neither changes nor replaces unasked by an import',
    async (later) => {
      const content = { ...note('the house'), version: 1, ...later };
      Object.assign(
        storedHouse(),
        await sealEntry(owner.unlocked().vault, { id: HOUSE, text: JSON.stringify(content) }),
      );
      const before = JSON.stringify(storedHouse());
      await refused(edit(HOUSE, 'the new house'), 'format_unknown');
      const item = {
        at: 1,
        id: HOUSE,
        createdAt: null,
        updatedAt: null,
        content: { version: 1 as const, ...note('the house') },
      };
      const [compared] = await compareWithVault(owner, { items: [item], savedAs: new Map() });
      expect(compared).toMatchObject({ entryId: HOUSE, known: 'older' });
      const importing = importEntries(owner, beginImport(), [{ ...item, id: HOUSE }]);
      await refused(importing, 'format_unknown');
      expect(JSON.stringify(storedHouse())).toBe(before);
    },
  );
});

describe('a service that wants an entry off the list', () => {
  /** Hides the house from those who read the vault. */
  const hide = () => {
    const { current } = service;
    service.claimed = {
      entries: { ...current!, entries: current!.entries.filter(({ id }) => id !== HOUSE) },
    };
  };

  test('cannot let the owner agree to more than they were shown', async () => {
    hide();
    const shown = await renewLists(owner, { whole: true });
    expect(stateOf(shown)).toMatchObject({ missing: [HOUSE] });
    service.claimed = { entries: { ...service.current!, entries: [] } };
    const states = await renewLists(owner, { accept: shown });
    expect(stateOf(states)).toMatchObject({ missing: [DIARY] });
    expect((await open(GRACE)).list).toMatchObject({ entries: 1 });
  });

  test('cannot bring an entry that the owner deleted onto the list', async () => {
    const before = service.current!.entries;
    await removeEntry(owner, { id: HOUSE });
    // At once, while nothing about its version is remarkable.
    service.claimed = { entries: { ...service.current!, entries: before } };
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ returned: [HOUSE] });
    service.claimed = {};
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await renewLists(owner);
    service.claimed = { entries: { ...service.current!, entries: before } };
    const other = await onOtherDevice();
    const shown = await renewLists(other, { whole: true });
    expect(stateOf(shown)).toMatchObject({ returned: [HOUSE] });
    expect(
      await fresh(GRACE, { ...service.access(GRACE, { ...service.current!, entries: before }) }),
    ).toEqual({
      'the house': 'unlisted',
      'the diary': 'current',
    });
    // Unless the owner says so.
    expect(stateOf(await renewLists(other, { accept: shown }))).toMatchObject({ returned: [] });
    expect((await open(GRACE)).list).toMatchObject({ entries: 2 });
    clock.mockRestore();
  });

  test('cannot do so by hiding an entry from the client that added it', async () => {
    const [{ current }, added] = [service, randomUUID()];
    await addEntry(owner, { id: added, content: note('the garden') });
    service.claimed = { entries: current! };
    await renewLists(owner, { whole: true });
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ missing: [added] });
    service.claimed = {};
    expect(await fresh(GRACE)).toMatchObject({ 'the garden': 'current' });
  });

  test('cannot do so by refusing the lists after a sealing', async () => {
    fail(`PUT /successors/${GRACE}/list`);
    await seal();
    service.interfere = null;
    hide();
    for (const device of [await onOtherDevice(), await onOtherDevice(owner.seen)]) {
      await openEntries(device);
      expect(stateOf(await renewLists(device))).toMatchObject({ isRolledBack: true, date: null });
    }
    service.claimed = {};
    await renewLists(owner);
    expect((await open(GRACE)).list).toMatchObject({ entries: 2 });
  });

  test('cannot do so by keeping the lists from a device that has seen none', async () => {
    service.interfere = async (what) =>
      what === `GET /successors/${GRACE}/list` ? [200, { list: null, listVersion: 1 }] : undefined;
    hide();
    const other = await onOtherDevice();
    await openEntries(other);
    expect(stateOf(await renewLists(other))).toMatchObject({ isRolledBack: true });
    const choices = { threshold: 1, people: [] };
    await refused(saveSuccession(other, choices), 'list_rolled_back');
  });

  test('cannot do so by keeping the lists from a device that sealed before another one did', async () => {
    await renewKeys(await onOtherDevice(), { threshold: 1 });
    service.interfere = async (what) =>
      what === `GET /successors/${GRACE}/list` ? [200, { list: null, listVersion: 1 }] : undefined;
    hide();
    await openEntries(owner);
    expect(stateOf(await renewLists(owner))).toMatchObject({ isRolledBack: true });
    await refused(seal(), 'list_rolled_back', { successorId: GRACE });
  });

  test('cannot do so by leaving the successor out while it is sealed', async () => {
    hide();
    let readCount = 0;
    service.interfere = async (what) => {
      if (what !== 'GET /successors') return undefined;
      readCount += 1;
      return readCount === 2 ? [200, { successors: [] }] : undefined;
    };
    await seal();
    service.interfere = null;
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ missing: [HOUSE] });
  });
});
