/** Passkeys. Only this thread keeps what an authenticator returns for the vault. */
import type { User } from '../../../client/log-in.ts';
import * as passkeys from '../../../client/passkeys.ts';
import { api } from '../../api/client.ts';
import { owner } from '../owner.ts';
import { seen } from '../seen.ts';
import { keepUnlocked, lockCount, requireOpen } from '../unlocked-vault.ts';

/** Logs in. The vault stays locked if the passkey doesn't open it. @throws Problem `passkey_invalid` */
export async function logInWithPasskey(assertion: passkeys.PasskeyAssertion): Promise<{ user: User }> {
  // An earlier session may still end before this one begins.
  let since = lockCount();
  const onSession = (): void => {
    since = lockCount();
  };
  const { user, unlocked } = await passkeys.logInWithPasskey(api, assertion, { seen, onSession });
  if (unlocked) keepUnlocked(unlocked, since);
  return { user };
}

/** Opens the vault of the session. @returns whether it is open. @throws Problem `wrong_passkey` */
export async function unlockWithPasskey(assertion: passkeys.PasskeyAssertion): Promise<{ isOpen: boolean }> {
  const since = lockCount();
  const unlocked = await passkeys.reopenWithPasskey(api, assertion, seen);
  if (unlocked) keepUnlocked(unlocked, since);
  return { isOpen: unlocked !== null };
}

/** @throws CryptoError `wrong_password`; Problem `wrong_passkey` */
export async function letPasskeyOpen({
  password,
  credential,
  prf,
}: passkeys.PasskeyAssertion & { password: string; prf: Uint8Array<ArrayBuffer> }): Promise<void> {
  try {
    await passkeys.confirmWithPasskey(api, { credential });
    await passkeys.letPasskeyOpen(owner, password, { credentialId: credential.id, prf });
  } finally {
    prf.fill(0);
  }
}

/** @throws Problem `confirmation_required` */
export const removePasskey = (passkey: { id: string; credentialId: string }): Promise<void> =>
  passkeys.removePasskey(owner, passkey);

/** The passkeys that open the vault, by their credential IDs. */
export const passkeysOfVault = async (): Promise<string[]> =>
  requireOpen().vault.keyBundle.vaultKey.passkeys.map(({ credentialId }) => credentialId);
