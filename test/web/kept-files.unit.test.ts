/** Files and recordings on this device: a full disk, a browser that writes none, a connection that breaks. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { encryptedSize, rotate } from '../../crypto/index.ts';
import { until } from '../support/until.ts';
import {
  ada,
  FILM,
  NO_ENTRIES,
  note,
  openNow,
  privateFiles,
  serveEntry,
  tab,
  user,
  useWorkerOwner,
} from '../support/worker-owner.ts';
import { answers, answerWith, disk, refusal, sent } from '../support/worker-tasks.ts';

const { lockEverywhere, keepUnlocked, lockCount } = await import('../../web/keys/unlocked-vault.ts');
const { isHoldingFiles } = await import('../../web/keys/private-files.ts');
const { tasks } = await import('../../web/keys/tasks/index.ts');
const { stopUploads, uploads } = await import('../../web/keys/uploads.ts');

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

/** Begins a recording, and keeps these parts of it. */
async function record(...parts: string[]) {
  const recording = { id: crypto.randomUUID(), type: 'video/webm', at: Date.now() };
  await tasks.beginRecording(recording);
  for (const [at, part] of parts.entries())
    await tasks.keepPart({ id: recording.id, at, part: new Blob([part]) });
  return recording;
}

const id = crypto.randomUUID();

/** Adds a film to the entry. @returns its files then */
async function addFilm(name = FILM.name) {
  const { content } = await tasks.addFiles({ id, files: [{ ...FILM, name }] }, tab);
  return { entryId: id, files: content!.files! };
}

useWorkerOwner();
beforeEach(async () => {
  keepUnlocked(await openNow(), lockCount());
  serveEntry(id);
  await tasks.addEntry({ id, content: note('For Bea') }, tab);
});
afterEach(() => {
  stopUploads();
  jest.useRealTimers();
  Object.assign(disk, { canWrite: true, isFull: false });
});

describe('a service that no file reaches', () => {
  let isRemoved: boolean;
  beforeEach(() => {
    isRemoved = false;
    const service = answers();
    answerWith((request) => {
      // As behind a proxy that refuses it.
      if (request.method === 'PATCH') throw new Error('The connection broke');
      if (request.method !== 'HEAD') return service(request);
      return new Response(null, { status: isRemoved ? 404 : 200, headers: { 'upload-offset': '0' } });
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  });

  const announcements = () =>
    sent.filter(({ path, method }) => path === '/files' && method === 'POST').length;

  async function advanceUntil(isSo: () => boolean): Promise<void> {
    const began = Date.now();
    while (!isSo()) {
      expect(Date.now() - began).toBeLessThan(6 * 3_600_000);
      await jest.advanceTimersByTimeAsync(5_000);
      await new Promise(setImmediate);
    }
  }

  test('goes on getting a file that could not be removed', async () => {
    const { files } = await addFilm();
    const fileId = files[0]!.id;
    await expect(tasks.removeFile({ id, fileId })).rejects.toMatchObject({ code: 'unavailable' });
    expect(uploads()).toMatchObject([{ entryId: id, fileId }]);
  });

  test('gets a file that never arrives for some hours only, until its owner tries again', async () => {
    const added = await addFilm();
    await advanceUntil(() => uploads()[0]?.problem !== null);
    expect(uploads()).toMatchObject([{ problem: 'unreachable' }]);
    const before = announcements();
    await jest.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(announcements()).toBe(before);
    await tasks.goOnUploading([added]);
    await advanceUntil(() => announcements() > before);
  });

  test('is not sent a file that was removed on another device while this one was offline', async () => {
    const added = await addFilm();
    stopUploads();
    await tasks.goOnUploading([added]);
    const { files } = await addFilm('it never had its turn.mp4');
    await advanceUntil(() => uploads()[0]!.isOffline);
    isRemoved = true;
    const before = announcements();
    await advanceUntil(() => uploads().length === 0);
    expect(announcements()).toBe(before);
    const folder = await (await privateFiles.getDirectoryHandle('uploads')).getDirectoryHandle(user.id);
    const kept = files.map((file) => `${file.id}.age`);
    // Trying another one again drops neither: their entry may be in the trash.
    await tasks.uploadAgain({ entryId: id, files: [] });
    expect(await namesIn(folder)).toEqual(expect.arrayContaining(kept));
    await tasks.goOnUploading([]);
    for (const name of kept) expect(await namesIn(folder)).not.toContain(name);
  });
});

test('a recording that was begun before the signing keys were replaced goes on, and opens', async () => {
  const recording = await record('a film ');
  const { vault } = await rotate(ada.vault, { ...NO_ENTRIES, newSigner: true });
  keepUnlocked({ vault, keyBundleVersion: 2 }, lockCount());
  await tasks.keepPart({ id: recording.id, at: 1, part: new Blob(['and its end']) });
  expect(await tasks.findRecordings()).toEqual([recording]);
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
});

test('a recording opens without the part that a closed tab was writing', async () => {
  const recording = await record();
  const folder = await folderOf(recording);
  await folder.getFileHandle('0', { create: true });
  expect(await tasks.findRecordings()).not.toContainEqual(recording);
  await tasks.keepPart({ id: recording.id, at: 0, part: new Blob(['a film']) });
  await folder.getFileHandle('1', { create: true });
  expect(await tasks.findRecordings()).toContainEqual(recording);
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film');
});

describe('a browser that writes no files', () => {
  beforeEach(() => {
    disk.canWrite = false;
  });

  test('keeps a recording while its worker runs, even while the vault is locked, and says so', async () => {
    const recording = await record('a film ', 'and its end');
    expect(isHoldingFiles()).toBe(true);
    expect(await namesIn(await folderOf(recording))).toEqual([]);
    lockEverywhere();
    keepUnlocked(await openNow(), lockCount());
    expect(await tasks.findRecordings()).toContainEqual(recording);
    expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
    await tasks.dropRecording(recording);
    expect(await tasks.findRecordings()).not.toContainEqual(recording);
    expect(isHoldingFiles()).toBe(false);
  });

  test('sends what is added, tries again when asked to, and goes on after the next log-in', async () => {
    let arrived = 0;
    let isFull = true;
    const service = answers();
    answerWith((request) => {
      if (!request.path.startsWith('/files/')) return service(request);
      if (request.method === 'PATCH') {
        if (isFull) return refusal(507, 'store_full');
        arrived = encryptedSize(FILM.bytes.size);
      }
      return new Response(null, { headers: { 'upload-offset': String(arrived) } });
    });
    const added = await addFilm();
    const refused = () => until('the refusal', () => uploads()[0]?.problem === 'store_full');
    await refused();
    expect(isHoldingFiles()).toBe(true);
    await tasks.uploadAgain(added);
    expect(uploads()).toMatchObject([{ problem: null }]);
    await refused();
    stopUploads();
    isFull = false;
    await tasks.goOnUploading([added]);
    await until('its end', () => uploads().length === 0);
    expect(arrived).toBeGreaterThan(0);
    await until('room in memory', () => !isHoldingFiles());
  });
});

test('a full disk is reported as such, and loses nothing that is recorded', async () => {
  const recording = await record('a film');
  disk.isFull = true;
  await tasks.keepPart({ id: recording.id, at: 1, part: new Blob([' and its end']) });
  await expect(addFilm()).rejects.toMatchObject({ code: 'device_full' });
  disk.isFull = false;
  expect(isHoldingFiles()).toBe(true);
  lockEverywhere();
  keepUnlocked(await openNow(), lockCount());
  expect(await (await tasks.openRecording(recording)).text()).toBe('a film and its end');
  await tasks.dropRecording(recording);
});

test('a recording that can’t be read now, or that another tab is beginning, is there the next time', async () => {
  const recording = await record('a film');
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
