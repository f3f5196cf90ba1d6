/** What a successor is told when the service keeps something back, or brings back something older. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  addEntry,
  changeBundle,
  changeEntry,
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
  type SuccessorAccess,
  saveSuccession,
  seenInMemory,
} from '../../client/index.ts';
import { createKit, type Kit, pin } from '../../crypto/index.ts';
import { type LyingService, openLyingAccount } from './lying-service.ts';

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
    const kit = await createKit(ownerKey);
    kits[id] = kit;
    const { publicKey, salt, comparison } = kit;
    await changeBundle(owner, (present) => pin(present, { id, publicKey, name }, comparison));
    service.present!.successors.push({
      ...{ id, name, publicKey, publicKeySalt: salt, ownerKey, encryptedShare: null, envelopes: {} },
      ...{ restrictToAssignedEntries: true, entryIds: [] },
    });
  }
  await addEntry(owner, { id: HOUSE, content: note('the house') });
  await addEntry(owner, { id: DIARY, content: note('the diary') });
  await seal();
}, 30_000);

const seal = (threshold = 1) =>
  saveSuccession(owner, {
    threshold,
    people: [
      { id: GRACE, restricted: false, entryIds: [] },
      { id: ALAN, restricted: true, entryIds: [DIARY] },
    ],
  });

const open = (id: string, access: SuccessorAccess = service.access(id), seen = seenInMemory()) =>
  openInheritance(access, { code: kits[id]!.code, ownerFingerprint: null }, { seen });

/** Titles with how fresh they are. */
const fresh = async (id: string, access?: SuccessorAccess) =>
  Object.fromEntries(
    (await open(id, access)).entries.map(({ content, freshness }) => [content?.title, freshness]),
  );

async function edit(id: string, title: string): Promise<void> {
  const { version } = await readEntry(owner, { id });
  await changeEntry(owner, { id, content: note(title), version });
}

const without = (access: SuccessorAccess, ...ids: string[]): SuccessorAccess => ({
  ...access,
  entries: access.entries.filter(({ id }) => !ids.includes(id)),
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
    const share = ({ encryptedShare, successor }: SuccessorAccess) => ({
      ...{ token: '', code: kits[GRACE]!.code, salt: successor.publicKeySalt!, successorId: GRACE },
      ...{ encryptedShare: encryptedShare!, holders: [] },
    });
    await expect(passOnShare(service.api, share(service.access(GRACE)), seen)).resolves.toBe(0);
    await expect(passOnShare(service.api, share(before), seen)).rejects.toMatchObject({
      code: 'package_rolled_back',
    });
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
    await expect(seal()).rejects.toMatchObject({ code: 'list_rolled_back', successorId: GRACE });
    await renewLists(owner, { accept: true });
    expect(await fresh(GRACE)).toEqual({ 'the newest house': 'current', 'the diary': 'current' });
  });
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

test('a list outlives a rotation, and what was withheld meanwhile is still on it', async () => {
  await renewKeys(owner, { threshold: 1 });
  expect(await fresh(GRACE)).toEqual({ 'the house': 'current', 'the diary': 'current' });
  expect((await open(ALAN)).list).toMatchObject({ entries: 1, missing: [] });
});
