/** The worker's tasks: what a lying service, another tab, another device and a lost answer can do to an open vault. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freshVault } from '../../client/owner.ts';
import {
  changePassword,
  isUnderFormerKey,
  keepRecoveryCode,
  renewRecoveryCode,
  rotate,
  sealEntry,
  unlock,
  unlockWithRecoveryCode,
  writeContent,
} from '../../crypto/index.ts';
import {
  ada,
  FILM,
  NO_ENTRIES,
  note,
  openNow,
  otherWorker,
  serveEntry,
  storeElsewhere,
  tab,
  user,
  useWorkerOwner,
} from '../support/worker-owner.ts';
import { answers, answerWith, asTab, refusal, sent } from '../support/worker-tasks.ts';

const { unlockedVault, lockEverywhere, adoptLaterState, keepUnlocked, lockCount } = await import(
  '../../web/keys/unlocked-vault.ts'
);
const { tasks } = await import('../../web/keys/tasks/index.ts');
const { stopUploads } = await import('../../web/keys/uploads.ts');
const { owner } = await import('../../web/keys/owner.ts');

useWorkerOwner();

describe('locking', () => {
  test('takes the keys away from what is under way, and a change of the keys does not', async () => {
    const before = await openNow();
    keepUnlocked(before, lockCount());
    const after = await openNow(2);
    adoptLaterState(after);
    expect(unlockedVault()).toBe(after);
    expect(before.vault.keys).not.toBeNull();
    lockEverywhere();
    expect([before.vault.keys, after.vault.keys, unlockedVault()]).toEqual([null, null, null]);
  });

  test('in a tab with a worker of its own locks this one too, and sends nothing but that', async () => {
    const told: unknown[] = [];
    otherWorker.onmessage = ({ data }) => told.push(data);
    keepUnlocked(await openNow(), lockCount());
    adoptLaterState(await openNow(2));
    otherWorker.postMessage(null);
    expect(unlockedVault()).toBeNull();
    lockEverywhere();
    otherWorker.onmessage = null;
    expect(told).toEqual([null]);
  });

  test('ends a change of the keys that is under way', async () => {
    keepUnlocked(await openNow(), lockCount());
    const changed = await openNow(2);
    lockEverywhere();
    adoptLaterState(changed);
    expect([unlockedVault(), changed.vault.keys]).toEqual([null, null]);
  });

  test('forgets a password that was typed before, wherever it was locked', async () => {
    const service = answers();
    answerWith((request) => {
      if (request.path === '/auth/kdf') otherWorker.postMessage(null);
      return service(request);
    });
    await tasks.unlock({ password: 'correct horse' }, tab);
    expect(unlockedVault()).toBeNull();
  });
});

test('an open vault does not go back to an older bundle', async () => {
  const held = await openNow(7);
  keepUnlocked(held, lockCount());
  // As when another tab changes the keys while this one derives the password.
  keepUnlocked(await openNow(6), lockCount());
  expect(unlockedVault()).toBe(held);
  user.keyBundleVersion = 6;
  await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  expect(unlockedVault()).toBeNull();
});

test('no new password is stored for the keys of the registration if the service names another ID', async () => {
  keepUnlocked({ ...(await renewRecoveryCode((await openNow()).vault)), keyBundleVersion: 2 }, lockCount());
  user.id = crypto.randomUUID();
  const typed = { password: 'correct horse', newPassword: 'battery staple', withNewCode: false };
  await expect(tasks.replacePassword(typed, tab)).rejects.toMatchObject({ code: 'bundle_rolled_back' });
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
});

describe('a new recovery code', () => {
  const opensWith = (code: string) => unlockWithRecoveryCode(ada.logIn, user, [], code);

  test('works for keys that another device has changed since, and stays the same code', async () => {
    keepUnlocked(await openNow(), lockCount());
    const { recoveryCode } = await tasks.prepareRecoveryCode(undefined, tab);
    const { vault: changed } = await renewRecoveryCode(await unlock(ada.logIn, user));
    storeElsewhere(changed);
    await tasks.storeRecoveryCode(undefined, tab);
    await expect(opensWith(recoveryCode)).resolves.toMatchObject({ ownerKey: ada.vault.ownerKey });
    await expect(opensWith(ada.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  });

  test('is stored once, if the answer to the first try got lost', async () => {
    keepUnlocked(await openNow(), lockCount());
    const { recoveryCode } = await tasks.prepareRecoveryCode(undefined, tab);
    storeElsewhere(await keepRecoveryCode(await unlock(ada.logIn, user), recoveryCode));
    await tasks.storeRecoveryCode(undefined, tab);
    expect(user.keyBundleVersion).toBe(2);
    await opensWith(recoveryCode);
  });
});

describe('an address that the service made up', () => {
  const lie = { email: 'the-same-for-everybody@example.org' };
  const typed = { password: 'correct horse' };

  test('gets the service nothing that was derived from the password', async () => {
    Object.assign(user, lie);
    await expect(tasks.deleteAccount(typed)).rejects.toMatchObject({ code: 'wrong_password' });
    Object.assign(user, { keyBundle: { version: 2, kdf: ada.credentials.kdf, awaiting: 'recovery' } });
    await expect(tasks.unlock(typed, tab)).rejects.toMatchObject({ code: 'address_unproven' });
    const told = sent.filter(({ path }) => path !== '/auth/kdf').map(({ body }) => body);
    expect(told.filter((body) => body !== null)).toEqual([]);
  });

  test('differs from the true one, which is proven by the keys that it opens, so the password confirms', async () => {
    await expect(tasks.confirm(typed)).resolves.toMatchObject({ confirmedUntil: expect.any(String) });
    expect(sent.at(-1)?.body).toEqual({ password: ada.logIn.password });
  });

  test('differs from the true one, which is remembered once proven, because the service soon withholds those keys', async () => {
    await tasks.unlock(typed, tab);
    lockEverywhere();
    const service = answers();
    answerWith((request) => {
      if (request.path === '/auth/keys') return { keyBundle: user.keyBundle };
      const isProfile = request.path === '/auth/profile' && request.method === 'GET';
      return isProfile ? { user: { ...user, keyBundle: null } } : service(request);
    });
    await expect(tasks.unlock(typed, tab)).resolves.toMatchObject({ state: 'open' });
  });
});

test('an entry that an earlier try stored, before the keys were changed elsewhere, is sealed again', async () => {
  const [id, content] = [crypto.randomUUID(), note('written before')];
  const served = serveEntry(id, await sealEntry(ada.vault, { id, text: writeContent(content) }));
  const { vault } = await rotate(ada.vault, NO_ENTRIES);
  storeElsewhere(vault);
  keepUnlocked({ vault, keyBundleVersion: 2 }, lockCount());
  expect(await tasks.addEntry({ id, content }, tab)).toMatchObject({ version: 2, content });
  expect(await isUnderFormerKey(vault, served.entry!)).toBe(false);
});

describe('a service whose answers get lost', () => {
  const id = crypto.randomUUID();
  let served: ReturnType<typeof serveEntry>;
  beforeEach(async () => {
    keepUnlocked(await openNow(), lockCount());
    served = serveEntry(id);
  });

  afterEach(stopUploads);

  test('has a new entry once, with what was corrected before it was saved again', async () => {
    served.loses = 'POST';
    await expect(tasks.addEntry({ id, content: note('Recieved') }, tab)).rejects.toMatchObject({
      code: 'unreachable',
    });
    const content = note('Received');
    expect(await tasks.addEntry({ id, content }, tab)).toMatchObject({ id, version: 2, content });
    expect(await tasks.addEntry({ id, content }, tab)).toMatchObject({ id, version: 2, content });
  });

  test('has a file once, although its entry was saved again, corrected or not', async () => {
    await tasks.addEntry({ id, content: note('For Bea') }, tab);
    served.loses = 'PUT';
    const added = { id, files: [FILM] };
    await expect(tasks.addFiles(added, tab)).rejects.toMatchObject({ code: 'unreachable' });
    await tasks.addEntry({ id, content: note('For Bea') }, tab);
    const { content } = await tasks.addFiles(added, tab);
    expect(content?.files).toMatchObject([{ name: 'film.mp4' }]);
    expect(await tasks.addEntry({ id, content: note('For my Bea') }, tab)).toMatchObject({
      content: { title: 'For my Bea', files: content?.files },
    });
  });
});

test('an older version of a removed entry comes back with its files, even if the first try fails halfway', async () => {
  keepUnlocked(await openNow(), lockCount());
  const [id, trashId] = [crypto.randomUUID(), crypto.randomUUID()];
  const film = {
    id: crypto.randomUUID(),
    name: 'film.mp4',
    type: 'video/mp4',
    size: 4,
    sha256: 'a'.repeat(64),
    identity: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
  };
  const text = writeContent({ ...note('with a film'), files: [film] });
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
    else if (path === `/files/${film.id}/restore` && !fails) isFileBack = true;
    else if (path === `/files/${film.id}/restore`) return refusal(503, 'unavailable');
    else return service(request);
    return { entry };
  });
  const [trashed] = await tasks.openTrash(null, tab);
  await expect(tasks.restoreTrashed(trashed!, tab)).rejects.toMatchObject({ status: 503 });
  fails = false;
  await tasks.restoreTrashed(trashed!, tab);
  expect([isInVault, isFileBack]).toEqual([true, true]);
});

test('an entry other than the one that was asked for is refused', async () => {
  keepUnlocked(await openNow(), lockCount());
  const [wanted, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = await sealEntry(ada.vault, { id: other, text: '{}' });
  const service = answers();
  answerWith((request) => (request.path === `/vault/entries/${wanted}` ? { entry } : service(request)));
  await expect(tasks.readEntry({ id: wanted }, tab)).rejects.toMatchObject({ code: 'entry_refused' });
});

test('what was prepared in one tab is not stored by another, nor for the next owner', async () => {
  keepUnlocked(await openNow(), lockCount());
  await tasks.prepareRecoveryCode(undefined, tab);
  await expect(tasks.storeRecoveryCode(undefined, asTab())).rejects.toMatchObject({ code: 'locked' });
  const { vault } = await openNow();
  keepUnlocked({ vault: { ...vault, userId: crypto.randomUUID() }, keyBundleVersion: 1 }, lockCount());
  await expect(tasks.storeRecoveryCode(undefined, tab)).rejects.toMatchObject({ code: 'locked' });
});

test('a password that was changed elsewhere locks the vault here', async () => {
  keepUnlocked(await openNow(), lockCount());
  const changed = await changePassword(await unlock(ada.logIn, user), {
    ...ada.credentials,
    password: 'another horse',
  });
  storeElsewhere(changed.vault);
  await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  expect(unlockedVault()).toBeNull();
});
