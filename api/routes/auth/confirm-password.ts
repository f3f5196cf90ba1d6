import type { Caller } from '../../auth/caller.ts';
import { attempt } from '../../auth/lockout.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';

/** With a session, 401 would mean that the session is over: a client would refresh, repeat, and be locked out. */
export const wrongPassword = (): Problem => new Problem('wrong_password', 'The password is wrong.');

/**
 * Runs something that needs the caller's password. A wrong password counts as a failed attempt of this session, and
 * so does a wrong second factor in `then`. Strangers who guess at the address do not affect that count; a thief with
 * a stolen session is locked out after five.
 *
 * @throws Problem `wrong_password` or `account_locked`, without calling `then`
 */
export const confirmPassword = <T>(
  deps: ApiDeps,
  { user, session }: Caller,
  password: string,
  now: Date,
  then: () => Promise<T>,
): Promise<T> =>
  attempt(deps, [{ session: session.id }], now, async () => {
    if (!(await verifyPassword(user.authHash, password))) {
      throw wrongPassword();
    }
    return then();
  });
