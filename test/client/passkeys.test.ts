/** Passkeys in the client: one opens the vault with its authenticator's secret, and the readable export lists it. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import {
  type Api,
  createApi,
  exportDecrypted,
  letPasskeyOpen,
  logIn,
  logInWithPasskey,
  type Owner,
  openOwner,
  prepareAccount,
  register,
  removePasskey,
  seenInMemory,
  storePassword,
  verifyAddress,
  withHeaders,
} from '../../client/index.ts';
import { userOf, verificationToken } from '../support/builders/account.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { softwareAuthenticator } from '../support/clients/authenticator.ts';
import { useApi } from '../support/servers/use-api.ts';

const PASSWORD = 'the heron waits at low tide';

const service = await useApi();
const authenticator = softwareAuthenticator(service.origin);
let ada: Owner;
let passkey: { id: string; credentialId: string };
const visitor = (): Api => createApi({ origin: new URL(service.url).origin });
const email = uniqueEmail('ada');

async function openDevice() {
  let token = '';
  const send = withHeaders((): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {}));
  const api = createApi({ origin: new URL(service.url).origin, send });
  const onSession = ({ accessToken = '' }) => {
    token = accessToken;
  };
  const { opened, derived } = await logIn(api, { email, password: PASSWORD, session: 'app', onSession });
  if (opened.state !== 'open') throw new Error(opened.state);
  return { derived, owner: openOwner(api, opened.unlocked) };
}

beforeAll(async () => {
  const { registration } = await prepareAccount(visitor(), { email, name: 'Ada', password: PASSWORD });
  await register(visitor(), registration);
  const { id } = await userOf(service, email);
  await verifyAddress(visitor(), await verificationToken(service, id));
  ada = (await openDevice()).owner;
  const { data: begun } = await ada.api.POST('/passkeys/options');
  if (!begun) throw new Error('no options');
  const credential = authenticator.create(begun.options);
  const { data: added } = await ada.api.POST('/passkeys', { body: { name: 'Phone', credential } });
  if (!added) throw new Error('not added');
  passkey = added.passkey;
});

/** Logs in on another device. @param prf what the authenticator returns for the vault; null if it can't */
async function logInWith(prf: Buffer | null) {
  service.clock.now += 1;
  const { data } = await visitor().POST('/auth/login/passkey/options');
  if (!data) throw new Error('no options');
  const given = prf && new Uint8Array(prf);
  const credential = authenticator.get(data.options);
  const { user, unlocked } = await logInWithPasskey(
    visitor(),
    { credential, prf: given },
    { seen: seenInMemory() },
  );
  expect(user.email).toBe(email);
  if (given) expect([...given]).toEqual(Array(32).fill(0));
  return unlocked;
}

test('a passkey opens the vault once its owner has allowed it, and until the password changes', async () => {
  const prf = randomBytes(32);
  expect(await logInWith(prf)).toBeNull();
  await letPasskeyOpen(ada, PASSWORD, { credentialId: passkey.credentialId, prf: new Uint8Array(prf) });
  const unlocked = await logInWith(prf);
  expect(unlocked).toMatchObject({ keyBundleVersion: ada.unlocked().keyBundleVersion });
  expect(unlocked?.vault.userId).toBe(ada.unlocked().vault.userId);
  expect(await logInWith(randomBytes(32))).toBeNull();
  expect(await logInWith(null)).toBeNull();

  const { derived, owner } = await openDevice();
  await storePassword(owner.api, derived, owner.unlocked(), { password: PASSWORD });
  expect(await logInWith(prf)).toBeNull();
  ada = (await openDevice()).owner;
});

test('the readable export lists the passkeys by name and date, without their keys', async () => {
  let text = '';
  for await (const piece of (await exportDecrypted(ada)).text) text += piece;
  expect(JSON.parse(text).passkeys).toEqual([
    { name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  ]);
  expect(text).not.toContain(passkey.credentialId);
});

test('a removed passkey is gone from the keys too', async () => {
  const prf = new Uint8Array(randomBytes(32));
  await letPasskeyOpen(ada, PASSWORD, { credentialId: passkey.credentialId, prf });
  expect(ada.unlocked().vault.keyBundle.vaultKey.passkeys).toHaveLength(1);
  await removePasskey(ada, passkey);
  expect(ada.unlocked().vault.keyBundle.vaultKey.passkeys).toEqual([]);
  await expect(logInWith(randomBytes(32))).rejects.toMatchObject({ code: 'passkey_invalid' });
});
