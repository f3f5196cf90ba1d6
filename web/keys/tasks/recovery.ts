/** Opening a vault that the password alone does not open. Goes on from the password typed last. */
import { acceptOlderBundle } from '../../../client/log-in.ts';
import type { UnlockedVault } from '../../../client/owner.ts';
import * as recovery from '../../../client/recovery.ts';
import { CryptoError, type LogIn } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { hold, lastTyped, moment, onChange } from '../held.ts';
import { seen } from '../seen.ts';

/** Made to start over, until the owner has proven that they kept the recovery code. */
let fresh: recovery.NewKeys | null = null;
onChange(() => {
  // A lock drops the typed password, and these keys with it.
  if (!lastTyped()) fresh = null;
});

/** @throws CryptoError `locked` if the password must be typed again */
function requireTyped(): LogIn {
  const logIn = lastTyped();
  if (!logIn) throw new CryptoError('locked');
  return logIn;
}

async function open(step: (logIn: LogIn) => Promise<UnlockedVault>): Promise<void> {
  const at = moment();
  hold(await step(requireTyped()), at);
}

/**
 * Opens the vault with the recovery code after a reset, and stores its keys under the new password.
 *
 * @param typed.older puts an older copy back although a newer one has another code, or this browser has seen newer keys: ask
 *   the owner first
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `bundle_rolled_back`, `nothing_to_recover`
 */
export const recover = (typed: { recoveryCode: string; older: boolean }): Promise<void> =>
  open((logIn) => recovery.recover(api, logIn, typed, seen));

/** Puts back the newest older copy of the keys that the password opens. */
export const putOlderKeysBack = (): Promise<void> => open((logIn) => recovery.putOlderKeysBack(api, logIn));

/** Opens keys that are older than this browser has seen, because a backup was restored. */
export const acceptOlderKeys = (): Promise<void> => open((logIn) => acceptOlderBundle(api, logIn, seen));

/** Makes keys for an empty vault. @returns their recovery code, to be shown once */
export async function prepareNewKeys(): Promise<{ recoveryCode: string }> {
  fresh = await recovery.startOver(api, requireTyped());
  return { recoveryCode: fresh.recoveryCode };
}

/** Stores the keys that were prepared last. The ones before stay in the archive. */
export async function storeNewKeys(): Promise<void> {
  const keys = fresh;
  if (!keys) throw new CryptoError('locked');
  await open((logIn) => recovery.storeNewKeys(api, logIn, keys));
  fresh = null;
}
