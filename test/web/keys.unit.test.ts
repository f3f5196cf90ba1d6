/** The worker's tasks: what a lying service, another tab, another device and a lost answer can do to an open vault. */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { freshVault } from '../../client/owner.ts';
import {
  type Content,
  changePassword,
  encryptedSize,
  isUnderFormerKey,
  keepRecoveryCode,
  renewRecoveryCode,
  rotate,
  type SealedEntry,
  sealEntry,
  unlock,
  unlockWithRecoveryCode,
  type Vault,
  writeContent,
} from '../../crypto/index.ts';
import { fromService, newOwner, type TestOwner } from '../crypto/owner.ts';
import { until } from '../support/until.ts';
import { answers, answerWith, asTab, asWorker, disk, refusal, sent } from '../support/worker-tasks.ts';

const { otherWorker, privateFiles } = asWorker();
const asked = asTab();
const { current, drop, goOn, hold, lockCount } = await import('../../web/keys/unlocked-vault.ts');
const { isHoldingFiles } = await import('../../web/keys/private-files.ts');
const { owner } = await import('../../web/keys/owner.ts');
const { seen } = await import('../../web/keys/seen.ts');
const { tasks } = await import('../../web/keys/tasks/index.ts');
const { stopUploads, uploads } = await import('../../web/keys/uploads.ts');

let ada: TestOwner;
beforeAll(async () => {
  ada = await newOwner();
});

/** The account as the service has it. A test changes it as another device, or a liar, would. */
let user: { id: string; email: string; salt: string; keyBundle: unknown; keyBundleVersion: number };

const openNow = async (version = user.keyBundleVersion) => ({
  vault: await unlock(ada.logIn, user),
  keyBundleVersion: version,
});

const note = (title: string): Content => ({
  version: 1,
  kind: 'note',
  title,
  category: '',
  tags: [],
  fields: { text: title },
});

const FILM = {
  id: crypto.randomUUID(),
  name: 'film.mp4',
  type: 'video/mp4',
  size: 4,
  sha256: 'a'.repeat(64),
  identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
};

/** A rotation of a vault without entries and successors. */
const NOTHING_TO_SEAL = { keyBundleVersion: 1, entries: [], entryCount: 0, threshold: 1, successors: [] };

/** Another device of the owner stores a bundle. */
function storeElsewhere({ keyBundle }: Vault): void {
  user = { ...user, keyBundle: fromService(keyBundle), keyBundleVersion: user.keyBundleVersion + 1 };
}

beforeEach(async () => {
  drop();
  sent.length = 0;
  const { id, salt, keyBundle } = ada.user;
  // Each test begins with the first bundle.
  for (const name of [id, ada.vault.keyBundle.signing.publicKey]) await seen.remember(name, 0);
  user = { id, salt, email: ada.credentials.email, keyBundle, keyBundleVersion: 1 };
  answerWith(({ method, path, body }) => {
    if (path === '/auth/kdf') return { kdf: ada.credentials.kdf, current: ada.credentials.kdf };
    if (path.startsWith('/auth/key-bundles')) return { keyBundles: [], nextCursor: null };
    if (path === '/auth/confirm') return { confirmedUntil: new Date().toISOString() };
    if (path !== '/auth/profile') return refusal(404, 'not_found');
    if (method === 'GET') return { user };
    if (body.keyBundleVersion !== user.keyBundleVersion) return refusal(409, 'version_conflict');
    storeElsewhere({ keyBundle: body.keyBundle } as Vault);
    return { user };
  });
});

describe('locking', () => {
  test('takes the keys away from what is under way, and a change of the keys does not', async () => {
    const before = await openNow();
    hold(before, lockCount());
    const after = await openNow(2);
    goOn(after);
    expect(current()).toBe(after);
    expect(before.vault.keys).not.toBeNull();
    drop();
    expect([before.vault.keys, after.vault.keys, current()]).toEqual([null, null, null]);
  });

  test('in a tab with a worker of its own locks this one too, and sends nothing but that', async () => {
    const told: unknown[] = [];
    otherWorker.onmessage = ({ data }) => told.push(data);
    hold(await openNow(), lockCount());
    goOn(await openNow(2));
    otherWorker.postMessage(null);
    expect(current()).toBeNull();
    drop();
    otherWorker.onmessage = null;
    expect(told).toEqual([null]);
  });

  test('ends a change of the keys that is under way', async () => {
    hold(await openNow(), lockCount());
    const changed = await openNow(2);
    drop();
    goOn(changed);
    expect([current(), changed.vault.keys]).toEqual([null, null]);
  });

  test('forgets a password that was typed before, wherever it was locked', async () => {
    const service = answers();
    answerWith((request) => {
      if (request.path === '/auth/kdf') otherWorker.postMessage(null);
      return service(request);
    });
    await tasks.unlock({ password: 'correct horse' }, asked);
    expect(current()).toBeNull();
  });
});

test('an open vault does not go back to an older bundle', async () => {
  const held = await openNow(7);
  hold(held, lockCount());
  // As when another tab changes the keys while this one derives the password.
  hold(await openNow(6), lockCount());
  expect(current()).toBe(held);
  user.keyBundleVersion = 6;
  await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  expect(current()).toBeNull();
});

test('no new password is stored for the keys of the registration if the service names another ID', async () => {
  hold({ ...(await renewRecoveryCode((await openNow()).vault)), keyBundleVersion: 2 }, lockCount());
  user.id = crypto.randomUUID();
  const typed = { password: 'correct horse', newPassword: 'battery staple', withNewCode: false };
  await expect(tasks.replacePassword(typed, asked)).rejects.toMatchObject({ code: 'bundle_rolled_back' });
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
});

describe('a new recovery code', () => {
  const opensWith = (code: string) => unlockWithRecoveryCode(ada.logIn, user, [], code);

  test('works for keys that another device has changed since, and stays the same code', async () => {
    hold(await openNow(), lockCount());
    const { recoveryCode } = await tasks.prepareRecoveryCode(undefined, asked);
    const { vault: changed } = await renewRecoveryCode(await unlock(ada.logIn, user));
    storeElsewhere(changed);
    await tasks.storeRecoveryCode(undefined, asked);
    await expect(opensWith(recoveryCode)).resolves.toMatchObject({ ownerKey: ada.vault.ownerKey });
    await expect(opensWith(ada.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  });

  test('is stored once, if the answer to the first try got lost', async () => {
    hold(await openNow(), lockCount());
    const { recoveryCode } = await tasks.prepareRecoveryCode(undefined, asked);
    storeElsewhere(await keepRecoveryCode(await unlock(ada.logIn, user), recoveryCode));
    await tasks.storeRecoveryCode(undefined, asked);
    expect(user.keyBundleVersion).toBe(2);
    await opensWith(recoveryCode);
  });
});

describe('an address that the service made up', () => {
  const lie = { email: 'the-same-for-everybody@example.org' };
  const typed = { password: 'correct horse' };

  test('brings it nothing that was derived from the password', async () => {
    Object.assign(user, lie);
    await expect(tasks.deleteAccount(typed)).rejects.toMatchObject({ code: 'wrong_password' });
    Object.assign(user, { keyBundle: { version: 2, kdf: ada.credentials.kdf, awaiting: 'recovery' } });
    await expect(tasks.unlock(typed, asked)).rejects.toMatchObject({ code: 'address_unproven' });
    const told = sent.filter(({ path }) => path !== '/auth/kdf').map(({ body }) => body);
    expect(told.filter((body) => body !== null)).toEqual([]);
  });

  test('and the true one is proven by the keys that it opens, so the password confirms', async () => {
    await expect(tasks.confirm(typed)).resolves.toMatchObject({ confirmedUntil: expect.any(String) });
    expect(sent.at(-1)?.body).toEqual({ password: ada.logIn.password });
  });

  test('and remembered once they have, because the service soon returns those keys no more', async () => {
    await tasks.unlock(typed, asked);
    drop();
    const service = answers();
    answerWith((request) => {
      if (request.path === '/auth/keys') return { keyBundle: user.keyBundle };
      const isProfile = request.path === '/auth/profile' && request.method === 'GET';
      return isProfile ? { user: { ...user, keyBundle: null } } : service(request);
    });
    await expect(tasks.unlock(typed, asked)).resolves.toMatchObject({ state: 'open' });
  });
});

test('an entry that an earlier try stored, before the keys were changed elsewhere, is sealed again', async () => {
  const [id, content] = [crypto.randomUUID(), note('written before')];
  let entry = { ...(await sealEntry(ada.vault, { id, text: writeContent(content) })), version: 1 };
  const { vault } = await rotate(ada.vault, NOTHING_TO_SEAL);
  storeElsewhere(vault);
  hold({ vault, keyBundleVersion: 2 }, lockCount());
  const service = answers();
  answerWith((request) => {
    if (request.method === 'POST') return refusal(409, 'already_exists');
    if (request.path !== `/vault/entries/${id}`) return service(request);
    if (request.method === 'PUT') entry = { ...request.body, id, version: 2 };
    return { entry };
  });
  expect(await tasks.addEntry({ id, content }, asked)).toMatchObject({ version: 2, content });
  expect(await isUnderFormerKey(vault, entry)).toBe(false);
});

describe('a service whose answers get lost', () => {
  const id = crypto.randomUUID();
  const film = { name: 'film.mp4', type: 'video/mp4', bytes: new Blob(['a film']) };
  let entry: (SealedEntry & { version: number }) | null;
  /** The request that it carries out without an answer. */
  let loses: string | null;

  beforeEach(async () => {
    hold(await openNow(), lockCount());
    [entry, loses] = [null, null];
    const service = answers();
    answerWith((request) => {
      const { method, path, body } = request;
      if (path === '/files') return { file: { state: 'uploading' } };
      if (path.startsWith('/files')) return refusal(503, 'unavailable');
      if (!path.startsWith('/vault/entries')) return service(request);
      if (method === 'POST' && entry) return refusal(409, 'already_exists');
      if (method === 'POST') entry = { ...body, version: 1 };
      if (method === 'PUT') entry = { ...body, id, version: body.version + 1 };
      if (loses !== method) return { entry };
      loses = null;
      throw new Error('The connection broke');
    });
  });

  afterEach(stopUploads);

  test('has a new entry once, with what was corrected before it was saved again', async () => {
    loses = 'POST';
    await expect(tasks.addEntry({ id, content: note('Recieved') }, asked)).rejects.toMatchObject({
      code: 'unreachable',
    });
    const content = note('Received');
    expect(await tasks.addEntry({ id, content }, asked)).toMatchObject({ id, version: 2, content });
    expect(await tasks.addEntry({ id, content }, asked)).toMatchObject({ id, version: 2, content });
  });

  test('has a file once, although its entry was saved again, corrected or not', async () => {
    await tasks.addEntry({ id, content: note('For Bea') }, asked);
    loses = 'PUT';
    const added = { id, files: [film] };
    await expect(tasks.addFiles(added, asked)).rejects.toMatchObject({ code: 'unreachable' });
    await tasks.addEntry({ id, content: note('For Bea') }, asked);
    const { content } = await tasks.addFiles(added, asked);
    expect(content?.files).toMatchObject([{ name: 'film.mp4' }]);
    expect(await tasks.addEntry({ id, content: note('For my Bea') }, asked)).toMatchObject({
      content: { title: 'For my Bea', files: content?.files },
    });
  });

  test('goes on getting a file that could not be removed', async () => {
    await tasks.addEntry({ id, content: note('For Bea') }, asked);
    const { content } = await tasks.addFiles({ id, files: [film] }, asked);
    const fileId = content!.files![0]!.id;
    await expect(tasks.removeFile({ id, fileId })).rejects.toMatchObject({ code: 'unavailable' });
    expect(uploads()).toMatchObject([{ entryId: id, fileId }]);
  });

  test('gets a file that never arrives for some hours only, until its owner tries again', async () => {
    await import('../../client/upload.ts');
    await tasks.addEntry({ id, content: note('For Bea') }, asked);
    const { content } = await tasks.addFiles({ id, files: [film] }, asked);
    stopUploads();
    const service = answers();
    answerWith((request) => {
      // As behind a proxy that refuses it.
      if (request.method === 'PATCH') throw new Error('The connection broke');
      if (request.method !== 'HEAD') return service(request);
      return new Response(null, { headers: { 'upload-offset': '0' } });
    });
    const announcements = () =>
      sent.filter(({ path, method }) => path === '/files' && method === 'POST').length;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    try {
      const again = [{ entryId: id, files: content!.files! }];
      const began = Date.now();
      await tasks.goOnUploading(again);
      while (uploads()[0]?.problem === null) {
        expect(Date.now() - began).toBeLessThan(6 * 3_600_000);
        await jest.advanceTimersByTimeAsync(5_000);
        await new Promise(setImmediate);
      }
      expect(uploads()).toMatchObject([{ problem: 'unreachable' }]);
      const before = announcements();
      await jest.advanceTimersByTimeAsync(24 * 3_600_000);
      expect(announcements()).toBe(before);
      await tasks.goOnUploading(again);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(announcements()).toBeGreaterThan(before);
    } finally {
      jest.useRealTimers();
    }
  });

  test('is not sent a file that was removed on another device while this one was offline', async () => {
    await import('../../client/upload.ts');
    await tasks.addEntry({ id, content: note('For Bea') }, asked);
    const { content } = await tasks.addFiles({ id, files: [film] }, asked);
    stopUploads();
    let isRemoved = false;
    let announcements = 0;
    const service = answers();
    answerWith((request) => {
      if (request.method === 'POST') announcements += 1;
      if (request.method === 'PATCH') throw new Error('The connection broke');
      if (request.method !== 'HEAD') return service(request);
      return new Response(null, { status: isRemoved ? 404 : 200, headers: { 'upload-offset': '1' } });
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    try {
      await tasks.goOnUploading([{ entryId: id, files: content!.files! }]);
      while (!uploads()[0]?.isOffline) {
        await jest.advanceTimersByTimeAsync(5_000);
        await new Promise(setImmediate);
      }
      isRemoved = true;
      announcements = 0;
      while (uploads().length > 0) {
        await jest.advanceTimersByTimeAsync(5_000);
        await new Promise(setImmediate);
      }
      expect(announcements).toBe(0);
    } finally {
      jest.useRealTimers();
    }
    const folder = await (await privateFiles.getDirectoryHandle('uploads')).getDirectoryHandle(user.id);
    const kept = `${content!.files![0]!.id}.age`;
    expect(await namesIn(folder)).toContain(kept);
    await tasks.goOnUploading([]);
    expect(await namesIn(folder)).not.toContain(kept);
  });
});

test('an older version of a removed entry comes back with its files, even if the first try fails halfway', async () => {
  hold(await openNow(), lockCount());
  const [id, trashId] = [crypto.randomUUID(), crypto.randomUUID()];
  const text = writeContent({ ...note('with a film'), files: [FILM] });
  const entry = { ...(await sealEntry(ada.vault, { id, text })), version: 1 };
  let isInVault = false;
  let isFileBack = false;
  let fails = true;
  const service = answers();
  answerWith((request) => {
    const { method, path } = request;
    if (path.startsWith('/vault/trash'))
      return { entries: isInVault ? [] : [{ ...entry, trashId }], nextCursor: null };
    if (path === `/vault/entries/${id}` && method === 'GET' && isInVault) return { entry };
    if (path === `/vault/entries/${id}/restore`) isInVault = true;
    else if (path === `/files/${FILM.id}/restore` && !fails) isFileBack = true;
    else if (path === `/files/${FILM.id}/restore`) return refusal(503, 'unavailable');
    else return service(request);
    return { entry };
  });
  await expect(tasks.restoreTrashed({ trashId }, asked)).rejects.toMatchObject({ status: 503 });
  fails = false;
  await tasks.restoreTrashed({ trashId }, asked);
  expect([isInVault, isFileBack]).toEqual([true, true]);
});

/** Where a recording waits. */
async function folderOf({ id }: { id: string }): Promise<typeof privateFiles> {
  let folder = privateFiles;
  for (const name of ['recordings', ada.vault.userId, id])
    folder = await folder.getDirectoryHandle(name, { create: true });
  return folder;
}

async function namesIn(folder: typeof privateFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of folder.values()) names.push(name);
  return names;
}

test('a recording that was begun before the signing keys were replaced goes on, and opens', async () => {
  hold(await openNow(), lockCount());
  const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
  await tasks.beginRecording(recording);
  await tasks.keepPart({ id: recording.id, at: 0, part: new Blob(['a film ']) });
  const { vault } = await rotate(ada.vault, { ...NOTHING_TO_SEAL, newSigner: true });
  hold({ vault, keyBundleVersion: 2 }, lockCount());
  await tasks.keepPart({ id: recording.id, at: 1, part: new Blob(['and its end']) });
  expect(await tasks.findRecordings()).toEqual([recording]);
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
});

test('a recording opens without the part that a closed tab was writing', async () => {
  hold(await openNow(), lockCount());
  const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
  await tasks.beginRecording(recording);
  const folder = await folderOf(recording);
  await folder.getFileHandle('0', { create: true });
  expect(await tasks.findRecordings()).not.toContainEqual(recording);
  await tasks.keepPart({ id: recording.id, at: 0, part: new Blob(['a film']) });
  await folder.getFileHandle('1', { create: true });
  expect(await tasks.findRecordings()).toContainEqual(recording);
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film');
});

describe('a browser that writes no files', () => {
  beforeEach(async () => {
    disk.canWrite = false;
    hold(await openNow(), lockCount());
  });
  afterEach(() => {
    disk.canWrite = true;
    stopUploads();
  });

  test('keeps a recording while its worker runs, even while the vault is locked, and says so', async () => {
    const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
    await tasks.beginRecording(recording);
    for (const [at, part] of ['a film ', 'and its end'].entries())
      await tasks.keepPart({ id: recording.id, at, part: new Blob([part]) });
    expect(isHoldingFiles()).toBe(true);
    expect(await namesIn(await folderOf(recording))).toEqual([]);
    drop();
    hold(await openNow(), lockCount());
    expect(await tasks.findRecordings()).toContainEqual(recording);
    expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
    await tasks.dropRecording(recording);
    expect(await tasks.findRecordings()).not.toContainEqual(recording);
    expect(isHoldingFiles()).toBe(false);
  });

  test('sends what is added, tries again when asked to, and goes on after the next log-in', async () => {
    const id = crypto.randomUUID();
    let entry = { ...(await sealEntry(ada.vault, { id, text: writeContent(note('For Bea')) })), version: 1 };
    let arrived = 0;
    let isFull = true;
    const service = answers();
    answerWith((request) => {
      const { method, path, body } = request;
      if (path === '/files') return { file: { state: 'uploading' } };
      if (path.startsWith('/files') && method === 'PATCH') {
        if (isFull) return refusal(507, 'store_full');
        arrived = encryptedSize(film.bytes.size);
      }
      if (path.startsWith('/files'))
        return new Response(null, { headers: { 'upload-offset': String(arrived) } });
      if (path !== `/vault/entries/${id}`) return service(request);
      if (method === 'PUT') entry = { ...body, id, version: body.version + 1 };
      return { entry };
    });
    const film = { name: 'film.mp4', type: 'video/mp4', bytes: new Blob(['a film']) };
    const { content } = await tasks.addFiles({ id, files: [film] }, asked);
    const again = [{ entryId: id, files: content!.files! }];
    const refused = () => until('the refusal', () => uploads()[0]?.problem === 'store_full');
    await refused();
    expect(isHoldingFiles()).toBe(true);
    await tasks.goOnUploading(again);
    expect(uploads()).toMatchObject([{ problem: null }]);
    await refused();
    stopUploads();
    isFull = false;
    await tasks.goOnUploading(again);
    await until('its end', () => uploads().length === 0);
    expect(arrived).toBeGreaterThan(0);
    await until('room in memory', () => !isHoldingFiles());
  });
});

test('a full disk is called that, and loses nothing that is recorded', async () => {
  hold(await openNow(), lockCount());
  const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
  await tasks.beginRecording(recording);
  await tasks.keepPart({ id: recording.id, at: 0, part: new Blob(['a film']) });
  const full = { code: 'device_full' };
  const film = { name: 'film.mp4', type: 'video/mp4', bytes: new Blob(['a film']) };
  disk.isFull = true;
  try {
    await tasks.keepPart({ id: recording.id, at: 1, part: new Blob([' and its end']) });
    await expect(tasks.addFiles({ id: FILM.id, files: [film] }, asked)).rejects.toMatchObject(full);
  } finally {
    disk.isFull = false;
  }
  expect(isHoldingFiles()).toBe(true);
  drop();
  hold(await openNow(), lockCount());
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
  await tasks.dropRecording(recording);
});

test('a recording that can’t be read now, or that another tab is beginning, is there the next time', async () => {
  hold(await openNow(), lockCount());
  const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
  await tasks.beginRecording(recording);
  await tasks.keepPart({ id: recording.id, at: 0, part: new Blob(['a film']) });
  disk.failingReads = 100;
  expect(await tasks.findRecordings()).toEqual([]);
  disk.failingReads = 0;
  expect(await tasks.findRecordings()).toContainEqual(recording);

  const begun = { id: crypto.randomUUID() };
  const folder = await folderOf(begun);
  await folder.getFileHandle('head.json', { create: true });
  await tasks.findRecordings();
  expect(await namesIn(folder)).toEqual(['head.json']);
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
  await tasks.findRecordings();
  later.mockRestore();
  expect(await folderOf(begun)).not.toBe(folder);
});

test('another entry than the one that was asked for is refused', async () => {
  hold(await openNow(), lockCount());
  const [wanted, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = await sealEntry(ada.vault, { id: other, text: '{}' });
  const service = answers();
  answerWith((request) => (request.path === `/vault/entries/${wanted}` ? { entry } : service(request)));
  await expect(tasks.readEntry({ id: wanted }, asked)).rejects.toMatchObject({ code: 'entry_refused' });
});

test('what was prepared in one tab is not stored by another, nor for the next owner', async () => {
  hold(await openNow(), lockCount());
  await tasks.prepareRecoveryCode(undefined, asked);
  await expect(tasks.storeRecoveryCode(undefined, asTab())).rejects.toMatchObject({ code: 'locked' });
  const { vault } = await openNow();
  hold({ vault: { ...vault, userId: crypto.randomUUID() }, keyBundleVersion: 1 }, lockCount());
  await expect(tasks.storeRecoveryCode(undefined, asked)).rejects.toMatchObject({ code: 'locked' });
});

test('a password that was changed elsewhere locks the vault here', async () => {
  hold(await openNow(), lockCount());
  const changed = await changePassword(await unlock(ada.logIn, user), {
    ...ada.credentials,
    password: 'another horse',
  });
  storeElsewhere(changed.vault);
  await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  expect(current()).toBeNull();
});
