/** What a successor is told when the service keeps something back, or brings back something older. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  type AccessDocument,
  addEntry,
  beginImport,
  changeBundle,
  changeEntry,
  differsFromList,
  freshVault,
  importEntries,
  type ListState,
  logIn,
  type Owner,
  openEntries,
  openInheritance,
  openOwner,
  passOnShare,
  readEntry,
  removeEntry,
  renewKeys,
  renewLists,
  restoreTrashed,
  saveSuccession,
  seenInMemory,
} from '../../client/index.ts';
import { createKit, type Kit, pin, sealRehearsal } from '../../crypto/index.ts';
import { SAM } from '../crypto/family.ts';
import { refused } from '../crypto/forger.ts';
import { arrived, type LyingService, openLyingAccount } from './lying-service.ts';

const DAY = 86_400_000;
const YEAR = 31_557_600_000;
const PASSWORD = 'correct horse';
const [GRACE, ALAN] = ['0193a5b0-7c00-7000-8000-00000000000a', '0193a5b0-7c00-7000-8000-00000000000b'];
const [HOUSE, DIARY] = ['0193a5b0-7c00-7000-8000-00000000001a', '0193a5b0-7c00-7000-8000-00000000001b'];

const note = (title: string) => ({ kind: 'note' as const, title, category: '', tags: [], fields: {} });

let service: LyingService;
let owner: Owner;
let kits: Record<string, Kit>;

/** Grace gets everything, and Alan the diary. */
beforeEach(async () => {
  ({ service } = await openLyingAccount(PASSWORD));
  const { opened } = await logIn(service.api, { email: service.email, password: PASSWORD });
  if (opened.state !== 'open') throw new Error(opened.state);
  owner = openOwner(service.api, opened.unlocked, { seen: seenInMemory() });
  kits = {};
  for (const [id, name] of [
    [GRACE, 'Grace'],
    [ALAN, 'Alan'],
  ] as const) {
    const { ownerKey } = owner.unlocked().vault;
    const kit = await createKit({ ownerKey, email: SAM });
    kits[id] = kit;
    const { publicKey, salt, words } = kit;
    await changeBundle(owner, (present) => pin(present, { id, publicKey, email: SAM, name }, words));
    service.present!.successors.push({
      ...{ id, name, publicKey, publicKeySalt: salt, ownerKey, encryptedShare: null, envelopes: {} },
      ...{ restrictToAssignedEntries: true, entryIds: [] },
    });
  }
  await addEntry(owner, { id: HOUSE, content: note('the house') });
  await addEntry(owner, { id: DIARY, content: note('the diary') });
  await seal();
});

const seal = (threshold = 1) =>
  saveSuccession(owner, {
    threshold,
    people: [
      { id: GRACE, restricted: false, entryIds: [] },
      { id: ALAN, restricted: true, entryIds: [DIARY] },
    ],
  });

const open = (id: string, access: AccessDocument = service.access(id), seen = seenInMemory()) =>
  openInheritance(arrived(access), { code: kits[id]!.code, ownerFingerprint: null }, { seen });

/** Titles with how fresh they are. */
const fresh = async (id: string, access?: AccessDocument) =>
  Object.fromEntries(
    (await open(id, access)).entries.map(({ content, freshness }) => [content?.title, freshness]),
  );

async function edit(id: string, title: string): Promise<void> {
  const { version } = await readEntry(owner, { id });
  await changeEntry(owner, { id, content: note(title), version });
}

const without = (access: AccessDocument, ...ids: string[]): AccessDocument => ({
  ...access,
  entries: access.entries.filter(({ id }) => !ids.includes(id)),
});

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

  test('cannot pass off the list of one as that of another, nor an altered one', async () => {
    const access = service.access(GRACE);
    const { list = null } = service.access(ALAN);
    expect(await open(GRACE, { ...access, list })).toMatchObject({ list: null, listRefused: 'list_refused' });
    expect(await open(GRACE, { ...access, list: null })).toMatchObject({ list: null, listRefused: null });
    expect((await open(GRACE, { ...access, list: null })).entries).toMatchObject([
      { freshness: null },
      { freshness: null },
    ]);
  });

  test('that goes back to an earlier state as a whole is found out by who has seen a later one', async () => {
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
    const early = service.present!;
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    service.claimed = { entries: { ...service.present!, entries: early.entries.slice(0, 1) } };
    await openEntries(owner);
    const states = await renewLists(owner);
    expect(states.find(({ id }) => id === GRACE)).toMatchObject({ older: [HOUSE], missing: [DIARY] });
    service.claimed = {};
    expect(await fresh(GRACE)).toEqual({ 'the new house': 'current', 'the diary': 'current' });
  });

  test('that drops an edit, and returns the text before it, is found out', async () => {
    const entry = service.present!.entries.find(({ id }) => id === HOUSE)!;
    service.interfere = async (what) =>
      what === `PUT /vault/entries/${HOUSE}` ? [200, { entry }] : undefined;
    await edit(HOUSE, 'the new house');
    service.interfere = null;
    await renewLists(owner);
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ older: [HOUSE] });
    expect(await fresh(GRACE)).toEqual({ 'the house': 'older', 'the diary': 'current' });
  });

  test('that restores an older text than the owner chose from the trash is found out', async () => {
    const { entries: before } = service.present!;
    await edit(HOUSE, 'the new house');
    const chosen = service.present!.entries.find(({ id }) => id === HOUSE)!;
    const entries = [{ ...chosen, trashId: HOUSE, category: '', tags: [] }];
    await removeEntry(owner, { id: HOUSE });
    service.interfere = async (what) => {
      if (what === 'GET /vault/trash') return [200, { entries, nextCursor: null }];
      if (what !== `POST /vault/entries/${HOUSE}/restore`) return undefined;
      service.present = { ...service.present!, entries: before };
      return [200, {}];
    };
    await restoreTrashed(owner, { trashId: HOUSE });
    service.interfere = null;
    await renewLists(owner);
    expect(await fresh(GRACE)).toEqual({ 'the house': 'older', 'the diary': 'current' });
  });

  test('that brings back an older list does not have it renewed, until the owner agrees', async () => {
    const { list: older } = service.present!.successors.find(({ id }) => id === GRACE)!;
    await edit(HOUSE, 'the new house');
    await renewLists(owner);
    const found = service.present!.successors.find(({ id }) => id === GRACE)!;
    const newer = found.list;
    found.list = older!;
    await edit(HOUSE, 'the newest house');
    expect((await renewLists(owner)).find(({ id }) => id === GRACE)?.isRolledBack).toBe(true);
    expect(service.present!.successors.find(({ id }) => id === GRACE)?.list).toBe(older);
    expect(newer).not.toBe(older);
    await refused(seal(), 'list_rolled_back', { successorId: GRACE });
    await renewLists(owner, { accept: await renewLists(owner) });
    expect(await fresh(GRACE)).toEqual({ 'the newest house': 'current', 'the diary': 'current' });
    // Nor is one that says the same.
    const { list: same } = service.present!.successors.find(({ id }) => id === GRACE)!;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await renewLists(owner);
    service.present!.successors.find(({ id }) => id === GRACE)!.list = same!;
    await renewLists(owner, { accept: await renewLists(owner) });
    await seal();
    clock.mockRestore();
  });
});

describe('what a later client has sealed', () => {
  const LATER = '2.AAAA';
  const list = () => service.present!.successors.find(({ id }) => id === GRACE)!.list;

  test('is a list that this one leaves alone, also when it seals again', async () => {
    service.present!.successors.find(({ id }) => id === GRACE)!.list = LATER;
    await refused(renewLists(owner), 'format_unknown');
    await refused(seal(), 'format_unknown');
    expect(list()).toBe(LATER);
    expect((await open(GRACE)).listRefused).toBe('format_unknown');
  });

  test('is an entry that this one neither changes nor seals again, and that successors are told of', async () => {
    const house = service.present!.entries.find(({ id }) => id === HOUSE)!;
    Object.assign(house, { algorithm: 'AES-GCM-SIV' });
    const before = JSON.stringify(house);
    await refused(edit(HOUSE, 'the new house'), 'format_unknown');
    await refused(seal(), 'format_unknown');
    expect(JSON.stringify(service.present!.entries.find(({ id }) => id === HOUSE))).toBe(before);
    expect((await open(GRACE)).entries.find(({ id }) => id === HOUSE)?.refused).toBe('format_unknown');
  });
});

/** Answers requests that begin so with a failure. */
function fail(beginning: string): void {
  service.interfere = async (what) =>
    what.startsWith(beginning) ? [500, { code: 'internal_error', status: 500 }] : undefined;
}

const stateOf = (states: ListState[], id = GRACE) => states.find((each) => each.id === id)!;

/** Another device of the owner's, which has seen as little as `seen` says. */
async function onOtherDevice(seen = seenInMemory()): Promise<Owner> {
  const { opened } = await logIn(service.api, { email: service.email, password: PASSWORD, seen });
  if (opened.state !== 'open') throw new Error(opened.state);
  return openOwner(service.api, opened.unlocked, { seen });
}

describe('a service that wants an entry off the list', () => {
  /** The entries without the house, for those who read the vault. */
  const hide = () => {
    const { present } = service;
    service.claimed = {
      entries: { ...present!, entries: present!.entries.filter(({ id }) => id !== HOUSE) },
    };
  };

  test('cannot let the owner agree to more than they were shown', async () => {
    hide();
    const shown = await renewLists(owner, { whole: true });
    expect(stateOf(shown)).toMatchObject({ missing: [HOUSE] });
    service.claimed = { entries: { ...service.present!, entries: [] } };
    const states = await renewLists(owner, { accept: shown });
    expect(stateOf(states)).toMatchObject({ missing: [DIARY] });
    expect((await open(GRACE)).list).toMatchObject({ entries: 1 });
  });

  test('cannot bring one that the owner deleted onto it', async () => {
    const before = service.present!.entries;
    await removeEntry(owner, { id: HOUSE });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await renewLists(owner);
    service.claimed = { entries: { ...service.present!, entries: before } };
    const other = await onOtherDevice();
    const shown = await renewLists(other, { whole: true });
    expect(stateOf(shown)).toMatchObject({ returned: [HOUSE] });
    expect(
      await fresh(GRACE, { ...service.access(GRACE, { ...service.present!, entries: before }) }),
    ).toEqual({
      'the house': 'unlisted',
      'the diary': 'current',
    });
    // Unless the owner says so.
    expect(stateOf(await renewLists(other, { accept: shown }))).toMatchObject({ returned: [] });
    expect((await open(GRACE)).list).toMatchObject({ entries: 2 });
    clock.mockRestore();
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
    const wish = { threshold: 1, people: [] };
    await refused(saveSuccession(other, wish), 'list_rolled_back');
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
    let asked = 0;
    service.interfere = async (what) => {
      if (what !== 'GET /successors') return undefined;
      asked += 1;
      return asked === 2 ? [200, { successors: [] }] : undefined;
    };
    await seal();
    service.interfere = null;
    expect(stateOf(await renewLists(owner, { whole: true }))).toMatchObject({ missing: [HOUSE] });
  });
});

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
    const wish = { threshold: 1, people: [] };
    for (const step of [async () => quiet(await renewLists(tab)), () => saveSuccession(tab, wish)]) {
      await edit(HOUSE, randomUUID());
      service.interfere = async (what) => {
        if (what !== `GET /successors/${GRACE}/list`) return undefined;
        service.interfere = null;
        const { list, listVersion } = service.present!.successors.find(({ id }) => id === GRACE)!;
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
    let asked = 0;
    service.interfere = async (what) => {
      if (what === 'POST /vault/rotate') asked += 1;
      service.isConfirmed = asked < 2;
      return undefined;
    };
    await renewKeys(owner, { threshold: 1 });
    service.interfere = null;
    service.isConfirmed = true;
    quiet(await renewLists(await onOtherDevice(), { whole: true }));
  });

  test('when an import goes on after another device has changed the entry that it replaces', async () => {
    const state = beginImport();
    const house = { id: HOUSE, content: note('the imported house'), createdAt: null, updatedAt: null };
    fail('POST /vault/import');
    await expect(importEntries(owner, state, [house])).rejects.toMatchObject({ status: 500 });
    service.interfere = null;
    const other = await onOtherDevice();
    const { version } = await readEntry(other, { id: HOUSE });
    await changeEntry(other, { id: HOUSE, content: note('the new house'), version });
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
    const before = service.present!.entries.find(({ id }) => id === HOUSE)!;
    const entries = [{ ...before, trashId: HOUSE, category: '', tags: [] }];
    service.interfere = async (what) =>
      what === 'GET /vault/trash' ? [200, { entries, nextCursor: null }] : undefined;
    service.present = {
      ...service.present!,
      entries: service.present!.entries.map((each) =>
        each.id === HOUSE ? { ...each, encryptedData: each.salt, version: each.version + 1 } : each,
      ),
    };
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 10 * YEAR);
    await restoreTrashed(owner, { trashId: HOUSE });
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

test('a rehearsal after a release of the same sealing is not called old', async () => {
  const seen = seenInMemory();
  await open(GRACE, undefined, seen);
  const { publicKey } = kits[GRACE]!;
  const { vault } = owner.unlocked();
  const { entry, encryptedShare } = await sealRehearsal(vault, { id: GRACE, publicKey }, 'a sample');
  const entries = [{ ...entry, updatedAt: new Date().toISOString() }];
  const access = { ...service.access(GRACE), rehearsal: true, list: null, encryptedShare, entries };
  expect((await open(GRACE, access as unknown as AccessDocument, seen)).isOld).toBe(false);
});

test('what was changed, added or removed after the list was signed is said to be so', async () => {
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

test('a list outlives a rotation, and what was withheld in the meantime is still on it', async () => {
  await renewKeys(owner, { threshold: 1 });
  expect(await fresh(GRACE)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  expect((await open(ALAN)).list).toMatchObject({ entries: 1, missing: [] });
});
