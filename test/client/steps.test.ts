/** A client that is made of client/ alone: an owner, two successors, and another device of the owner. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import {
  type Api,
  addEntry,
  answered,
  askForNewKit,
  beginImport,
  changeEntry,
  compareKey,
  createApi,
  type EntryToImport,
  exportDecrypted,
  exportEncrypted,
  importEntries,
  importStream,
  inviteSuccessor,
  linesIn,
  logIn,
  logOut,
  makeKit,
  type Owner,
  openEntries,
  openInheritance,
  openOwner,
  openTrash,
  prepareAccount,
  readAccess,
  readEntry,
  readInvitation,
  readSuccession,
  readSuccessors,
  register,
  rehearse,
  removeEntry,
  removeSuccessor,
  renameSuccessor,
  renewKeys,
  respond,
  restoreTrashed,
  saveSuccession,
  storeKit,
  verifyAddress,
  withHeaders,
  withStreaming,
} from '../../client/index.ts';
import type { Content } from '../../crypto/index.ts';
import { userOf, verificationToken } from '../support/builders/account.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { linkToken } from '../support/builders/successor-links.ts';
import { useApi } from '../support/servers/use-api.ts';

const PASSWORD = 'the heron waits at low tide';

const note = (title: string): Omit<Content, 'version'> => ({
  kind: 'note',
  title,
  category: 'House',
  tags: [],
  fields: { text: `What there is to say about ${title}` },
});

const service = await useApi();
const visitor = (): Api => createApi({ origin: new URL(service.url).origin });

/** Logs in with a program's session, and streams its uploads. */
async function openDevice(email: string): Promise<Owner> {
  let token: string | undefined;
  const authorization = (): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {});
  const api = createApi({ origin: new URL(service.url).origin, send: withHeaders(authorization) });
  const { opened } = await logIn(api, {
    email,
    password: PASSWORD,
    session: 'app',
    onSession({ accessToken }) {
      token = accessToken;
    },
  });
  if (opened.state !== 'open') throw new Error(opened.state);
  return openOwner(withStreaming(api), opened.unlocked);
}

let email: string;
let ada: Owner;
beforeAll(async () => {
  email = uniqueEmail('ada');
  const { registration } = await prepareAccount(visitor(), { email, name: 'Ada', password: PASSWORD });
  await register(visitor(), registration);
  const { id } = await userOf(service, email);
  await verifyAddress(visitor(), await verificationToken(service, id));
  ada = await openDevice(email);
});

const titles = async (owner: Owner) =>
  (await openEntries(owner)).map(({ content }) => content?.title ?? null).sort();

async function invite(name: string) {
  // Successors are listed in the order in which they were named.
  service.clock.now += 1_000;
  const { id } = await inviteSuccessor(ada, { name, email: uniqueEmail(name.toLowerCase()) });
  return makeKitOf(id, name);
}

async function makeKitOf(id: string, name: string) {
  const token = await linkToken(service, { id: ada.unlocked().vault.userId }, id);
  const { successor, ownerName } = await readInvitation(visitor(), token);
  expect(ownerName).toBe('Ada');
  const kit = await makeKit({ ownerKey: successor.ownerKey ?? '', email: successor.email });
  await storeKit(visitor(), token, kit);
  return { id, name, email: successor.email, kit };
}

test('entries are added, read, changed, removed and restored', async () => {
  const id = randomUUID();
  const content = note('the well');
  const added = await addEntry(ada, { id, content });
  // As after a lost response.
  expect(await addEntry(ada, { id, content })).toEqual(added);
  await changeEntry(ada, { ...added, content: note('the deep well') });
  expect((await readEntry(ada, { id })).content).toEqual({ version: 1, ...note('the deep well') });
  await removeEntry(ada, { id });
  await removeEntry(ada, { id });
  expect(await openEntries(ada)).toEqual([]);
  const deleted = (await openTrash(ada)).find(({ reason }) => reason === 'deleted')!;
  await restoreTrashed(ada, deleted);
  expect(await titles(ada)).toEqual(['the deep well']);
});

test('imports come in as a stream and in batches, and exports hold everything', async () => {
  const entry = (title: string): EntryToImport => ({
    id: randomUUID(),
    content: note(title),
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: null,
  });
  const streamed = [entry('one'), entry('two')];
  const read = async function* () {
    yield* streamed;
  };
  expect(await importStream(ada, read)).toMatchObject({
    created: 2,
    updated: 0,
    added: streamed.map(({ id }) => ({ id })),
  });
  const batched = [{ ...streamed[0]!, content: note('one, replaced') }, entry('three')];
  expect(await importEntries(ada, beginImport(), batched)).toMatchObject({
    created: 1,
    updated: 1,
    added: [{ id: batched[1]?.id }],
  });
  const all = ['one, replaced', 'the deep well', 'three', 'two'];
  expect(await titles(ada)).toEqual(all);

  const readable = await exportDecrypted(ada);
  let text = '';
  for await (const piece of readable.text) text += piece;
  const { entries } = JSON.parse(text) as { entries: { content: Content }[] };
  expect(entries.map(({ content }) => content.title).sort()).toEqual(all);
  expect(readable.missing()).toBe(0);
  const encrypted = await exportEncrypted(ada.api);
  const lines = [];
  for await (const each of linesIn(ReadableStream.from(encrypted.text).pipeThrough(new TextEncoderStream())))
    lines.push(JSON.parse(each));
  expect(lines[0]).toMatchObject({ entryCount: 4 });
  expect(lines).toHaveLength(5);
});

test('an import whose file ends in the middle changes nothing', async () => {
  const before = await titles(ada);
  let times = 0;
  const broken = async function* () {
    times += 1;
    yield { id: randomUUID(), content: note('half'), createdAt: null, updatedAt: null };
    if (times === 2) throw new Error('the disk is gone');
    yield { id: randomUUID(), content: note('never'), createdAt: null, updatedAt: null };
  };
  await expect(importStream(ada, broken)).rejects.toThrow('the disk is gone');
  expect(await titles(ada)).toEqual(before);
});

test('successors are compared and sealed to, one rehearses, and the removed one costs a rotation', async () => {
  const grace = await invite('Grace');
  const alan = await invite('Alan');
  const wrong = grace.kit.words.replace(/^\w+/, (first) => (first === 'nothing' ? 'zoo' : 'nothing'));
  expect(await compareKey(ada, { ...grace, heard: wrong })).toEqual({ matches: false, words: [1] });
  for (const each of [grace, alan]) {
    expect(await compareKey(ada, { ...each, heard: each.kit.words })).toEqual({ matches: true });
  }
  const [first] = await openEntries(ada);
  const people = [
    { id: grace.id, restricted: true, entryIds: [first!.id] },
    { id: alan.id, restricted: false, entryIds: [] },
  ];
  expect(await saveSuccession(ada, { threshold: 1, people })).toEqual({ newKeys: false });
  const { people: states, threshold } = await readSuccession(ada);
  expect(threshold).toBe(1);
  expect(
    states.map(({ id, holdsKeys, missing, difference }) => ({ id, holdsKeys, missing, difference })),
  ).toEqual([grace, alan].map(({ id }) => ({ id, holdsKeys: true, missing: 0, difference: null })));

  const tooLong = renameSuccessor(ada, { id: grace.id, name: 'G'.repeat(61) });
  await expect(tooLong).rejects.toMatchObject({ code: 'validation_failed' });
  // Typed as some keyboards do: the accent is a character of its own.
  await renameSuccessor(ada, { id: alan.id, name: ' Ale\u0301n ' });
  expect((await readSuccession(ada)).people.map(({ difference }) => difference)).toEqual([null, null]);

  await rehearse(ada, { id: grace.id, sample: JSON.stringify({ version: 1, ...note('a sample') }) });
  const { rehearsal } = (
    await answered(ada.api.GET('/successors/{id}', { params: { path: { id: grace.id } } }))
  ).successor;
  expect(rehearsal).not.toBeNull();
  const owner = { id: ada.unlocked().vault.userId };
  const token = await linkToken(service, owner, grace.id, 'rehearsal_response');
  const { accessToken = '' } = await respond(visitor(), { token, response: 'accept' });
  const access = await readAccess(visitor(), accessToken);
  const typed = { code: grace.kit.code, ownerFingerprint: grace.kit.ownerFingerprint };
  const opened = await openInheritance(access, typed);
  expect(opened).toMatchObject({ rehearsal: true, entries: [{ content: { title: 'a sample' } }] });

  const elsewhere = await openDevice(email);
  const before = await titles(ada);
  expect(await removeSuccessor(ada, { id: alan.id })).toMatchObject({ holdsKeys: true });
  expect((await readSuccession(ada)).departed).toEqual([{ id: alan.id, name: 'Al\u00e9n' }]);
  service.clock.now += 1_000;
  const dan = await inviteSuccessor(ada, { name: 'Dan', email: uniqueEmail('dan') });
  expect(await renewKeys(ada, { threshold: 1, newSigner: true })).toMatchObject({ newSigner: true });
  const { people: after, departed } = await readSuccession(ada);
  expect(departed).toEqual([]);
  expect(after).toMatchObject([
    { id: grace.id, isCompared: true, hasForeignOwner: false, missing: 0, difference: null },
    { id: dan.id },
  ]);
  // A kit that exists goes on naming the keys that were given up. A later one names the new keys.
  const { ownerKey } = ada.unlocked().vault;
  const named = (await readSuccessors(ada.api)).map((each) => each.ownerKey);
  expect(named).toEqual([dan.ownerKey, ownerKey]);
  expect(ownerKey).not.toBe(dan.ownerKey);
  expect(await titles(ada)).toEqual(before);

  // Grace has lost her sheet.
  expect(await askForNewKit(ada, { id: grace.id })).toMatchObject({ holdsKeys: true });
  await renewKeys(ada, { threshold: 1 });
  const again = await makeKitOf(grace.id, 'Grace');
  expect(await compareKey(ada, { ...again, heard: again.kit.words })).toEqual({ matches: true });
  await saveSuccession(ada, { threshold: 1, people: [{ id: grace.id, restricted: false, entryIds: [] }] });
  expect((await readSuccession(ada)).people[0]).toMatchObject({
    ...{ id: grace.id, isCompared: true, hasForeignOwner: false, isDecided: true, difference: null },
  });

  // The other device goes on with the new keys, also in an export.
  const readable = await exportDecrypted(elsewhere);
  let text = '';
  for await (const piece of readable.text) text += piece;
  expect([JSON.parse(text).entries.length, readable.missing()]).toEqual([before.length, 0]);
  await addEntry(elsewhere, { id: randomUUID(), content: note('later') });
  expect(await titles(ada)).toEqual([...before, 'later'].sort());
});

test('logging out ends the session, even if the access token has expired by then', async () => {
  let tokens = { accessToken: '', refreshToken: '' };
  const refresh = () =>
    answered(visitor().POST('/auth/refresh', { body: { refreshToken: tokens.refreshToken } }));
  const api = createApi({
    origin: new URL(service.url).origin,
    send: withHeaders(() => ({ Authorization: `Bearer ${tokens.accessToken}` })),
    async renew() {
      const { accessToken = '', refreshToken = '' } = await refresh();
      tokens = { accessToken, refreshToken };
      return true;
    },
  });
  await logIn(api, {
    ...{ email, password: PASSWORD, session: 'app' },
    onSession({ accessToken = '', refreshToken = '' }) {
      tokens = { accessToken, refreshToken };
    },
  });
  service.clock.now += 61 * 60_000;
  await logOut(api);
  await expect(refresh()).rejects.toMatchObject({ status: 401 });
});
