/** An owner whose service misstates who the successors are and what is left to them, as the steps of a client meet it. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  agree,
  askForNewKit,
  compareKey,
  createApi,
  differsFromList,
  inviteSuccessor,
  type Owner,
  openOwner,
  readSuccession,
  removeEntry,
  removeSuccessor,
  renewKeys,
  renewLists,
  saveSuccession,
  whyNewKeys,
} from '../../client/index.ts';
import {
  createKit,
  decide,
  openAsSuccessor,
  pin,
  type SealedEntry,
  sealLists,
  type Vault,
} from '../../crypto/index.ts';
import {
  newVault,
  type Person,
  restricted,
  SAM,
  sealAsDecided,
  withEntries,
  withSuccessors,
} from '../crypto/family.ts';
import { refused } from '../crypto/forger.ts';

let vault: Vault;
let grace: Person;
let alan: Person;
let house: SealedEntry;
let diary: SealedEntry;
let owner: Owner;

/** Answers by method and path, honest at first. Arrays are sent as lines; functions turn a request into an answer. */
let answers: Record<string, unknown>;
/** What the client wrote. */
let written: string[];

beforeEach(async () => {
  const named = await withSuccessors(await newVault(), 2);
  [grace, alan] = named.people as [Person, Person];
  [house, diary] = (await withEntries(named.vault, 'House', 'Diary')) as [SealedEntry, SealedEntry];
  const successors = [
    { id: grace.id, name: 'Grace' },
    { id: alan.id, name: 'Alan' },
  ];
  ({ vault } = await sealAsDecided(await decide(named.vault, { successors }), {
    threshold: 1,
    successors: [restricted(grace, [house]), restricted(alan, [diary])],
  }));
  written = [];
  answers = {
    'GET /auth/profile': { user: { id: vault.userId, keyBundle: vault.keyBundle, keyBundleVersion: 1 } },
    'PUT /auth/profile': async (request: Request) => {
      const { keyBundle, keyBundleVersion } = (await request.json()) as {
        keyBundle: unknown;
        keyBundleVersion: number;
      };
      const user = { id: vault.userId, keyBundle, keyBundleVersion: keyBundleVersion + 1 };
      answers['GET /auth/profile'] = { user };
      return { user };
    },
    'GET /successors': { successors: [listed(grace, 'Grace'), listed(alan, 'Alan')] },
    [`GET /successors/${grace.id}/assigned-entries`]: left(house.id),
    [`GET /successors/${alan.id}/assigned-entries`]: left(diary.id),
    'GET /vault/entries': { entries: [stored(house), stored(diary)], nextCursor: null },
    'GET /vault/export': [{ entryCount: 2 }, stored(house), stored(diary)],
  };
  const lists = [grace, alan].map(({ id }) => ({ successorId: id, records: [] }));
  for (const { successorId, list } of await sealLists(vault, lists))
    Object.assign(answers, {
      [`GET /successors/${successorId}/list`]: { list, listVersion: 1 },
      [`PUT /successors/${successorId}/list`]: { listVersion: 2 },
    });
  owner = openOwner(
    createApi({
      origin: 'https://vault.example',
      send: async (request) => {
        const what = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`;
        if (request.method !== 'GET') written.push(what);
        const answer = answers[what];
        const found = typeof answer === 'function' ? await answer(request) : answer;
        if (found === undefined) return Response.json({ code: 'not_found', status: 404 }, { status: 404 });
        if (Array.isArray(found)) return new Response(found.map((line) => JSON.stringify(line)).join('\n'));
        return Response.json(found, { status: (found as { status?: number }).status ?? 200 });
      },
    }),
    { vault, keyBundleVersion: 1 },
  );
});

const listed = ({ id, kit: { publicKey } }: Person, name: string) => ({
  id,
  name,
  publicKey,
  ownerKey: vault.ownerKey,
  keyPinnedAt: '2026-11-01T00:00:00.000Z',
  optedOut: false,
  restrictToAssignedEntries: true,
});

const left = (...entryIds: string[]) => ({
  entryIds,
  entries: entryIds.map((entryId) => ({ entryId, hasEnvelope: true, envelopeStale: false })),
});

const stored = (entry: SealedEntry) => ({ ...entry, version: 1, category: '', tags: [] });

/** Lets the service answer as it does once another device has moved an entry to the trash. */
async function removeElsewhere({ id }: SealedEntry): Promise<void> {
  const elsewhere = openOwner(owner.api, owner.unlocked());
  answers[`DELETE /vault/entries/${id}`] = {};
  await removeEntry(elsewhere, { id });
  answers['GET /vault/entries'] = {
    entries: [house, diary].filter((entry) => entry.id !== id).map(stored),
    nextCursor: null,
  };
  answers[`GET /successors/${alan.id}/assigned-entries`] = left();
}

/** Lets the service keep each bundle that it gets. */
function keepBundles(): void {
  const keep = async (request: Request) => {
    const [head = ''] = (await request.text()).split('\n');
    // The client asks first whether a rotation would be accepted.
    if (head === '') return {};
    const { keyBundle, keyBundleVersion } = JSON.parse(head);
    const user = { id: vault.userId, keyBundle, keyBundleVersion: keyBundleVersion + 1 };
    answers['GET /auth/profile'] = { user };
    return { user };
  };
  answers['PUT /auth/profile'] = keep;
  answers['POST /vault/rotate'] = keep;
}

const dan = { name: 'Dan', email: 'dan@example.org' };

test.each([
  ['that of someone whose key was compared', () => grace.id],
  ['one that the service chose', () => randomUUID()],
])('a newcomer who is given an ID other than the chosen one is refused: %s', async (_, given) => {
  answers['POST /successors'] = async (request: Request) => ({ successor: await request.json() });
  expect(await inviteSuccessor(owner, dan)).toMatchObject(dan);
  answers['POST /successors'] = { successor: { ...dan, id: given() } };
  await expect(inviteSuccessor(owner, dan)).rejects.toMatchObject({ code: 'successor_id_changed' });
});

describe.each([
  ['has opted out', 'opted_out', { optedOut: true }],
  ['has no compared key', 'not_compared', { keyPinnedAt: null }],
  ['has neither a key nor a comparison', 'opted_out', { optedOut: true, publicKey: null, keyPinnedAt: null }],
])('a service that says that a successor %s', (_, stated, lie) => {
  const leaving = () => ({ code: 'decision_differs', what: 'leaves', successorId: grace.id });
  const seal = () => saveSuccession(owner, { threshold: 1, people: [] });

  beforeEach(() => {
    answers['POST /vault/rotate'] = {};
    answers['GET /successors'] = {
      successors: [{ ...listed(grace, 'Grace'), ...lie }, listed(alan, 'Alan')],
    };
  });

  test('is not obeyed: nothing is sealed until the owner agrees', async () => {
    await expect(seal()).rejects.toMatchObject(leaving());
    await expect(renewKeys(owner, { threshold: 1 })).rejects.toMatchObject(leaving());
    const { people } = await readSuccession(owner);
    expect(people.map(({ difference }) => difference)).toEqual([{ what: 'leaves', stated }, null]);
  });

  test('is not also reported for having no list of someone who opted out', async () => {
    answers[`GET /successors/${grace.id}/list`] = { list: null, listVersion: 0 };
    const different = (await renewLists(owner)).filter(differsFromList).map(({ id }) => id);
    expect(different).toEqual(stated === 'opted_out' ? [] : [grace.id]);
  });

  test('is believed once the owner agrees, and the owner is not asked again', async () => {
    await agree(owner, { id: grace.id, difference: (await readSuccession(owner)).people[0]!.difference! });
    const { people, departed } = await readSuccession(owner);
    expect(people.map(({ difference }) => difference)).toEqual([null, null]);
    // Her kit still opens what was sealed to it.
    expect(departed).toEqual([{ id: grace.id, name: 'Grace' }]);
    expect(await seal()).toEqual({ newKeys: true });
  });

  test('gets nothing sealed to her by saying later that she stays', async () => {
    await agree(owner, { id: grace.id, difference: (await readSuccession(owner)).people[0]!.difference! });
    answers['GET /successors'] = { successors: [listed(grace, 'Grace'), listed(alan, 'Alan')] };
    await expect(seal()).rejects.toMatchObject(leaving());
    const { difference } = (await readSuccession(owner)).people[0]!;
    expect(difference).toEqual({ what: 'leaves', stated: 'stays' });
    await agree(owner, { id: grace.id, difference: difference! });
    expect(await seal()).toEqual({ newKeys: false });
  });
});

test('a successor whom the owner removes gets nothing, although the service still lists her', async () => {
  answers['POST /vault/rotate'] = {};
  answers[`DELETE /successors/${grace.id}`] = {};
  expect(await removeSuccessor(owner, { id: grace.id })).toEqual({ holdsKeys: true, threshold: 1 });
  await refused(renewKeys(owner, { threshold: 1 }), 'decision_differs', { what: 'leaves' });
});

describe('a decision that another device has made since the owner was shown the last one', () => {
  /** Lets the service answer as it does once another device has decided this. */
  async function decideElsewhere(decisions: Parameters<typeof decide>[1]): Promise<void> {
    const { keyBundle } = await decide(vault, decisions);
    answers['GET /auth/profile'] = { user: { id: vault.userId, keyBundle, keyBundleVersion: 2 } };
  }
  const elsewhere = { code: 'decided_elsewhere' };

  beforeEach(() => {
    answers['POST /vault/rotate'] = {};
  });

  test.each([
    ['asking about new keys', whyNewKeys],
    ['a save', saveSuccession],
    ['new keys', renewKeys],
  ])('is not lowered by %s', async (_, step) => {
    await decideElsewhere({ threshold: 2, successors: [] });
    const choices = { threshold: 1, thresholdBefore: 1, people: [] };
    await expect(step(owner, choices)).rejects.toMatchObject(elsewhere);
    expect(written.filter((what) => what.startsWith('PUT'))).toEqual([]);
    // It may be their own decision, whose response was lost.
    for (const known of [{ thresholdBefore: 2 }, { threshold: 2 }]) {
      expect(await whyNewKeys(owner, { ...choices, ...known })).toMatchObject({
        losing: [],
        raisedFrom: null,
      });
    }
  });

  test('gives nothing back to a successor, but is no conflict if the owner wishes exactly the same', async () => {
    const { people } = await readSuccession(owner);
    const { decided } = people.find(({ id }) => id === grace.id)!;
    await decideElsewhere({
      successors: [{ id: grace.id, restricted: true, entryIds: [], takesAway: true }],
    });
    const leave = (...entryIds: string[]) => ({
      threshold: 1,
      people: [{ id: grace.id, restricted: true, entryIds, decided }],
    });
    await expect(saveSuccession(owner, leave(house.id, diary.id))).rejects.toMatchObject(elsewhere);
    expect(await whyNewKeys(owner, leave())).toMatchObject({ losing: [] });
  });

  test('is not taken back by trying again after a conflict', async () => {
    answers['POST /vault/rotate'] = async (request: Request) => {
      if ((await request.text()) === '') return {};
      await decideElsewhere({ threshold: 2, successors: [] });
      return { status: 409, code: 'version_conflict' };
    };
    const choices = { threshold: 1, thresholdBefore: 1, people: [] };
    await expect(saveSuccession(owner, choices)).rejects.toMatchObject(elsewhere);
  });
});

test('the new sheet of a successor doesn’t hide that the old one still opens everything', async () => {
  keepBundles();
  for (const what of ['new-kit', 'verify']) answers[`POST /successors/${grace.id}/${what}`] = {};
  expect(await askForNewKit(owner, { id: grace.id })).toEqual({ holdsKeys: true, threshold: 1 });
  // The new keys are put off until she has made her new sheet.
  const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
  answers['GET /successors'] = { successors: [listed({ ...grace, kit }, 'Grace'), listed(alan, 'Alan')] };
  const typed = { id: grace.id, name: 'Grace', email: SAM, heard: kit.words };
  expect(await compareKey(owner, typed)).toEqual({ matches: true });
  expect((await readSuccession(owner)).departed).toMatchObject([{ name: 'Grace' }]);
  expect(await saveSuccession(owner, { threshold: 1, people: [] })).toEqual({ newKeys: true });
  expect((await readSuccession(owner)).departed).toEqual([]);
});

test('someone who is removed after a new sheet still holds keys by the old one', async () => {
  keepBundles();
  for (const what of ['new-kit', 'verify']) answers[`POST /successors/${grace.id}/${what}`] = {};
  answers[`DELETE /successors/${grace.id}`] = {};
  await askForNewKit(owner, { id: grace.id });
  const kit = await createKit({ ownerKey: vault.ownerKey, email: SAM });
  answers['GET /successors'] = { successors: [listed({ ...grace, kit }, 'Grace'), listed(alan, 'Alan')] };
  await compareKey(owner, { id: grace.id, name: 'Grace', email: SAM, heard: kit.words });
  expect(await removeSuccessor(owner, { id: grace.id })).toEqual({ holdsKeys: true, threshold: 1 });
});

describe('a successor who gets less, although the new keys were cut off,', () => {
  const only = (...entryIds: string[]) => ({
    threshold: 1,
    people: [{ id: grace.id, restricted: true, entryIds }],
  });

  /** Cuts the new keys off. The owner agrees with the list that the service then has. */
  async function cutOff(choices: ReturnType<typeof only>, what: string): Promise<void> {
    answers['POST /vault/rotate'] = async (request: Request) =>
      (await request.text()) === '' ? {} : undefined;
    await expect(saveSuccession(owner, choices)).rejects.toMatchObject({ code: 'not_found' });
    keepBundles();
    const { difference } = (await readSuccession(owner)).people[0]!;
    expect(difference).toMatchObject({ what });
    await agree(owner, { id: grace.id, difference: difference! });
    expect((await readSuccession(owner)).people[0]).toMatchObject({ difference: null });
  }

  beforeEach(() => {
    keepBundles();
    answers[`PUT /successors/${grace.id}/assigned-entries`] = async (request: Request) => {
      const { entryIds, restrictToAssignedEntries } = (await request.json()) as ReturnType<typeof left> & {
        restrictToAssignedEntries: boolean;
      };
      answers[`GET /successors/${grace.id}/assigned-entries`] = left(...entryIds);
      const changed = { ...listed(grace, 'Grace'), restrictToAssignedEntries };
      answers['GET /successors'] = { successors: [changed, listed(alan, 'Alan')] };
      return {};
    };
  });

  test('loses everything else with the next seal', async () => {
    const everything = [{ id: grace.id, restricted: false, entryIds: [] }];
    expect(await saveSuccession(owner, { threshold: 1, people: everything })).toEqual({ newKeys: false });
    await cutOff(only(house.id), 'restricted');
    expect(await saveSuccession(owner, { threshold: 1, people: [] })).toEqual({ newKeys: true });
  });

  test('loses the other entries with the next seal', async () => {
    await cutOff(only(diary.id), 'entries');
    expect(await saveSuccession(owner, { threshold: 1, people: [] })).toEqual({ newKeys: true });
  });
});

describe.each([
  ['everything', false],
  ['a list', true],
])('a successor for whom nothing is decided yet, although the service states %s,', (_, stated) => {
  let edsger: Person;
  const difference = () => ({
    ...(stated ? { what: 'entries' } : { what: 'restricted', stated, decided: true }),
    entryIds: [house.id],
  });
  const differences = async () => (await readSuccession(owner)).people.map((each) => each.difference);

  beforeEach(async () => {
    edsger = { id: randomUUID(), kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    const { id, kit } = edsger;
    vault = await pin(vault, { id, publicKey: kit.publicKey, email: SAM, name: 'Edsger' }, kit.words);
    keepBundles();
    answers['GET /auth/profile'] = {
      user: { id: vault.userId, keyBundle: vault.keyBundle, keyBundleVersion: 2 },
    };
    answers['GET /successors'] = {
      successors: [
        listed(grace, 'Grace'),
        listed(alan, 'Alan'),
        { ...listed(edsger, 'Edsger'), restrictToAssignedEntries: stated },
      ],
    };
    answers[`GET /successors/${id}/assigned-entries`] = left(house.id);
    for (const each of [grace, alan, edsger]) {
      answers[`PUT /successors/${each.id}/list`] = async (request: Request) => {
        const { list, listVersion } = (await request.json()) as { list: string; listVersion: number };
        answers[`GET /successors/${each.id}/list`] = { list, listVersion: listVersion + 1 };
        return { message: '', listVersion: listVersion + 1 };
      };
    }
    answers[`GET /successors/${id}/list`] = { list: null, listVersion: 0 };
  });

  test.each([
    ['new keys', () => renewKeys(owner, { threshold: 1 })],
    [
      'what the others get',
      () =>
        saveSuccession(owner, {
          threshold: 1,
          people: [{ id: grace.id, restricted: true, entryIds: [house.id, diary.id] }],
        }),
    ],
  ])('doesn’t stop %s', async (_what, seal) => {
    answers[`PUT /successors/${grace.id}/assigned-entries`] = {};
    let encryptedShare = '';
    const keep = answers['POST /vault/rotate'] as (request: Request) => Promise<unknown>;
    answers['POST /vault/rotate'] = async (request: Request) => {
      const [head = ''] = (await request.clone().text()).split('\n');
      const { shares = [] } = head === '' ? {} : JSON.parse(head);
      for (const each of shares) if (each.id === edsger.id) ({ encryptedShare } = each);
      return keep(request);
    };
    expect((await differences())[2]).toBeNull();
    await seal();
    const kit = { code: edsger.kit.code, salt: edsger.kit.salt, successorId: edsger.id };
    const { open } = await openAsSuccessor(kit, { encryptedShare, reshares: [] });
    await refused(open({ ...stored(house), envelope: null }), 'envelope_missing');
    // The ordinary question follows.
    expect((await differences())[2]).toEqual(difference());
  });

  test('gets what the service states once the owner agrees', async () => {
    await saveSuccession(owner, { threshold: 1, people: [] });
    await agree(owner, { id: edsger.id, difference: (await differences())[2]! });
    expect(await differences()).toEqual([null, null, null]);
    await saveSuccession(owner, { threshold: 1, people: [] });
    expect((await renewLists(owner)).filter(differsFromList)).toEqual([]);
  });
});

test('an entry whose salt was swapped is not sealed to anyone, and nothing is stored', async () => {
  answers['POST /vault/rotate'] = {};
  answers['GET /vault/entries'] = {
    entries: [stored(house), { ...stored(diary), salt: house.salt }],
    nextCursor: null,
  };
  const people = [{ id: grace.id, restricted: true, entryIds: [house.id, diary.id] }];
  await refused(saveSuccession(owner, { threshold: 1, people }), 'entry_refused', { entryId: diary.id });
  expect(written.filter((what) => what.startsWith('PUT'))).toEqual([]);
});

test('an entry that the service withholds from the vault is not left out silently, no matter who names it', async () => {
  answers['POST /vault/rotate'] = {};
  answers['GET /vault/entries'] = { entries: [stored(house)], nextCursor: null };
  const refusal = { code: 'entry_refused', entryId: diary.id };
  const people = [{ id: grace.id, restricted: true, entryIds: [house.id, diary.id] }];
  await expect(saveSuccession(owner, { threshold: 1, people })).rejects.toMatchObject(refusal);
  await expect(saveSuccession(owner, { threshold: 1, people: [] })).rejects.toMatchObject(refusal);
  await expect(renewKeys(owner, { threshold: 1 })).rejects.toMatchObject(refusal);
  answers['GET /vault/entries'] = { entries: [stored(house), stored(diary)], nextCursor: null };
  answers['GET /vault/export'] = [{ entryCount: 1 }, stored(house)];
  await expect(renewKeys(owner, { threshold: 1 })).rejects.toMatchObject(refusal);
  expect(new Set(written)).toEqual(new Set(['POST /vault/rotate']));
});

test('an entry that another device removes at the same moment is refused once, and then left out', async () => {
  answers['POST /vault/rotate'] = {};
  for (const { id } of [grace, alan]) answers[`PUT /successors/${id}/assigned-entries`] = {};
  await removeElsewhere(diary);
  const leave = (...entryIds: string[]) =>
    saveSuccession(owner, { threshold: 1, people: [{ id: grace.id, restricted: true, entryIds }] });
  await expect(leave(house.id, diary.id)).rejects.toMatchObject({ entryId: diary.id });
  expect(await leave(house.id)).toEqual({ newKeys: false });
});

test('a list with something that is not an ID differs from the decision, and hides nobody else', async () => {
  answers[`GET /successors/${grace.id}/assigned-entries`] = left(house.id, house.id.toUpperCase());
  const { people } = await readSuccession(owner);
  expect(people.map(({ difference }) => difference?.what)).toEqual(['entries', undefined]);
  answers[`DELETE /vault/entries/${diary.id}`] = {};
  await removeEntry(owner, { id: diary.id });
  expect(written).toEqual(['PUT /auth/profile', `DELETE /vault/entries/${diary.id}`]);
});
