import { User, type UserRow } from '../../db/entities/user.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import type { Caller } from './caller.ts';
import { attempt } from './lockout.ts';
import { verifyPassword } from './passwords.ts';

/** With a session, 401 would mean that the session is over: a client would refresh, repeat, and be locked out. */
export const wrongPassword = (): Problem => new Problem('wrong_password', 'The password is wrong.');

/** An account, and the hash of the password that its owner has just shown. */
export type CheckedPassword = Pick<UserRow, 'id' | 'authHash'>;

/**
 * Runs something that needs the caller's password. A wrong password counts as a failed attempt of this session, and
 * so does a wrong second factor in `then`. Strangers who guess at the address do not affect that count; a thief with
 * a stolen session is locked out after five. With two-factor authentication on, only a success that checked a code too
 * clears the count: otherwise a thief who knows the password could guess codes for ever.
 *
 * @param then gets the credentials that were checked, for `lockChecked`
 * @param checksCode whether `then` checks the second factor, if it is on
 * @throws Problem `wrong_password` or `account_locked`, without calling `then`
 */
export const confirmPassword = <T>(
  deps: ApiDeps,
  { user, session }: Caller,
  password: string,
  now: Date,
  then: (checked: CheckedPassword) => Promise<T>,
  { checksCode = false } = {},
): Promise<T> => {
  const check = async () => {
    const checked = await deps.orm.em.fork().findOne(User, { id: user.id });
    if (!checked) throw new Problem('unauthenticated');
    if (!(await verifyPassword(checked.authHash, password))) throw wrongPassword();
    return then(checked);
  };
  const provesAll = checksCode || !user.twoFactorEnabled;
  return attempt(deps, [{ session: session.id }], now, check, { provesAll });
};
