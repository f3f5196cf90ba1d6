import { protectedUntil } from '../../db/after-reset.ts';
import type { UserRow } from '../../db/entities/user.ts';
import { Problem } from '../http/errors.ts';

/**
 * @param what the action that is possible again after that, such as `The account can be deleted`
 * @throws Problem `recently_reset` within seven days of a reset by mail
 */
export function refuseAfterReset(user: Pick<UserRow, 'passwordResetAt'>, now: Date, what: string): void {
  const until = protectedUntil(user, now);
  if (until) throw new Problem('recently_reset', `${what} from ${until.toISOString()} on.`);
}
