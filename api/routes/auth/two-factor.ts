/** Two-factor authentication: set up, turn on, renew the recovery codes, turn off. */
import { recordActivity } from '../../../db/activity-log.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { confirmPassword } from '../../auth/confirm-password.ts';
import { confirmSession, requireConfirmed } from '../../auth/confirmed-session.ts';
import { endSessions, lockChecked, lockOwner, recordPersonWrite } from '../../auth/credentials.ts';
import {
  enableTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '../../auth/two-factor.ts';
import { tellOwner } from '../../auth/weakening.ts';
import { Problem } from '../../http/errors.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import {
  DisableTwoFactorBody,
  PasswordBody,
  RecoveryCodes,
  RenewCodesBody,
  TokenBody,
  TwoFactorSetup,
} from './schema.ts';
import { confirmSecondFactor } from './second-factor.ts';

type TwoFactorContext = Pick<HandlerContext, 'em' | 'caller' | 'client' | 'now' | 'deps'>;

/** For all but enable: a wrong password or code changes nothing, so it isn't a sign of life either. */
const passwordRouteOptions = { noSignOfLife: true, ownTransactions: true } as const;

/**
 * Runs the change once the password is confirmed, in one transaction with the sign of life.
 *
 * @param act checks the code too, if two-factor authentication is on
 */
const withConfirmedPassword = <T>(
  { em, caller, client, now, deps }: TwoFactorContext,
  password: string,
  act: (em: EntityManager, user: UserRow) => Promise<T>,
): Promise<T> =>
  confirmPassword(
    deps,
    caller,
    password,
    now,
    (checked) =>
      transact(em, async (tx) => {
        const user = await lockChecked(tx, caller, checked);
        const result = await act(tx, user);
        await recordPersonWrite(deps, tx, caller, client, now);
        return result;
      }),
    { checksCode: true },
  );

const refuseIfOn = ({ twoFactorEnabled }: UserRow): void => {
  if (twoFactorEnabled)
    throw new Problem('two_factor_enabled', 'Turn it off first to set up another device.');
};
const refuseIfOff = ({ twoFactorEnabled }: UserRow): void => {
  if (!twoFactorEnabled) throw new Problem('two_factor_off');
};

const record = (
  em: EntityManager,
  { caller, client, now, deps }: TwoFactorContext,
  type: 'two_factor_enabled' | 'two_factor_disabled' | 'two_factor_recovery_codes_renewed',
  detail: { sessionsEnded?: number } = {},
): Promise<void> =>
  recordActivity(em, deps.signRecord, { userId: caller.user.id, type, at: now, detail, ...client });

/**
 * Ends all sessions except the one that has just received the second factor, or its new codes, and tells the owner: a
 * thief may have made the change.
 */
async function secureAccount(
  em: EntityManager,
  context: TwoFactorContext,
  type: 'two_factor_enabled' | 'two_factor_recovery_codes_renewed',
): Promise<void> {
  const { caller, client, now } = context;
  const sessionsEnded = await endSessions(em, caller.user.id, now, caller.session.id);
  await record(em, context, type, { sessionsEnded });
  const account = type === 'two_factor_enabled' ? 'two_factor_on' : type;
  await tellOwner({ em, client, now }, caller.user.id, { account });
}

export const setup = route('POST /auth/2fa/setup', {
  name: 'setUpTwoFactor',
  summary: 'Start setting up two-factor authentication',
  description:
    'Returns a secret for an authenticator app, shown only once. Nothing changes until a code from the app is ' +
    'sent to /auth/2fa/enable within an hour. Starting again replaces a pending set-up. Confirms the session, as ' +
    'POST /auth/confirm does.',
  access: 'session',
  limit: 'two_factor',
  body: PasswordBody,
  responses: { 200: TwoFactorSetup },
  errors: ['wrong_password', 'account_locked', 'two_factor_enabled'],
  ...passwordRouteOptions,
  async handler(context) {
    const made = await withConfirmedPassword(context, context.body.password, async (em, user) => {
      refuseIfOn(user);
      // The password was shown, and enabling needs a confirmed session.
      await confirmSession(em, context.caller.session.id, context.now);
      return setUpTwoFactor(em, context.deps.config, user, context.now);
    });
    return { body: { ...made } };
  },
});

export const enable = route('POST /auth/2fa/enable', {
  name: 'enableTwoFactor',
  summary: 'Turn two-factor authentication on',
  description:
    'Takes a code from the app, and returns 10 recovery codes, shown only once. Needs a confirmed session, ends ' +
    'all others, and the owner gets an email.',
  access: 'session',
  limit: 'two_factor',
  body: TokenBody,
  responses: { 200: RecoveryCodes },
  errors: ['two_factor_enabled', 'two_factor_off', 'wrong_two_factor_code', 'confirmation_required'],
  async handler(context) {
    const { em, caller, body, now, deps } = context;
    const user = await lockOwner(em, caller);
    refuseIfOn(user);
    const codes = await enableTwoFactor(em, deps.config, user.id, body.token, now);
    if (codes === 'not_set_up') throw new Problem('two_factor_off', 'Set it up first: POST /auth/2fa/setup.');
    // A refusal rolls back what `enableTwoFactor` wrote.
    requireConfirmed(caller, now);
    if (codes === 'wrong_code') throw new Problem('wrong_two_factor_code');
    await em.nativeUpdate(User, { id: user.id }, { twoFactorEnabled: true });
    await secureAccount(em, context, 'two_factor_enabled');
    const message =
      'Two-factor authentication is on. Keep the recovery codes where you can find them without this ' +
      'device.';
    return { body: { message, recoveryCodes: codes } };
  },
});

export const disable = route('POST /auth/2fa/disable', {
  name: 'disableTwoFactor',
  summary: 'Turn two-factor authentication off',
  description: 'Takes the password and a code from the app or a recovery code.',
  access: 'session',
  limit: 'two_factor',
  body: DisableTwoFactorBody,
  example: { password: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=', token: '492039' },
  responses: { 200: messageBody },
  errors: ['wrong_password', 'account_locked', 'two_factor_off', 'wrong_two_factor_code'],
  ...passwordRouteOptions,
  async handler(context) {
    const { password, ...shown } = context.body;
    await withConfirmedPassword(context, password, async (em, user) => {
      refuseIfOff(user);
      await confirmSecondFactor(em, context, user.id, shown);
      await removeTwoFactor(em, user.id);
      await em.nativeUpdate(User, { id: user.id }, { twoFactorEnabled: false });
      await record(em, context, 'two_factor_disabled');
      const { client, now } = context;
      await tellOwner({ em, client, now }, user.id, { account: 'two_factor_off' });
    });
    return { body: { message: 'Two-factor authentication is off.' } };
  },
});

export const renewCodes = route('POST /auth/2fa/recovery-codes', {
  name: 'replaceTwoFactorRecoveryCodes',
  summary: 'Get new recovery codes',
  description:
    'Takes the password and a code from the app. The old recovery codes stop working, all other sessions ' +
    'end, and the owner gets an email.',
  access: 'session',
  limit: 'two_factor',
  body: RenewCodesBody,
  responses: { 200: RecoveryCodes },
  errors: ['wrong_password', 'account_locked', 'two_factor_off', 'wrong_two_factor_code'],
  ...passwordRouteOptions,
  async handler(context) {
    const { password, token } = context.body;
    const recoveryCodes = await withConfirmedPassword(context, password, async (em, user) => {
      refuseIfOff(user);
      await confirmSecondFactor(em, context, user.id, { token });
      await secureAccount(em, context, 'two_factor_recovery_codes_renewed');
      return renewRecoveryCodes(em, user.id);
    });
    return { body: { message: 'These are your new recovery codes.', recoveryCodes } };
  },
});
