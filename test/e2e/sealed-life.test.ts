/** What the whole service knows, seen by someone who takes all of it: nothing opens without the kits of a quorum. */
import { beforeAll, expect, test } from '@jest/globals';
import { createKit, sealToSuccessors } from '../../crypto/index.ts';
import { AssignedEntry } from '../../db/entities/assigned-entry.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { answer } from '../../dev/api-client.ts';
import { found, type SearchedPlace } from '../../dev/secret-search.ts';
import { base64, join, sealAes, sha256, sign } from '../../scripts/crypto-vectors/plain.ts';
import { attack } from '../support/clients/attacker.ts';
import {
  beginSealedScenario,
  type SealedPerson,
  type SealedScenario,
} from '../support/clients/sealed-scenario.ts';
import { startLongDayEnvironment } from '../support/servers/long-day-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';
import { searchedPlaces } from './searched-places.ts';

const environment = await use(() => startLongDayEnvironment({ DEFAULT_PLAN: 'family' }));
let owner: SealedScenario;
let grace: SealedPerson;
let alan: SealedPerson;
let edsger: SealedPerson;
beforeAll(async () => {
  owner = await beginSealedScenario(environment);
  [grace, alan, edsger] = owner.people as [SealedPerson, SealedPerson, SealedPerson];
});

/** All that the service stores, logs and sends, and every request and answer so far. */
async function everything(): Promise<SearchedPlace[]> {
  const people = [owner.email, ...owner.people.map(({ email }) => email)];
  const places = [
    ...(await searchedPlaces(environment, people)),
    { name: 'the requests', texts: [...owner.traffic.sent] },
    { name: 'the answers', texts: [...owner.traffic.received] },
  ];
  // Nothing is found where nothing is searched.
  expect(places.filter(({ texts }) => texts.length === 0)).toEqual([]);
  return places;
}

const kitOf = ({ id, kit: { code, salt } }: SealedPerson) => ({ code, salt, successorId: id });

/** What an attacker with everything and these kits finds. */
const findWith = async (places: SearchedPlace[], ...who: SealedPerson[]): Promise<string[]> =>
  attack(
    {
      places,
      kits: who.map(kitOf),
      successorIds: owner.people.map(({ id }) => id),
      userId: owner.userId,
      entryIds: [...owner.entries.keys()],
    },
    owner.prizes,
  );

const textsOf = ({ left }: SealedPerson): string[] =>
  (left ?? [...owner.texts.keys()]).map((id) => owner.texts.get(id)!);
const openedTexts = (hits: string[]): string[] => hits.filter((hit) => owner.prizes.texts.has(hit));

/** Days of silence, until a mail of this kind was accepted by someone's mail server. */
async function passSilentDays(
  days: number,
  kind: 'reminder' | 'final_notice' | 'invitation',
  count = 1,
): Promise<void> {
  await environment.rest();
  await environment.passDays(owner.userId, days);
  await until(`${count} × ${kind}`, async () => {
    return (await environment.em().count(Mail, { kind, userId: owner.userId, status: 'accepted' })) === count;
  });
  await environment.rest();
}

test('the attacker finds what there is to find', async () => {
  const kept = await everything();
  const withSlip = (key: string) => {
    const texts = [Buffer.from(owner.prizes.keys.get(key)!).toString('base64')];
    return findWith([...kept, { name: 'a slip', texts }]);
  };
  const withVaultKey = await withSlip('vaultKey');
  for (const text of owner.texts.values()) expect(withVaultKey).toContain(text);
  // A successor to whom everything is left gets that key, and with it neither signs nor pins in the owner's name.
  for (const key of ['root', 'signingSeed', 'quorumSecret']) expect(withVaultKey).not.toContain(key);
  const withRoot = await withSlip('root');
  for (const key of ['signingSeed', 'quorumSecret']) expect(withRoot).toContain(key);
  for (const text of owner.texts.values()) expect(withRoot).not.toContain(text);
});

test('an owner stays silent until the release, and nobody opens more than was left to them', async () => {
  await answer(
    owner.call.PUT('/inactivity/settings', { body: { thresholdDays: 10, reminderPercents: [50] } }),
  );
  await passSilentDays(5, 'reminder');
  await passSilentDays(5, 'final_notice');
  await passSilentDays(2, 'invitation', 3);
  const before = await everything();
  expect(await findWith(before)).toEqual([]);
  // Each opens their own package, and in it neither a key of the vault nor of any entry.
  for (const person of owner.people) {
    expect(await findWith(before, person)).toEqual([`${person.name}'s own secret`]);
  }

  await owner.accept(grace);
  const one = await everything();
  expect(await findWith(one, grace)).toEqual(["Grace's own secret"]);
  // Not defended, and docs/crypto.md says so: Grace's acceptance and Alan's kit are a quorum.
  expect(openedTexts(await findWith(one, alan))).toEqual(textsOf(alan).sort());

  await owner.accept(alan);
  const quorum = await everything();
  expect(found(owner.secrets, quorum)).toEqual([]);
  expect(found([{ what: 'the address', value: owner.email }], quorum)).toEqual(
    expect.arrayContaining([
      'the address in the mails',
      expect.stringMatching(/^the address in the database/),
    ]),
  );
  expect(await findWith(quorum)).toEqual([]);
  const both = await findWith(quorum, grace, alan);
  expect(openedTexts(both)).toEqual([...new Set([...textsOf(grace), ...textsOf(alan)])].sort());
  for (const kept of [
    'root',
    'vaultKey',
    'signingSeed',
    'kek',
    'master',
    'recoveryKey',
    "Edsger's own secret",
  ]) {
    expect(both).not.toContain(kept);
  }

  await environment.rest();
  for (const person of [grace, alan]) {
    const { inheritance, texts } = await owner.inherit(person);
    expect(inheritance).toMatchObject({
      userId: owner.userId,
      threshold: 2,
      badShares: [],
      ownerFingerprint: person.kit.ownerFingerprint,
    });
    expect(Object.values(texts).sort()).toEqual(textsOf(person).sort());
  }
  // The third accepts later, and gets the whole vault with what the first two passed on.
  await owner.accept(edsger);
  await environment.rest();
  expect((await owner.inherit(edsger)).texts).toEqual(Object.fromEntries(owner.texts));
}, 480_000);

test('a server that swaps a pinned key gets nothing sealed to it', async () => {
  const { publicKey } = await createKit({ ownerKey: owner.vault.ownerKey, email: grace.email });
  const honest = await environment.em().findOneOrFail(Successor, { id: grace.id });
  await environment.em().nativeUpdate(Successor, { id: grace.id }, { publicKey });
  try {
    const { successors } = await answer(owner.call.GET('/successors'));
    const served = new Map(successors.map((each) => [each.id, each.publicKey]));
    expect(served.get(grace.id)).toBe(publicKey);
    const recipients = owner
      .recipients()
      .map((each) => ({ ...each, publicKey: served.get(each.id) ?? null }));
    await expect(
      sealToSuccessors(owner.vault, { threshold: 2, successors: recipients }),
    ).rejects.toMatchObject({
      code: 'key_swapped',
    });
  } finally {
    await environment.em().nativeUpdate(Successor, { id: grace.id }, { publicKey: honest.publicKey });
  }
});

/** Serves something else until `read` has been refused. */
async function serving(
  change: () => Promise<unknown>,
  back: () => Promise<unknown>,
  read: () => Promise<unknown>,
) {
  await change();
  try {
    return await read().then(
      () => 'opened',
      (error: { code?: string }) => error.code,
    );
  } finally {
    await back();
  }
}

test('a server that serves a forged envelope opens nothing with it', async () => {
  const [mine, other] = (
    await environment.em().find(AssignedEntry, { successorId: alan.id }, { orderBy: { entryId: 'asc' } })
  ).map(({ entryId, envelope }) => ({
    where: { successorId: alan.id, entryId },
    envelope: envelope ?? null,
  }));
  const serve = ({ where }: NonNullable<typeof mine>, envelope: string | null) =>
    environment.em().nativeUpdate(AssignedEntry, where, { envelope });
  for (const [envelope, code] of [
    [other!.envelope, 'envelope_refused'],
    [Buffer.alloc(60, 7).toString('base64'), 'envelope_refused'],
    [null, 'envelope_missing'],
  ] as const) {
    const refusal = await serving(
      () => serve(mine!, envelope),
      () => serve(mine!, mine!.envelope),
      () => owner.inherit(alan),
    );
    expect(refusal).toBe(code);
  }
});

test('a successor who can read an entry cannot have another believe that its owner wrote something else', async () => {
  const id = alan.left![0]!;
  const { encryptedData, iv } = owner.entries.get(id)!;
  const key = owner.prizes.keys.get(`the key of ${owner.texts.get(id)}`)!;
  const text = 'Everything goes to Alan.';
  const signature = sign(sha256('a key of their own'), 'entry-signature-v1', owner.userId, id, text);
  const forgedIv = Buffer.alloc(12, 1);
  const forged = sealAes(key, forgedIv, join(signature, text), join('entry-v1', owner.userId, id));
  const serve = (fields: { encryptedData: string; iv: string }) =>
    environment.em().nativeUpdate(VaultEntry, { id }, fields);
  const refusal = await serving(
    () => serve({ encryptedData: base64(forged), iv: base64(forgedIv) }),
    () => serve({ encryptedData, iv }),
    () => owner.inherit(edsger),
  );
  expect(refusal).toBe('entry_forged');
  expect((await owner.inherit(edsger)).texts).toEqual(Object.fromEntries(owner.texts));
});
