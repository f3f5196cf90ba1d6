/** Opening a vault that the password alone does not open. Goes on from the password last typed in the tab. */
import { acceptOlderBundle } from '../../../client/log-in.ts';
import type { UnlockedVault } from '../../../client/owner.ts';
import * as recovery from '../../../client/recovery.ts';
import { CryptoError, type LogIn } from '../../../crypto/index.ts';
import { api } from '../../api/client.ts';
import { seen } from '../seen.ts';
import type { TaskContext } from '../tab.ts';
import { keepUnlocked, lastTyped, lockCount } from '../unlocked-vault.ts';

/** Keys for starting over, until the owner has proven that they kept the recovery code. Dropped with the log-in. */
const fresh = new WeakMap<LogIn, recovery.NewKeys>();

/** @throws CryptoError `locked` if the password must be typed again */
function requireTyped({ tab }: TaskContext): LogIn {
  const logIn = lastTyped(tab);
  if (!logIn) throw new CryptoError('locked');
  return logIn;
}

async function open(asked: TaskContext, step: (logIn: LogIn) => Promise<UnlockedVault>): Promise<void> {
  const since = lockCount();
  keepUnlocked(await step(requireTyped(asked)), since);
}

/**
 * Opens the vault with the recovery code after a reset, and stores its keys under the new password.
 *
 * @param typed.older puts an older copy back although a newer one has another code, or this browser has seen newer keys: ask
 *   the owner first
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`, `wrong_recovery_code`, `recovery_code_replaced`,
 *   `bundle_rolled_back`, `nothing_to_recover`, `format_unknown`
 */
export const recover = (typed: { recoveryCode: string; older: boolean }, asked: TaskContext): Promise<void> =>
  open(asked, (logIn) => recovery.recover(api, logIn, typed, seen));

/** Puts back the newest older copy of the keys that the password opens. */
export const putOlderKeysBack = (_: undefined, asked: TaskContext): Promise<void> =>
  open(asked, (logIn) => recovery.putOlderKeysBack(api, logIn, seen));

/** Opens keys that are older than this browser has seen, because their owner says that a backup was restored. */
export const acceptOlderKeys = (_: undefined, asked: TaskContext): Promise<void> =>
  open(asked, (logIn) => acceptOlderBundle(api, logIn, seen));

/** Makes keys for an empty vault. @returns their recovery code, to be shown once */
export async function prepareNewKeys(_: undefined, asked: TaskContext): Promise<{ recoveryCode: string }> {
  const logIn = requireTyped(asked);
  const keys = await recovery.startOver(api, logIn);
  fresh.set(logIn, keys);
  return { recoveryCode: keys.recoveryCode };
}

/** Stores the keys that were prepared last. The previous keys stay in the archive. */
export async function storeNewKeys(_: undefined, asked: TaskContext): Promise<void> {
  const keys = fresh.get(requireTyped(asked));
  if (!keys) throw new CryptoError('locked');
  await open(asked, (logIn) => recovery.storeNewKeys(api, logIn, keys));
}
