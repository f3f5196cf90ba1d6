import type { UserRow } from '../../../db/entities/user.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../errors.ts';
import { attempt } from '../../lockout.ts';
import { verifyPassword } from '../../passwords.ts';

/**
 * Does what somebody who is logged in may do only with their password. A wrong one counts as a failed attempt on the
 * account, and so does a wrong second factor within `then`.
 *
 * @throws Problem `invalid_credentials` or `account_locked`, without having begun `then`
 */
export const confirmPassword = <T>(
  deps: ApiDeps,
  user: UserRow,
  password: string,
  now: Date,
  then: () => Promise<T>,
): Promise<T> =>
  attempt(deps, user.email, now, async () => {
    if (!(await verifyPassword(user.authHash, password))) {
      throw new Problem('invalid_credentials', 'The password is wrong.');
    }
    return then();
  });
