/** A new recovery code for an open vault: made, shown, and active once the owner has proven that they kept it. */
import * as code from '../../../client/password.ts';
import { CryptoError } from '../../../crypto/index.ts';
import { owner } from '../owner.ts';
import type { Tab, TaskContext } from '../tab.ts';
import { onChange, unlockedVault } from '../unlocked-vault.ts';

/** The new recovery code of each tab, for the open vault. The service doesn't know it until it is active. */
let made = new WeakMap<Tab, string>();
let userId: string | undefined;
onChange(() => {
  const now = unlockedVault()?.vault.userId;
  if (now !== userId) made = new WeakMap();
  userId = now;
});

/** @returns a new recovery code, to be shown once */
export async function prepareRecoveryCode(
  _: undefined,
  { tab }: TaskContext,
): Promise<{ recoveryCode: string }> {
  const recoveryCode = await code.prepareRecoveryCode(owner);
  made.set(tab, recoveryCode);
  return { recoveryCode };
}

/** The code that was prepared last. @throws CryptoError `locked` if there is none */
export function requirePrepared(tab: Tab): string {
  const recoveryCode = made.get(tab);
  if (!recoveryCode) throw new CryptoError('locked');
  return recoveryCode;
}

/** Called once that code is active. */
export function forgetPrepared(tab: Tab): void {
  made.delete(tab);
}

/** Makes the code that was prepared last active. Trying again is safe. */
export async function storeRecoveryCode(_: undefined, { tab }: TaskContext): Promise<void> {
  await code.storeRecoveryCode(owner, requirePrepared(tab));
  forgetPrepared(tab);
}
