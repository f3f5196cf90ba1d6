/** From a typed password to what it opens. */
import { CryptoError, type Kdf, type LogIn, prepareLogIn, unlock } from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { answered, api } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { olderVault } from './archive.ts';
import { lastTyped } from './held.ts';

type User = components['schemas']['User'];

export interface Derived {
  logIn: LogIn;
  /** How to derive a new password. */
  current: Kdf;
}

/** Derives the keys of a password in the way that the account asks for. */
export async function derive({ email, password }: { email: string; password: string }): Promise<Derived> {
  const { kdf, current } = await answered(api.POST('/auth/kdf', { body: { email } }));
  return { logIn: await prepareLogIn({ email, password, kdf }), current };
}

/**
 * Makes sure that the address, which is the salt of the derivation, is not one that the service made up. If it named the
 * same address to everybody, one table of derived passwords would fit all of them.
 *
 * @throws CryptoError `wrong_password`; Problem `address_unproven`
 */
async function proveAddress(logIn: LogIn, user: User): Promise<void> {
  if (lastTyped()?.email === logIn.email) return;
  try {
    // What this opens was sealed by somebody with the same password, under the same address.
    await unlock(logIn, user);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    if (await olderVault(logIn, user)) return;
    if (error.code === 'wrong_password') throw error;
    throw new Problem({ code: 'address_unproven', status: 0 });
  }
}

/**
 * The same for the account that is logged in.
 *
 * @throws CryptoError `wrong_password`; Problem `address_unproven` if nothing opens with it, as after a reset: then the
 *   owner must type their address, and that is at the log-in
 */
export async function deriveOwn(password: string): Promise<Derived & { user: User }> {
  const { user } = await answered(api.GET('/auth/profile'));
  const derived = await derive({ email: user.email, password });
  await proveAddress(derived.logIn, user);
  return { user, ...derived };
}

/**
 * What the service takes as the password of the account that is logged in.
 *
 * @throws Problem `wrong_password`, `address_unproven`
 */
export async function ownPassword(typed: string): Promise<string> {
  try {
    return (await deriveOwn(typed)).logIn.password;
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'wrong_password') throw error;
    throw new Problem({ code: 'wrong_password', status: 403 });
  }
}
