/** Passkeys: logging in with one, and opening the vault with the same touch where the authenticator can (PRF). */
import {
  addPasskey,
  CryptoError,
  type PasskeySecret,
  removePasskey as removeBox,
  unlockWithPasskey,
} from '../crypto/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { deriveOwn, type User } from './log-in.ts';
import { changeBundle, type Owner, type UnlockedVault } from './owner.ts';
import { highestSeen, rememberBundle, type SeenBundles } from './seen-bundles.ts';

type PasskeyBody = paths['/auth/login/passkey']['post']['requestBody']['content']['application/json'];

/** An authenticator's response: a signature for the service, and its secret for this client alone, if it has one. */
export interface PasskeyAssertion {
  credential: PasskeyBody['credential'];
  prf: Uint8Array<ArrayBuffer> | null;
}

/** @returns null if the password is needed: the passkey doesn't open these keys, or they need to be settled first */
async function openWithPasskey(
  { credential, prf }: PasskeyAssertion,
  user: User,
  seen: SeenBundles,
): Promise<UnlockedVault | null> {
  if (!prf || !user.keyBundle) return null;
  try {
    const secret = { credentialId: credential.id, prf };
    const vault = await unlockWithPasskey(secret, user, await highestSeen(seen, user));
    await rememberBundle(seen, vault);
    return { vault, keyBundleVersion: user.keyBundleVersion };
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  } finally {
    prf.fill(0);
  }
}

/**
 * Logs in with a passkey, and opens the vault if the passkey can.
 *
 * @param device.onSession called once the session is open
 * @returns `unlocked` is null if the password is needed for the vault
 * @throws Problem `passkey_invalid`
 */
export async function logInWithPasskey(
  api: Api,
  assertion: PasskeyAssertion,
  device: { seen: SeenBundles; onSession?(): void },
): Promise<{ user: User; unlocked: UnlockedVault | null }> {
  const body = { credential: assertion.credential };
  const { user } = await answered(api.POST('/auth/login/passkey', { body }));
  device.onSession?.();
  return { user, unlocked: await openWithPasskey(assertion, user, device.seen) };
}

/** Confirms the session. @throws Problem `wrong_passkey` */
export const confirmWithPasskey = (api: Api, { credential }: Pick<PasskeyAssertion, 'credential'>) =>
  answered(api.POST('/auth/confirm/passkey', { body: { credential } }));

/**
 * Opens the vault of the session, and confirms it.
 *
 * @returns null if the password is needed
 * @throws Problem `wrong_passkey`
 */
export async function reopenWithPasskey(
  api: Api,
  assertion: PasskeyAssertion,
  seen: SeenBundles,
): Promise<UnlockedVault | null> {
  await confirmWithPasskey(api, assertion);
  const { user } = await answered(api.GET('/auth/profile'));
  return openWithPasskey(assertion, user, seen);
}

/**
 * Lets a passkey open the vault from now on, until the password changes. It needs the password once.
 *
 * @throws CryptoError `wrong_password`; Problem `confirmation_required`
 */
export async function letPasskeyOpen(owner: Owner, password: string, secret: PasskeySecret): Promise<void> {
  const { user, logIn } = await deriveOwn(owner.api, password);
  await changeBundle(owner, (vault) => addPasskey(vault, logIn, user.salt, secret));
}

/**
 * Removes a passkey, first from the keys and then from the account, so that it can be repeated.
 *
 * @throws Problem `confirmation_required`, `not_found`
 */
export async function removePasskey(
  owner: Owner,
  { id, credentialId }: { id: string; credentialId: string },
): Promise<void> {
  await changeBundle(owner, (vault) => removeBox(vault, credentialId));
  await answered(owner.api.DELETE('/passkeys/{passkeyId}', { params: { path: { passkeyId: id } } }));
}
