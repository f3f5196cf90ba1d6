/** Who gets an entry, by the owner's own keys: a service that says something else is found out. */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  decide,
  pin,
  type SealedEntry,
  type SealedList,
  sealLists,
  sealToSuccessors,
  type Vault,
} from '../../crypto/index.ts';
import { newVault, type Person, SAM, withEntries, withSuccessors } from '../crypto/family.ts';
import { answers, answerWith, asTab, asWorker, refusal } from '../support/worker-tasks.ts';

asWorker();
const { keepUnlocked, lockCount } = await import('../../web/keys/unlocked-vault.ts');
const { tasks } = await import('../../web/keys/tasks/index.ts');

const NAMES = ['Grace', 'Alan', 'Edsger'] as const;

let vault: Vault;
let people: Person[];
let house: SealedEntry;
let diary: SealedEntry;
let lists: SealedList[];
beforeAll(async () => {
  const family = await withSuccessors(await newVault(), 3);
  people = family.people;
  const entries = await withEntries(family.vault, 'the house', 'the diary');
  [house, diary] = entries as [SealedEntry, SealedEntry];
  let named = family.vault;
  for (const [at, { id, kit }] of people.entries()) {
    named = await pin(named, { id, publicKey: kit.publicKey, email: SAM, name: NAMES[at]! }, kit.words);
  }
  const [grace, alan] = people as [Person, Person, Person];
  const decided = await decide(named, {
    threshold: 1,
    successors: [
      { id: grace.id, restricted: true, entryIds: [house.id] },
      { id: alan.id, restricted: false },
    ],
  });
  const to = [
    { id: grace.id, publicKey: grace.kit.publicKey, restricted: true, entries: [house] },
    { id: alan.id, publicKey: alan.kit.publicKey, restricted: false, entries: [] },
  ];
  ({ vault } = await sealToSuccessors(decided, { threshold: 1, successors: to }));
  lists = await sealLists(
    vault,
    to.map(({ id }) => ({ successorId: id, records: [] })),
  );
});

/** The successors as the service lists them, truthfully at first. */
let listed: ReturnType<typeof asListed>[];
const asListed = ({ id, kit }: Person, at: number) => ({
  id,
  name: NAMES[at] as string,
  publicKey: kit.publicKey,
  keyPinnedAt: '2026-11-01T00:00:00.000Z' as string | null,
  optedOut: false,
  restrictToAssignedEntries: at !== 1,
  entryIds: at === 0 ? [house.id] : [],
  hasEnvelope: true,
});

beforeEach(() => {
  listed = people.map(asListed);
  keepUnlocked({ vault, keyBundleVersion: 1 }, lockCount());
  answerWith(({ path }) => {
    if (path === '/auth/profile') return { user: { id: vault.userId, keyBundleVersion: 1 } };
    if (path === '/successors') return { successors: listed };
    const list = lists.find(({ successorId }) => path === `/successors/${successorId}/list`);
    if (list) return { list: list.list, listVersion: 1 };
    const found = listed.find(({ id }) => path === `/successors/${id}/assigned-entries`);
    if (!found) return refusal(404, 'not_found');
    const { entryIds, hasEnvelope } = found;
    const entries = entryIds.map((entryId) => ({ entryId, hasEnvelope, envelopeStale: false }));
    return { entryIds, entries };
  });
});

const whoGets = async ({ id }: { id: string } | { id: null } = house) =>
  Object.fromEntries((await tasks.whoGets({ id }, asTab())).map(({ name, how }) => [name, how]));

test('an entry goes to the people it was sealed to', async () => {
  expect(await whoGets()).toEqual({ Grace: 'gets', Alan: 'gets', Edsger: 'nothing' });
  expect(await whoGets(diary)).toEqual({ Grace: 'nothing', Alan: 'gets', Edsger: 'nothing' });
  expect(await whoGets({ id: null })).toEqual({ Grace: 'nothing', Alan: 'gets', Edsger: 'nothing' });
});

test('people who get it with the whole vault are told apart', async () => {
  const whole = (await tasks.whoGets(house, asTab())).filter(({ isWhole }) => isWhole);
  expect(whole.map(({ name }) => name)).toEqual(['Alan']);
});

test.each<[string, (grace: (typeof listed)[number]) => void, string]>([
  ['another entry in the list', (grace) => grace.entryIds.push(diary.id), 'differs'],
  ['an entry missing from the list', (grace) => grace.entryIds.pop(), 'differs'],
  [
    'everything in place of a list',
    (grace) => Object.assign(grace, { restrictToAssignedEntries: false }),
    'differs',
  ],
  ['another key', (grace) => Object.assign(grace, { publicKey: people[1]!.kit.publicKey }), 'differs'],
  ['a key that nobody compared', (grace) => Object.assign(grace, { keyPinnedAt: null }), 'differs'],
  ['another name', (grace) => Object.assign(grace, { name: 'Mallory' }), 'differs'],
  ['that she opted out', (grace) => Object.assign(grace, { optedOut: true }), 'differs'],
  ['nothing of her', (grace) => listed.splice(listed.indexOf(grace), 1), 'former'],
  ['that her envelope is missing', (grace) => Object.assign(grace, { hasEnvelope: false }), 'unprepared'],
])('a service that says %s is not believed', async (_, lie, how) => {
  lie(listed[0]!);
  expect(await whoGets()).toEqual({ Grace: how, Alan: 'gets', Edsger: 'nothing' });
});

test('someone who is to get everything keeps what they can open, if the connection breaks before it is sealed', async () => {
  const [{ id }] = people as [Person];
  const service = answers();
  let stored: unknown;
  answerWith((asked) => {
    if (asked.path === '/vault/rotate') return refusal(422, 'validation_failed');
    if (asked.path.startsWith('/vault/entries')) return { entries: [house, diary], nextCursor: null };
    if (asked.method === 'PUT') stored = asked.body;
    return service(asked);
  });
  const choice = { id, restricted: false, entryIds: [] };
  await expect(tasks.saveSuccession({ threshold: 1, people: [choice] }, asTab())).rejects.toThrow();
  expect(stored).toMatchObject({ entryIds: [house.id], restrictToAssignedEntries: false });
});

test('someone for whom nothing was sealed gets nothing, whatever the service says', async () => {
  Object.assign(listed[2]!, { restrictToAssignedEntries: false });
  expect(await whoGets()).toEqual({ Grace: 'gets', Alan: 'gets', Edsger: 'unprepared' });
});
