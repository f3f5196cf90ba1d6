/** A new recovery code for an open vault: made, shown, and active once the owner has proven that they kept it. */
import * as code from '../../../client/password.ts';
import { CryptoError } from '../../../crypto/index.ts';
import { current, onChange } from '../held.ts';
import { owner } from '../owner.ts';

/** Until it is active, the service doesn't know it. */
let made: { recoveryCode: string; userId: string } | null = null;
onChange(() => {
  if (current()?.vault.userId !== made?.userId) made = null;
});

/** @returns a new recovery code, to be shown once */
export async function prepareRecoveryCode(): Promise<{ recoveryCode: string }> {
  const recoveryCode = await code.prepareRecoveryCode(owner);
  made = { recoveryCode, userId: owner.unlocked().vault.userId };
  return { recoveryCode };
}

/** The code that was prepared last. @throws CryptoError `locked` if there is none */
export function requirePrepared(): string {
  if (!made) throw new CryptoError('locked');
  return made.recoveryCode;
}

/** Called once that code is active. */
export function forgetPrepared(): void {
  made = null;
}

/** Makes the code that was prepared last active. Trying again is safe. */
export async function storeRecoveryCode(): Promise<void> {
  await code.storeRecoveryCode(owner, requirePrepared());
  forgetPrepared();
}
