/** Key bundles from a service that splices, rolls back or withholds them, as a client's steps meet them. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  acceptOlderBundle,
  addEntry,
  changeBundle,
  type Derived,
  deriveOwn,
  freshVault,
  logIn,
  type Owner,
  openOwner,
  openVault,
  prepareRecoveryCode,
  putOlderKeysBack,
  recover,
  renewKeys,
  type SeenBundles,
  seenInMemory,
  storePassword,
  storeRecoveryCode,
} from '../../client/index.ts';
import { decide, readSuccessorKeys } from '../../crypto/index.ts';
import { type LyingService, openLyingAccount } from './lying-service.ts';

const PASSWORD = 'correct horse';
const NEXT = 'battery staple';

let service: LyingService;
let recoveryCode: string;
/** What the owner's device remembers. */
let seen: SeenBundles;

beforeEach(async () => {
  ({ service, recoveryCode } = await openLyingAccount(PASSWORD));
  seen = seenInMemory();
});

const logInWith = (password = PASSWORD, memory = seen) =>
  logIn(service.api, { email: service.email, password, seen: memory });

async function unlocked(password = PASSWORD): Promise<{ owner: Owner; derived: Derived }> {
  const { opened, derived } = await logInWith(password);
  if (opened.state !== 'open') throw new Error(`The vault is ${opened.state}`);
  return { owner: openOwner(service.api, opened.unlocked, { seen }), derived };
}

const counter = () => service.current!.keyBundle.counter as number;

describe('a service that returns an older key bundle', () => {
  test('is refused after a change by this device, in a new session and in the open one', async () => {
    const { owner } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    expect((await logInWith()).opened.state).toBe('open');
    service.rollBack(0);
    expect((await logInWith()).opened.state).toBe('rolled_back');
    await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  });

  test('is refused in an open vault too if another client on this device has seen a newer one', async () => {
    const { owner } = await unlocked();
    const { owner: other } = await unlocked();
    await storeRecoveryCode(other, await prepareRecoveryCode(other));
    await storeRecoveryCode(other, await prepareRecoveryCode(other));
    service.rollBack(1);
    await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  });

  test('is refused in an open vault too if it is the one that the vault has', async () => {
    const { owner } = await unlocked();
    const { owner: other } = await unlocked();
    await storeRecoveryCode(other, await prepareRecoveryCode(other));
    service.rollBack(0);
    service.version = 1;
    await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  });

  test('and has lost the keys of an open vault, as after a restored backup, gets nothing sealed with them', async () => {
    const { owner } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    service.rollBack(0);
    service.version = 1;
    const content = { kind: 'note' as const, title: 'lost', category: '', tags: [], fields: {} };
    const added = addEntry(owner, { id: randomUUID(), content });
    await expect(added).rejects.toMatchObject({ code: 'locked' });
    expect(() => owner.unlocked()).toThrow(expect.objectContaining({ code: 'locked' }));
  });

  test('is believed once the owner says that a backup was restored, and then has to go on from there', async () => {
    const { owner, derived } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    service.rollBack(0);
    const older = await acceptOlderBundle(service.api, derived.logIn, seen);
    expect(older.vault.keyBundle.counter).toBe(counter());
    expect((await logInWith()).opened.state).toBe('open');
    const again = (await unlocked()).owner;
    await storeRecoveryCode(again, await prepareRecoveryCode(again));
    service.rollBack(0);
    expect((await logInWith()).opened.state).toBe('rolled_back');
  });

  test.each([
    ['once', 1],
    ['twice', 2],
  ])('because a thief stored it %s, gets the newer one from the archive', async (_, times) => {
    const { owner, derived } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    const newer = { counter: counter(), vaultKey: service.current!.keyBundle.vaultKey };
    const { salt, keyBundle } = service.stored[0]!;
    for (let time = 1; time <= times; time += 1)
      await service.api.PUT('/auth/profile', { body: { salt, keyBundle: { ...keyBundle, time } } as never });
    expect((await logInWith()).opened.state).toBe('older_keys');
    const back = await putOlderKeysBack(service.api, derived.logIn, seen);
    expect(back.vault.keyBundle.vaultKey).toEqual(newer.vaultKey);
    expect(back.vault.keyBundle.counter).toBeGreaterThan(newer.counter);
    expect((await logInWith()).opened.state).toBe('open');
  });

  test('because the newest is damaged, is put back so that devices that saw the newest take it', async () => {
    const { owner, derived } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    const seenHere = counter();
    Object.assign(service.current!.keyBundle, { mac: '' });
    expect((await logInWith(PASSWORD, seenInMemory())).opened.state).toBe('older_keys');
    // The service may have damaged it to undo what this device has seen.
    expect((await logInWith()).opened.state).toBe('rolled_back');
    await expect(putOlderKeysBack(service.api, derived.logIn, seen)).rejects.toMatchObject({
      code: 'nothing_to_recover',
    });
    await acceptOlderBundle(service.api, derived.logIn, seen);
    expect(counter()).toBeGreaterThan(seenHere);
    expect((await logInWith()).opened.state).toBe('open');
  });

  describe('as that of another account', () => {
    // The bundle of the registration names no ID, so it opens under any.
    const rename = () => {
      service.rollBack(0);
      service.userId = randomUUID();
    };

    test.each<[string, (owner: Owner) => Promise<unknown>]>([
      ['pins', (owner) => changeBundle(owner, (vault) => decide(vault, { threshold: 2, successors: [] }))],
      ['signing keys', (owner) => renewKeys(owner, { threshold: 1, newSigner: true })],
    ])('is refused by a device that has seen newer %s', async (_, change) => {
      const { owner, derived } = await unlocked();
      await change(owner);
      // The registration was on another device.
      seen = seenInMemory();
      await unlocked();
      rename();
      expect((await logInWith()).opened.state).toBe('rolled_back');
      await acceptOlderBundle(service.api, derived.logIn, seen);
      expect((await logInWith()).opened.state).toBe('open');
    });

    test('is refused too if only the archive has it', async () => {
      const { owner, derived } = await unlocked();
      await changeBundle(owner, (vault) => decide(vault, { threshold: 2, successors: [] }));
      rename();
      service.archive = [service.current!];
      service.splice(({ signing: _, ...bundle }) => bundle);
      expect((await logInWith()).opened.state).toBe('rolled_back');
      const { kdf } = service.stored[0]!.keyBundle;
      service.splice(() => ({ version: 2, kdf, awaiting: 'recovery' }));
      await expect(recover(service.api, derived.logIn, { recoveryCode }, seen)).rejects.toMatchObject({
        code: 'bundle_rolled_back',
      });
    });
  });

  test('only because another tab has changed the keys since, is not suspected', async () => {
    const { owner, derived } = await unlocked();
    const before = await profile();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    expect((await openVault(service.api, derived.logIn, before, seen)).state).toBe('open');
  });

  test('is noticed by no device that has never opened the vault', async () => {
    const { owner } = await unlocked();
    await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
    service.rollBack(0);
    expect((await logInWith(PASSWORD, seenInMemory())).opened.state).toBe('open');
  });
});

test('a service that claims a reset, and has only an older archive, gets no older keys put back unasked', async () => {
  const { owner, derived } = await unlocked();
  const { logIn: typed } = derived;
  await changeBundle(owner, (vault) => decide(vault, { threshold: 2, successors: [] }));
  const { salt, keyBundle } = service.stored[0]!;
  const { kdf } = keyBundle;
  service.archive = [{ salt, keyBundle }];
  service.current = { ...service.current!, salt, keyBundle: { version: 2, kdf, awaiting: 'recovery' } };
  service.version += 1;
  const attempt = (older?: boolean, memory = seen) =>
    recover(service.api, typed, { recoveryCode, ...(older ? { older } : {}) }, memory);
  await expect(attempt()).rejects.toMatchObject({ code: 'bundle_rolled_back' });
  // The bundle with the owner's decision is found behind it.
  service.archive.push(service.stored[1]!);
  const { vault } = await attempt();
  expect((await readSuccessorKeys(vault)).threshold).toBe(2);
  service.archive = [{ salt, keyBundle }];
  service.current = { ...service.current!, salt, keyBundle: { version: 2, kdf, awaiting: 'recovery' } };
  service.version += 1;
  expect((await readSuccessorKeys((await attempt(true)).vault)).threshold).toBeNull();
});

test('a bundle from the archive gives no signing key once the service has dropped its seed', async () => {
  const { owner, derived } = await unlocked();
  const { current } = service;
  const code = await prepareRecoveryCode(owner);
  const both = { password: NEXT, recoveryCode: code };
  await storePassword(service.api, derived, owner.unlocked(), both);
  const { seed: _, ...signing } = current!.keyBundle.signing as { seed: unknown };
  service.archive = [];
  service.current = { ...current!, keyBundle: { ...current!.keyBundle, signing } };
  await expect(logInWith()).rejects.toMatchObject({ code: 'keys_superseded' });
  await expect(recover(service.api, derived.logIn, { recoveryCode })).rejects.toMatchObject({
    code: 'keys_superseded',
  });
});

test('an older recovery code that is spliced into the newer bundle neither opens it nor stays in it', async () => {
  const { owner, derived } = await unlocked();
  await storeRecoveryCode(owner, await prepareRecoveryCode(owner));
  const { recovery, recoveryKey } = service.stored[0]!.keyBundle.vaultKey as Record<string, unknown>;
  service.archive = [];
  service.splice((bundle) => ({
    ...bundle,
    vaultKey: { ...(bundle.vaultKey as object), recovery, recoveryKey },
  }));
  await expect(logInWith()).rejects.toMatchObject({ code: 'bundle_damaged' });
  await expect(recover(service.api, derived.logIn, { recoveryCode })).rejects.toMatchObject({
    code: 'bundle_damaged',
  });
});

describe('a session whose password was shown a while ago', () => {
  beforeEach(() => {
    service.isConfirmed = false;
  });

  test('gets the keys for the password of an address that was typed on this device', async () => {
    const { user, logIn: typed } = await deriveOwn(service.api, PASSWORD, [service.email]);
    expect(user).toMatchObject({ keyBundle: null });
    const opened = await openVault(service.api, typed, user, seen);
    expect(opened.state).toBe('open');
  });

  test('sends nothing derived from the password for an address that the service names', async () => {
    service.received.length = 0;
    await expect(deriveOwn(service.api, PASSWORD)).rejects.toMatchObject({ code: 'address_unproven' });
    await expect(deriveOwn(service.api, PASSWORD, ['other@example.org'])).rejects.toMatchObject({
      code: 'address_unproven',
    });
    expect(service.received.filter((body) => body.includes('password'))).toEqual([]);
  });

  test('must be confirmed before older keys are tried', async () => {
    const { user, logIn: typed } = await deriveOwn(service.api, PASSWORD, [service.email]);
    service.splice(({ mac: _, ...bundle }) => bundle);
    await expect(openVault(service.api, typed, user, seen)).rejects.toMatchObject({
      code: 'confirmation_required',
    });
  });

  test('asks for the password when another device has changed the keys of an open vault', async () => {
    service.isConfirmed = true;
    const { owner } = await unlocked();
    const elsewhere = (await unlocked()).owner;
    await storeRecoveryCode(elsewhere, await prepareRecoveryCode(elsewhere));
    service.isConfirmed = false;
    await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  });
});

describe('a new password together with a new recovery code', () => {
  test('is one write, after which neither the old password nor the old code opens the vault', async () => {
    const { owner, derived } = await unlocked();
    const code = await prepareRecoveryCode(owner);
    const before = service.stored.length;
    await storePassword(service.api, derived, owner.unlocked(), { password: NEXT, recoveryCode: code });
    expect(service.stored).toHaveLength(before + 1);
    service.archive = [];
    expect((await logInWith(NEXT)).opened.state).toBe('open');
    await expect(logInWith()).rejects.toMatchObject({ code: 'wrong_password' });
    const later = (await logInWith(NEXT)).derived.logIn;
    await expect(recover(service.api, later, { recoveryCode })).rejects.toMatchObject({
      code: 'wrong_recovery_code',
    });
    await recover(service.api, later, { recoveryCode: code });
  });

  test('leaves both as they were when the service refuses', async () => {
    const { owner, derived } = await unlocked();
    const code = await prepareRecoveryCode(owner);
    service.splice((bundle) => bundle);
    const both = { password: NEXT, recoveryCode: code };
    await expect(storePassword(service.api, derived, owner.unlocked(), both)).rejects.toMatchObject({
      code: 'version_conflict',
    });
    expect(await openVault(service.api, derived.logIn, await profile(), seen)).toMatchObject({
      state: 'open',
    });
    await recover(service.api, derived.logIn, { recoveryCode });
  });
});

const profile = async () => (await service.api.GET('/auth/profile')).data!.user;
