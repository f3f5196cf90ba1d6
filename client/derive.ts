/** From a typed password to its keys. */
import { type Kdf, type LogIn, prepareLogIn } from '../crypto/index.ts';
import { type Api, answered } from './api.ts';

/** A password's keys. */
export interface Derived {
  logIn: LogIn;
  /** The parameters for deriving a new password. */
  current: Kdf;
}

/**
 * Derives the keys of a password in the way that the account asks for. It takes about a second.
 *
 * @throws CryptoError `kdf_too_weak`, `kdf_too_costly`: someone may be between you and the service
 */
export async function derive(
  api: Api,
  { email, password }: { email: string; password: string },
): Promise<Derived> {
  const { kdf, current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  return { logIn: await prepareLogIn({ email, password, kdf }), current };
}
