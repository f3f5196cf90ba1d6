/** Another password for the same keys. */
import { changePassword, unlock } from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { answered, api } from '../api/client.ts';
import { asBundle } from './bundle.ts';
import type { Derived } from './derive.ts';
import { goOn } from './held.ts';

/**
 * Wraps the keys with a password, derived in the newest way, which logs in from then on. Nothing is encrypted anew.
 *
 * @throws CryptoError `wrong_password`; Problem `confirmation_required`, `version_conflict`
 */
export async function storePassword(
  { logIn, current }: Derived,
  user: components['schemas']['User'],
  password: string,
): Promise<void> {
  const before = await unlock(logIn, user);
  const { email } = logIn;
  const { vault, keyBundle, ...changed } = await changePassword(before, { email, password, kdf: current });
  const body = {
    ...changed,
    currentPassword: logIn.password,
    keyBundle: asBundle(keyBundle),
    keyBundleVersion: user.keyBundleVersion,
  };
  await answered(api.PUT('/auth/change-password', { body }));
  const { user: after } = await answered(api.GET('/auth/profile'));
  goOn({ vault, keyBundleVersion: after.keyBundleVersion });
}
