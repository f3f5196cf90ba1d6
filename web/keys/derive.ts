/** From a typed password to what it opens. */
import { type Kdf, type LogIn, prepareLogIn } from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { answered, api } from '../api/client.ts';

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

/** The same for the account that is logged in. */
export async function deriveOwn(
  password: string,
): Promise<Derived & { user: components['schemas']['User'] }> {
  const { user } = await answered(api.GET('/auth/profile'));
  return { user, ...(await derive({ email: user.email, password })) };
}
