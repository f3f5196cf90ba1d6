/** Confirms a session with the password, for changes that need more than a token. */
import { recordActivity } from '../../../db/activity-log.ts';
import { transact } from '../../../db/transact.ts';
import { type CheckedPassword, confirmPassword } from '../../auth/confirm-password.ts';
import { confirmedUntil, confirmSession } from '../../auth/confirmed-session.ts';
import { lockChecked, recordPersonWrite } from '../../auth/credentials.ts';
import { route } from '../../http/route.ts';
import { ConfirmBody, Confirmed } from './schema.ts';
import { confirmSecondFactor } from './second-factor.ts';

export const confirm = route('POST /auth/confirm', {
  name: 'confirmSession',
  summary: 'Confirm this session with the password',
  description:
    'Changes that weaken the switch or the account need a session confirmed within the last 15 minutes. Without ' +
    'one they are refused with 403 `confirmation_required`. Logging in confirms a session, and so do this and ' +
    'POST /auth/confirm/passkey; a ' +
    'refresh does not. With two-factor authentication on, also send a code from the app or a recovery code. ' +
    'Wrong passwords and codes count towards the lockout of the account. From a browser or an app this is a sign ' +
    'of life; from a program it is not.',
  access: 'session',
  limit: 'password',
  body: ConfirmBody,
  example: { password: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=', token: '492039' },
  responses: { 200: Confirmed },
  errors: ['wrong_password', 'account_locked', 'wrong_two_factor_code'],
  // A wrong password changes nothing and isn't a sign of life. No transaction is open while it is checked.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body, client, now, deps }) {
    const { password, ...shown } = body;
    const confirmWith = (checked: CheckedPassword) =>
      transact(em, async (tx) => {
        const user = await lockChecked(tx, caller, checked);
        if (user.twoFactorEnabled) await confirmSecondFactor(tx, { deps, client, now }, user.id, shown);
        await confirmSession(tx, caller.session.id, now);
        await recordPersonWrite(deps, tx, caller, client, now);
        const record = { userId: user.id, type: 'session_confirmed' as const, at: now, ...client };
        await recordActivity(tx, deps.signRecord, record);
      });
    await confirmPassword(deps, caller, password, now, confirmWith, { checksCode: true });
    const until = confirmedUntil(now).toISOString();
    return { body: { message: 'This session is confirmed.', confirmedUntil: until } };
  },
});
