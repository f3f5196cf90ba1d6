/** Lets an owner delete their account. */
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import type { Caller } from '../../auth/caller.ts';
import { type CheckedPassword, confirmPassword } from '../../auth/confirm-password.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { lockChecked } from '../../auth/credentials.ts';
import { requireSecondHalf } from '../../auth/key-bundle.ts';
import { refuseAfterReset } from '../../auth/recently-reset.ts';
import { removeAccount } from '../../auth/remove-account.ts';
import { requireLive } from '../../auth/sessions.ts';
import { endSubscription } from '../../billing/end.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { DeleteAccountBody } from './schema.ts';

/** Half a confirmation must not destroy anything, and neither must someone who took over a mailbox. */
function refuseUnsure(user: Caller['user'], caller: Caller, now: Date): void {
  requireSecondHalf(user, caller, now);
  refuseAfterReset(user, now, 'The account can be deleted');
}

async function remove(
  deps: ApiDeps,
  em: EntityManager,
  caller: Caller,
  checked: CheckedPassword,
  now: Date,
): Promise<void> {
  const current = await loadSwitch(em, checked.id, { lock: true });
  if (!current) throw new Problem('unauthenticated');
  const user = await lockChecked(em, caller, checked);
  refuseUnsure(user, caller, now);
  await removeAccount(deps, em, user, current, now);
}

export const deleteAccount = route('DELETE /auth/delete-account', {
  name: 'deleteAccount',
  summary: 'Delete the account and everything in it',
  description:
    'Permanently deletes the vault, the successors, the switch and the sessions. Successors who were ' +
    'already invited are told that the handover has been cancelled. With two-factor authentication on, the session ' +
    'must be confirmed (POST /auth/confirm). Refused for 7 days after a password reset.',
  access: 'session',
  limit: 'password',
  body: DeleteAccountBody,
  responses: { 200: messageBody },
  errors: ['wrong_password', 'account_locked', 'confirmation_required', 'recently_reset'],
  // A wrong password changes nothing, so it must not be a sign of life. No transaction is open while the password
  // is checked.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body, now, deps, ctx }) {
    const { user } = caller;
    await confirmPassword(deps, caller, body.password, now, async (checked) => {
      // Refusals come first, because an ended subscription cannot be resumed.
      refuseUnsure(user, caller, now);
      await requireLive(em.fork(), caller);
      await endSubscription(deps, em, user.id);
      await transact(em, (tx) => remove(deps, tx, caller, checked, now));
    });
    clearSessionCookies(ctx, deps.config);
    return { body: { message: 'Your account and everything in it has been deleted.' } };
  },
});
