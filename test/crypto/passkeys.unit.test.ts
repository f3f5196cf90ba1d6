/** Passkeys that open the vault, each through its own box in the key bundle. */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  addPasskey,
  changePassword,
  type FullBundle,
  hasPasskey,
  lock,
  MAX_PASSKEYS,
  openEntry,
  type PasskeySecret,
  prepareLogIn,
  removePasskey,
  renewRecoveryCode,
  sealEntry,
  unlock,
  unlockWithPasskey,
  type Vault,
} from '../../crypto/index.ts';
import { replaceVaultKey } from '../../crypto/key-bundle.ts';
import { fromService, newOwner, type TestOwner } from './owner.ts';
import { refusal } from './refusals.ts';

const aPasskey = (): PasskeySecret => ({
  credentialId: randomBytes(64).toString('base64url'),
  prf: new Uint8Array(randomBytes(32)),
});

let owner: TestOwner;
let vault: Vault;
const phone = aPasskey();
const key = aPasskey();

beforeAll(async () => {
  owner = await newOwner();
  const once = await addPasskey(owner.vault, owner.logIn, owner.user.salt, phone);
  vault = await addPasskey(once, owner.logIn, owner.user.salt, key);
});

const userWith = (keyBundle: FullBundle) => ({ ...owner.user, keyBundle: fromService(keyBundle) });

const touching = (secret: PasskeySecret, keyBundle: FullBundle = vault.keyBundle, seen?: number) =>
  refusal(() => unlockWithPasskey(secret, userWith(keyBundle), seen));

test('each passkey opens the vault that the password opens, and the changes that it can make', async () => {
  const entry = await sealEntry(vault, { id: randomUUID(), text: 'kept' });
  for (const secret of [phone, key]) {
    const opened = await unlockWithPasskey(secret, userWith(vault.keyBundle));
    expect((await openEntry(opened, entry)).text).toBe('kept');
    const { vault: recoded } = await renewRecoveryCode(opened);
    expect((await unlock(owner.logIn, userWith(recoded.keyBundle))).ownerKey).toBe(vault.ownerKey);
  }
});

test('a passkey still opens the vault after a rotation and with a new recovery code', async () => {
  const { vault: recoded } = await renewRecoveryCode(await replaceVaultKey(vault));
  expect(await touching(phone, recoded.keyBundle)).toBeUndefined();
});

test('a new password closes the vault to passkeys, until each is added with it', async () => {
  const credentials = { ...owner.credentials, password: 'battery staple' };
  const changed = await changePassword(vault, credentials);
  const user = { ...owner.user, salt: changed.salt };
  const attempt = (keyBundle: FullBundle) =>
    refusal(() => unlockWithPasskey(phone, { ...user, keyBundle: fromService(keyBundle) }));
  expect(await attempt(changed.keyBundle)).toBe('wrong_passkey');
  const logIn = await prepareLogIn(credentials);
  const added = await addPasskey(changed.vault, logIn, changed.salt, phone);
  expect(await attempt(added.keyBundle)).toBeUndefined();
});

test('adding a passkey takes the present password, and replaces its box', async () => {
  const other = await prepareLogIn({ ...owner.credentials, password: 'battery staple' });
  expect(await refusal(() => addPasskey(vault, other, owner.user.salt, phone))).toBe('wrong_password');
  const again = await addPasskey(vault, owner.logIn, owner.user.salt, phone);
  expect(again.keyBundle.vaultKey.passkeys).toHaveLength(2);
  const prf = new Uint8Array(31);
  const short = { ...phone, prf };
  expect(await refusal(() => addPasskey(vault, owner.logIn, owner.user.salt, short))).toBe('wrong_passkey');
});

test('a vault takes ten passkeys and no more', async () => {
  let full = owner.vault;
  for (let i = 0; i < MAX_PASSKEYS; i++)
    full = await addPasskey(full, owner.logIn, owner.user.salt, aPasskey());
  expect(JSON.stringify(full.keyBundle).length).toBeLessThan(8 * 1024);
  await expect(addPasskey(full, owner.logIn, owner.user.salt, phone)).rejects.toBeInstanceOf(RangeError);
});

test('a passkey that was removed opens nothing, and the others stay', async () => {
  const without = await removePasskey(vault, phone.credentialId);
  expect(hasPasskey(without.keyBundle, phone.credentialId)).toBe(false);
  expect(await touching(phone, without.keyBundle)).toBe('wrong_passkey');
  expect(await touching(key, without.keyBundle)).toBeUndefined();
  expect(await removePasskey(without, phone.credentialId)).toBe(without);
});

test('a locked vault neither adds nor removes a passkey', async () => {
  const locked = { ...vault };
  lock(locked);
  const add = () => addPasskey(locked, owner.logIn, owner.user.salt, aPasskey());
  expect(await refusal(add)).toBe('locked');
  expect(await refusal(() => removePasskey(locked, phone.credentialId))).toBe('locked');
});

describe('a server that changes passkeys is refused', () => {
  const withPasskeys = (
    passkeys: FullBundle['vaultKey']['passkeys'],
    bundle = vault.keyBundle,
  ): FullBundle => ({
    ...bundle,
    vaultKey: { ...bundle.vaultKey, passkeys },
  });

  test('when it brings a removed one back, whether passkey or password opens the bundle', async () => {
    const { keyBundle } = await removePasskey(vault, phone.credentialId);
    const spliced = withPasskeys(vault.keyBundle.vaultKey.passkeys, keyBundle);
    expect(await touching(phone, spliced)).toBe('bundle_damaged');
    expect(await refusal(() => unlock(owner.logIn, userWith(spliced)))).toBe('bundle_damaged');
  });

  test('when it drops one, swaps two boxes or reorders them', async () => {
    const [one, two] = vault.keyBundle.vaultKey.passkeys as [never, never];
    expect(await touching(phone, withPasskeys([one]))).toBe('bundle_damaged');
    expect(await touching(phone, withPasskeys([two, one]))).toBe('bundle_damaged');
    const { credentialId } = phone;
    const swapped = [{ ...(two as FullBundle['vaultKey']['passkeys'][0]), credentialId }];
    expect(await touching(phone, withPasskeys(swapped))).toBe('wrong_passkey');
  });

  test('when it returns an older bundle than this device has seen', async () => {
    const { keyBundle } = await replaceVaultKey(vault);
    expect(await touching(phone, vault.keyBundle, keyBundle.counter)).toBe('bundle_rolled_back');
  });

  test('with a kind of credential ID that WebAuthn does not have', async () => {
    const [one] = vault.keyBundle.vaultKey.passkeys;
    expect(await touching(phone, withPasskeys([{ ...one!, credentialId: 'a+b=' }]))).toBe('bundle_damaged');
  });
});
