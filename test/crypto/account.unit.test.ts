/** An owner's keys through a life: registration, log-in, a forgotten password, changes, a new start. */
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withParts } from '../../crypto/bundle-mac.ts';
import { readCode } from '../../crypto/codes.ts';
import {
  beginReset,
  changePassword,
  createAccount,
  type FullBundle,
  KDF_V1,
  type LogIn,
  openEntry,
  prepareLogIn,
  renewRecoveryCode,
  reopen,
  sealEntry,
  startOver,
  unlock,
  unlockArchived,
  unlockWithRecoveryCode,
  type Vault,
} from '../../crypto/index.ts';
import { replaceVaultKey } from '../../crypto/key-bundle.ts';
import { NO_SUCCESSORS, readSuccessorKeys, withSuccessorKeys } from '../../crypto/successor-keys.ts';
import { lock, unwrapSecrets } from '../../crypto/vault.ts';
import { fromService, newOwner, type TestOwner } from './owner.ts';
import { refusal } from './refusals.ts';
import { decode, decrypt, hkdf } from './with-node.ts';

let owner: TestOwner;
let otherLogIn: LogIn;
beforeAll(async () => {
  owner = await newOwner();
  otherLogIn = await prepareLogIn({ ...owner.credentials, password: 'battery staple' });
});

/** What log-in returns once this vault's bundle was stored. */
const stored = (vault: Vault, salt = owner.user.salt) => ({
  id: owner.user.id,
  salt,
  keyBundle: fromService(vault.keyBundle),
});

const ownerBundle = (): FullBundle => owner.vault.keyBundle;

describe('a bundle', () => {
  test('has exactly the contents of docs/crypto.md, each under its key', async () => {
    const { version, kdf, vaultKey, previous, signing, successors } = ownerBundle();
    expect({ version, kdf, previous }).toEqual({ version: 2, kdf: KDF_V1, previous: [] });
    const { both, root } = await unwrapSecrets(owner.vault);
    const raw = Buffer.from(both);
    expect(raw).toHaveLength(64);

    const recoveryKey = hkdf(await readCode('recovery-code-v1', owner.recoveryCode), 'recovery-v1');
    expect(decrypt(recoveryKey, 'vault-key-recovery-v1', vaultKey.recovery)).toEqual(raw);

    const publicKey = decode(signing.publicKey);
    const seedData = Buffer.concat([Buffer.from('signing-key-v1'), publicKey]);
    const seed = decrypt(hkdf(root, 'signing-key-v1'), seedData, signing.seed);
    const derived = (prefix: string, label: string) => {
      const key = Buffer.concat([Buffer.from(prefix, 'hex'), hkdf(seed, label)]);
      const pkcs8 = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
      return createPublicKey(pkcs8).export({ format: 'der', type: 'spki' });
    };
    const ed25519 = derived('302e020100300506032b657004220420', 'ed25519-v2').subarray(-32);
    const mlDsa = derived('3034020100300b060960864801650304031204228020', 'ml-dsa-65-v2').subarray(-1_952);
    expect(publicKey).toEqual(ed25519);
    expect(decode(owner.vault.ownerKey)).toEqual(Buffer.concat([ed25519, mlDsa]));

    const successorsData = Buffer.concat([Buffer.from('successors-v1'), publicKey]);
    const text = decrypt(hkdf(root, 'successors-v1'), successorsData, successors).toString();
    expect(text).toHaveLength(256);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      generation: 0,
      threshold: null,
      quorumSecret: null,
      pins: {},
    });
  });

  test('keeps older vault keys under the newest one', async () => {
    const first = await unwrapSecrets(owner.vault);
    const once = await replaceVaultKey(owner.vault);
    const second = await unwrapSecrets(once);
    const twice = await replaceVaultKey(once);
    const { root } = await unwrapSecrets(twice);
    const opened = twice.keyBundle.previous.map((box) =>
      decrypt(hkdf(root, 'previous-keys-v1'), 'previous-keys-v1', box),
    );
    expect(opened).toEqual([second, first].map(({ vaultKey }) => Buffer.from(vaultKey)));
    expect(second.root).not.toEqual(first.root);
    expect(twice.ownerKey).toBe(owner.vault.ownerKey);
    expect((await unlock(owner.logIn, stored(twice))).keys!.previous).toHaveLength(2);
  });

  test('keeps the latest twenty vault keys, and stays far below the size limit', async () => {
    let { vault } = owner;
    for (let i = 0; i < 22; i++) vault = await replaceVaultKey(vault);
    expect(vault.keyBundle.previous).toHaveLength(20);
    expect(JSON.stringify(vault.keyBundle).length).toBeLessThan(8 * 1024);
    expect((await unlock(owner.logIn, stored(vault))).keys!.previous).toHaveLength(20);
  });

  test('is made of keys that cannot be read out, and that can be stored and sent as they are', async () => {
    const { keys } = owner.vault;
    const all = [keys!.kek, keys!.vault, keys!.signing, keys!.successors, keys!.bundle, ...keys!.previous];
    expect(all.map(({ extractable }) => extractable)).toEqual(all.map(() => false));
    expect(keys!.verifying.type).toBe('public');
    const copy = structuredClone(owner.vault);
    const entry = await sealEntry(copy, { id: randomUUID(), text: 'through a clone' });
    expect((await openEntry(owner.vault, entry)).text).toBe('through a clone');
  });

  test('keeps what the owner knows about successors', async () => {
    expect(await readSuccessorKeys(owner.vault)).toEqual(NO_SUCCESSORS);
    const key = Buffer.alloc(32, 7).toString('base64');
    const known = {
      ...NO_SUCCESSORS,
      generation: 3,
      quorumSecret: key,
      threshold: 2,
      pins: {
        [randomUUID()]: {
          fingerprint: '07'.repeat(32),
          pinnedAt: '2026-11-23T00:00:00.000Z',
          ownSecret: key,
          generation: 3,
          name: 'Grace',
          restricted: true,
          ownerFingerprint: 'a'.repeat(64),
          left: key,
          leaves: false,
        },
      },
    };
    const vault = await withSuccessorKeys(owner.vault, known);
    expect(await readSuccessorKeys(await unlock(owner.logIn, stored(vault)))).toEqual(known);
    expect(await readSuccessorKeys(await replaceVaultKey(vault))).toEqual(known);
  });
});

describe('unlocking', () => {
  test.each([
    [null, 'needs_recovery_code'],
    [undefined, 'needs_recovery_code'],
    ['{}', 'bundle_damaged'],
    [[], 'bundle_damaged'],
    [{ version: 1 }, 'format_unknown'],
    [{ version: 2.5 }, 'bundle_damaged'],
    [{ version: 2, awaiting: 'recovery' }, 'bundle_damaged'],
    [{ version: 2, kdf: KDF_V1, awaiting: 'godot' }, 'bundle_damaged'],
  ])('refuses the bundle %j with %s', async (keyBundle, code) => {
    expect(await refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle }))).toBe(code);
  });

  test.each<[string, (bundle: FullBundle) => unknown]>([
    ['a box without data', (bundle) => ({ ...bundle, successors: { iv: bundle.successors.iv } })],
    ['no old keys', ({ previous: _, ...bundle }) => bundle],
    ['a box as an old key', (b) => ({ ...b, previous: [b.successors] })],
  ])('refuses a bundle with %s', async (_what, change) => {
    const keyBundle = fromService(change(ownerBundle()));
    expect(await refusal(() => unlock(owner.logIn, { ...owner.user, keyBundle }))).toBe('bundle_damaged');
  });
});

test('a bundle with more old keys than clients keep today opens: a later client may have kept them', async () => {
  const replaced = await replaceVaultKey(owner.vault);
  const previous = Array.from({ length: 21 }, () => replaced.keyBundle.previous[0]!);
  const vault = await withParts(replaced, { previous });
  expect((await unlock(owner.logIn, stored(vault))).ownerKey).toBe(vault.ownerKey);
});

test('a bundle whose recovery code would open older secrets is detected while the password still works', async () => {
  const { keyBundle } = await replaceVaultKey(owner.vault);
  const { recovery } = ownerBundle().vaultKey;
  const mixed = { ...keyBundle, vaultKey: { ...keyBundle.vaultKey, recovery } };
  const user = { ...owner.user, keyBundle: fromService(mixed) };
  expect(await refusal(() => unlock(owner.logIn, user))).toBe('bundle_damaged');
});

describe('after a password reset', () => {
  let user: { id: string; salt: string; keyBundle: unknown };
  beforeAll(async () => {
    const reset = await beginReset({ ...owner.credentials, password: 'battery staple' });
    expect(reset.password).toBe(otherLogIn.password);
    expect(reset.kdfVersion).toBe(1);
    user = { id: owner.user.id, salt: reset.salt, keyBundle: fromService(reset.keyBundle) };
  });

  test('the new bundle contains no key', async () => {
    expect(user.keyBundle).toEqual({ version: 2, kdf: KDF_V1, awaiting: 'recovery' });
    expect(await refusal(() => unlock(otherLogIn, user))).toBe('needs_recovery_code');
  });

  test('the recovery code opens the same vault, and then the new password does', async () => {
    const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'kept' });
    const vault = await unlockWithRecoveryCode(otherLogIn, user, [owner.user], owner.recoveryCode);
    expect((await openEntry(vault, entry)).text).toBe('kept');
    expect(vault.ownerKey).toBe(owner.vault.ownerKey);
    const again = await unlock(otherLogIn, stored(vault, user.salt));
    expect((await openEntry(again, entry)).text).toBe('kept');
    expect(await refusal(() => unlock(owner.logIn, stored(vault, user.salt)))).toBe('wrong_password');
  });

  test('the code still works after a rotation, a change of password and an earlier recovery', async () => {
    const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'kept' });
    const rotated = await replaceVaultKey(owner.vault);
    const changed = await changePassword(rotated, { ...owner.credentials, password: 'third' });
    const recovered = await unlockWithRecoveryCode(
      otherLogIn,
      user,
      [{ keyBundle: fromService(changed.keyBundle) }],
      owner.recoveryCode,
    );
    const twice = await unlockWithRecoveryCode(
      otherLogIn,
      user,
      [{ keyBundle: fromService((await replaceVaultKey(recovered)).keyBundle) }],
      owner.recoveryCode,
    );
    expect((await openEntry(twice, entry)).text).toBe('kept');
  });

  test('a bundle that opens is found behind bundles without keys, damaged ones and ones with another code', async () => {
    const { vault: other } = await startOver(owner.logIn, owner.user);
    const archived = [
      { keyBundle: { ...(user.keyBundle as object) } },
      { keyBundle: null },
      { keyBundle: { version: 2, kdf: KDF_V1 } },
      { keyBundle: { version: 9 } },
      stored(other),
      owner.user,
    ];
    const vault = await unlockWithRecoveryCode(otherLogIn, user, archived, owner.recoveryCode, {
      older: true,
    });
    expect(vault.ownerKey).toBe(owner.vault.ownerKey);
  });

  test('a replaced code restores older keys only if the owner wants them', async () => {
    const { vault: rotated } = await renewRecoveryCode(await replaceVaultKey(owner.vault));
    const { vault: another } = await startOver(owner.logIn, owner.user);
    const nothing = { ...owner.user, keyBundle: null };
    for (const newer of [rotated, another]) {
      const archived = [stored(newer), owner.user, stored(another)];
      const attempt = (older?: boolean) =>
        unlockWithRecoveryCode(otherLogIn, nothing, archived, owner.recoveryCode, older ? { older } : {});
      expect(await refusal(() => attempt())).toBe('recovery_code_replaced');
      expect((await attempt(true)).ownerKey).toBe(owner.vault.ownerKey);
    }
    // What came before the code doesn't matter.
    const fine = [owner.user, stored(another)];
    const vault = await unlockWithRecoveryCode(otherLogIn, nothing, fine, owner.recoveryCode);
    expect(vault.ownerKey).toBe(owner.vault.ownerKey);
  });

  test('a newer bundle that a later client wrote is passed over only if the owner wants it', async () => {
    const later = { keyBundle: { ...ownerBundle(), version: 3 } };
    const attempt = (archived: { keyBundle: unknown }[], options = {}) =>
      unlockWithRecoveryCode(otherLogIn, user, archived, owner.recoveryCode, options);
    const seen = ownerBundle().counter + 1;
    expect(await refusal(() => attempt([later, owner.user]))).toBe('format_unknown');
    expect(await refusal(() => attempt([later, owner.user], { seen }))).toBe('format_unknown');
    // Nor is the owner told that their code is wrong: a later client may open the bundle with it.
    const { vault: another } = await startOver(owner.logIn, owner.user);
    expect(await refusal(() => attempt([later, stored(another)]))).toBe('format_unknown');
    const older = { older: true };
    expect(await refusal(() => attempt([later, stored(another)], older))).toBe('wrong_recovery_code');
    expect((await attempt([later, owner.user], older)).ownerKey).toBe(owner.vault.ownerKey);
    expect((await attempt([owner.user, later])).ownerKey).toBe(owner.vault.ownerKey);
  });

  test('an older bundle is found behind one that is damaged beyond its wrapped keys', async () => {
    const { signing, successors } = ownerBundle();
    const damaged = [
      { ...ownerBundle(), signing: { ...signing, seed: successors } },
      { ...ownerBundle(), mac: Buffer.alloc(32).toString('base64') },
      { ...ownerBundle(), successors: signing.seed },
      { ...ownerBundle(), previous: [successors] },
    ].map((keyBundle) => ({ keyBundle }));
    const archived = [...damaged, { keyBundle: owner.user.keyBundle }];
    const vault = await unlockWithRecoveryCode(otherLogIn, user, archived, owner.recoveryCode);
    expect(vault.ownerKey).toBe(owner.vault.ownerKey);
    for (const unusable of [damaged, [{ keyBundle: {} as never }]]) {
      const attempt = () => unlockWithRecoveryCode(otherLogIn, user, unusable, owner.recoveryCode);
      expect(await refusal(attempt)).toBe('bundle_damaged');
    }
  });

  test('an owner without the code starts over, and the code still opens the old bundle later', async () => {
    const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'old' });
    const { vault, recoveryCode } = await startOver(otherLogIn, user);
    expect(vault.ownerKey).not.toBe(owner.vault.ownerKey);
    const again = await unlock(otherLogIn, stored(vault, user.salt));
    expect(await refusal(() => openEntry(again, entry))).toBe('entry_refused');
    const fresh = await sealEntry(again, { id: randomUUID(), text: 'new' });
    expect((await openEntry(again, fresh)).text).toBe('new');
    const byCode = await unlockWithRecoveryCode(owner.logIn, user, [stored(vault)], recoveryCode);
    expect((await openEntry(byCode, fresh)).text).toBe('new');
    const old = await unlockWithRecoveryCode(otherLogIn, user, [owner.user], owner.recoveryCode);
    expect((await openEntry(old, entry)).text).toBe('old');
  });
});

describe('after a thief with a stolen session stored garbage in place of the bundle', () => {
  const archive = (...bundles: unknown[]) =>
    bundles.map((keyBundle) => ({ keyBundle, salt: owner.user.salt }));

  test('the current password opens the newest undamaged bundle in the archive', async () => {
    const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'kept' });
    const user = { ...owner.user, keyBundle: { version: 2, kdf: KDF_V1 } };
    expect(await refusal(() => unlock(owner.logIn, user))).toBe('bundle_damaged');
    const damaged = { ...ownerBundle(), successors: ownerBundle().signing.seed };
    const { vault: theirs } = await startOver(otherLogIn, user);
    const bundles = [null, damaged, fromService(theirs.keyBundle), owner.user.keyBundle];
    const vault = await unlockArchived(owner.logIn, user, archive(...bundles));
    expect((await openEntry(vault, entry)).text).toBe('kept');
    expect((await openEntry(await unlock(owner.logIn, stored(vault)), entry)).text).toBe('kept');
  });

  test('bundles of another password are skipped, and the error names why the last one did not open', async () => {
    const { user, logIn } = owner;
    const other = { keyBundle: user.keyBundle, salt: Buffer.alloc(16).toString('base64') };
    expect(await refusal(() => unlockArchived(logIn, user, [other]))).toBe('nothing_to_recover');
    expect(await refusal(() => unlockArchived(logIn, user, archive({})))).toBe('bundle_damaged');
    expect(await refusal(() => unlockArchived(otherLogIn, user, archive(user.keyBundle)))).toBe(
      'wrong_password',
    );
  });
});

test('a changed password opens the same vault, and the old one no longer does', async () => {
  const entry = await sealEntry(owner.vault, { id: randomUUID(), text: 'kept' });
  const changed = await changePassword(owner.vault, { ...owner.credentials, password: 'battery staple' });
  expect(changed.newPassword).toBe(otherLogIn.password);
  expect(changed.salt).not.toBe(owner.user.salt);
  const user = stored(changed.vault, changed.salt);
  expect(user.keyBundle).toEqual(fromService(changed.keyBundle));
  expect((await openEntry(await unlock(otherLogIn, user), entry)).text).toBe('kept');
  expect((await openEntry(changed.vault, entry)).text).toBe('kept');
  expect(await refusal(() => unlock(owner.logIn, user))).toBe('wrong_password');
  // Nothing but the wrapping of the vault key has changed.
  const { previous, signing, successors } = ownerBundle();
  expect(changed.keyBundle).toMatchObject({ previous, signing, successors });
});

test('a changed address changes the keys, even with the same password', async () => {
  const moved = { ...owner.credentials, email: 'lovelace@example.org' };
  const changed = await changePassword(owner.vault, moved);
  const user = stored(changed.vault, changed.salt);
  expect((await unlock(await prepareLogIn(moved), user)).ownerKey).toBe(owner.vault.ownerKey);
  expect(await refusal(() => unlock(owner.logIn, user))).toBe('wrong_password');
});

test('a new recovery code replaces the old one, and the password stays', async () => {
  const { vault, recoveryCode } = await renewRecoveryCode(owner.vault);
  const user = stored(vault);
  expect((await unlock(owner.logIn, user)).ownerKey).toBe(owner.vault.ownerKey);
  const attempt = (code: string) => unlockWithRecoveryCode(otherLogIn, user, [], code);
  expect(await refusal(() => attempt(owner.recoveryCode))).toBe('wrong_recovery_code');
  expect((await attempt(recoveryCode)).ownerKey).toBe(owner.vault.ownerKey);
});

test('a locked vault changes nothing', async () => {
  const vault = { ...owner.vault };
  lock(vault);
  for (const attempt of [
    () => changePassword(vault, owner.credentials),
    () => renewRecoveryCode(vault),
    () => replaceVaultKey(vault),
    () => readSuccessorKeys(vault),
    () => withSuccessorKeys(vault, NO_SUCCESSORS),
  ]) {
    expect(await refusal(attempt)).toBe('locked');
  }
});

test('a client refuses to create an account with parameters that are too weak', async () => {
  const kdf = { ...KDF_V1, memoryKiB: 8 };
  for (const make of [createAccount, beginReset]) {
    expect(await refusal(() => make({ ...owner.credentials, kdf }))).toBe('kdf_too_weak');
  }
  const attempt = () => changePassword(owner.vault, { ...owner.credentials, kdf });
  expect(await refusal(attempt)).toBe('kdf_too_weak');
});

describe('an open vault whose keys another device has changed', () => {
  test('opens the newer bundle without the password, and then what is sealed with it', async () => {
    const elsewhere = await replaceVaultKey(owner.vault);
    const entry = await sealEntry(elsewhere, { id: randomUUID(), text: 'newer' });
    expect(await refusal(() => openEntry(owner.vault, entry))).toBe('entry_refused');
    const reopened = await reopen(owner.vault, fromService(elsewhere.keyBundle));
    expect((await openEntry(reopened, entry)).text).toBe('newer');
    expect(reopened.userId).toBe(owner.vault.userId);
  });

  test('asks for the password where that was changed too', async () => {
    const credentials = { ...owner.credentials, password: 'battery staple' };
    const { keyBundle } = await changePassword(owner.vault, credentials);
    expect(await refusal(() => reopen(owner.vault, fromService(keyBundle)))).toBe('wrong_password');
  });

  test('refuses another owner’s bundle, a damaged one, and every bundle once it is locked', async () => {
    const other = await newOwner();
    expect(await refusal(() => reopen(owner.vault, fromService(other.vault.keyBundle)))).toBe(
      'wrong_password',
    );
    expect(await refusal(() => reopen(owner.vault, { version: 2 }))).toBe('bundle_damaged');
    const { vault } = await newOwner();
    lock(vault);
    expect(await refusal(() => reopen(vault, fromService(vault.keyBundle)))).toBe('locked');
  });
});
