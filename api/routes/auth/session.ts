/** Log in, refresh, log out. */
import { recordActivity } from '../../../db/activity-log.ts';
import { User } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import type { DeviceToken } from '../../auth/devices.ts';
import { attempt, type LockoutScope } from '../../auth/lockout.ts';
import { deliverTokens, loggedIn, openLogIn, presentedDevice } from '../../auth/open-log-in.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { registeredHash } from '../../auth/registrations.ts';
import { revokeSession, rotateSession } from '../../auth/sessions.ts';
import { Problem } from '../../http/errors.ts';
import { checkOrigin } from '../../http/middleware/origin.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { LoggedIn, LoginBody, RefreshBody, Refreshed } from './schema.ts';
import { passSecondFactor } from './second-factor.ts';

/**
 * Where a log-in attempt is counted: at the device, if it has logged in to this account before; at the address
 * otherwise, or if the device has failed too often.
 */
async function lockoutScopes(
  em: EntityManager,
  device: DeviceToken | null,
  email: string,
): Promise<LockoutScope[]> {
  const account = device?.isFor(email) ? await em.findOne(User, { email }) : null;
  const known: LockoutScope[] = device && account && device.isOf(account) ? [{ device: device.id }] : [];
  return [...known, { address: email }];
}

export const login = route('POST /auth/login', {
  name: 'logIn',
  summary: 'Log in',
  description:
    'Sets the cookies accessToken and refreshToken, and is a sign of life. With `"session": "app"` or ' +
    '`"bearer"`, the tokens come in the body instead and no cookie is set. `app` is for an app that a person ' +
    'uses, and its log-in is a sign of life too; `bearer` is for programs, and its log-in is not. With ' +
    'two-factor authentication on, the right password alone is refused with `two_factor_required`; if both are ' +
    'sent, twoFactorCode is used and recoveryCode ignored. An empty one counts as absent. After 5 failures ' +
    'within 15 minutes the address is locked, at first for 15 minutes. The failures of a device that has logged in to the account before are ' +
    'counted separately, so that strangers only lock out strangers. A browser is recognised by the cookie ' +
    '`device`, an app or a program by the `deviceToken` from its last log-in. Changing or resetting the password ' +
    'invalidates both. An account has 50 sessions at most: a further log-in ends the one that was unused for ' +
    'longest. For two days after an address was registered, the password of that registration is refused with ' +
    '`email_not_verified`, until its link is used, and also if the address already had an account.',
  access: 'public',
  limit: 'login',
  body: LoginBody,
  responseHeaders: ['Set-Cookie'],
  example: { email: 'ada@example.com', password: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=' },
  responses: { 200: LoggedIn },
  errors: [
    'invalid_credentials',
    'two_factor_required',
    'two_factor_invalid',
    'email_not_verified',
    'account_locked',
  ],
  // No database connection is held while the password is checked.
  ownTransactions: true,
  async handler({ em, body, client, now, deps, ctx }) {
    const kind = body.session ?? 'browser';
    const context = { client, now, deps, ctx };
    const shown = { token: body.twoFactorCode, recoveryCode: body.recoveryCode };
    const device = presentedDevice(context, body.deviceToken);
    const scopes = await lockoutScopes(em, device, body.email);
    const opened = await attempt(deps, scopes, now, async () => {
      const account = await em.findOne(User, { email: body.email }, { refresh: true });
      const registered = await registeredHash(em, deps.config, account, body.password, now);
      const owner = account?.emailVerifiedAt ? account : null;
      const right = await verifyPassword(owner?.authHash ?? null, body.password);
      if (!owner || !right) {
        // Checked for verified addresses too, so that the work is always the same.
        const waits = registered !== null && (await verifyPassword(registered, body.password));
        throw new Problem(waits ? 'email_not_verified' : 'invalid_credentials');
      }
      const checked = { id: owner.id, authHash: owner.authHash };
      return transact(em, (tx) =>
        openLogIn(tx, context, checked, kind, {
          refusal: 'invalid_credentials',
          device,
          async prove({ id, twoFactorEnabled }) {
            if (twoFactorEnabled) await passSecondFactor(tx, context, id, shown);
          },
        }),
      );
    });
    return loggedIn(context, kind, opened);
  },
});

export const refresh = route('POST /auth/refresh', {
  name: 'refreshSession',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'Takes the refreshToken cookie or `refreshToken` in the body, and returns the new tokens in the same way. ' +
    'Each refresh token is exchanged for exactly one new token. Repeating the request within 10 seconds, because ' +
    'the response was lost or a second tab refreshed too, returns the same new token again. After that, or once ' +
    'the new token has been used, the old one ends the session.',
  access: 'public',
  body: RefreshBody,
  responseHeaders: ['Set-Cookie'],
  responses: { 200: Refreshed },
  errors: ['refresh_token_invalid', 'origin_not_allowed'],
  // A reused token ends the session although the answer is a problem.
  ownTransactions: true,
  async handler({ em, body, client, now, deps, ctx }) {
    const cookie = body?.refreshToken === undefined ? ctx.cookies.get('refreshToken') : undefined;
    if (cookie) checkOrigin(deps.config)(ctx);
    const presented = body?.refreshToken ?? cookie;
    if (!presented) throw new Problem('refresh_token_invalid', 'Send the refreshToken cookie or field.');
    const rotation = await transact(em, async (tx) => {
      const rotation = await rotateSession(tx, deps.config, presented, now);
      if (rotation.result === 'reused') {
        const { userId } = rotation;
        const record = { userId, type: 'session_reuse_detected', at: now, ...client } as const;
        await recordActivity(tx, deps.signRecord, record);
      }
      return rotation;
    });
    // The session has ended although the answer is a problem, so tell its open page.
    if (rotation.result === 'reused') deps.live.announce(rotation.userId);
    if (rotation.result !== 'rotated') {
      if (cookie) clearSessionCookies(ctx, deps.config);
      throw new Problem('refresh_token_invalid', 'Log in again.');
    }
    const { kind, tokens } = rotation;
    return {
      body: { message: 'Your session continues.', ...deliverTokens({ deps, ctx }, kind, tokens) },
    };
  },
});

export const logout = route('POST /auth/logout', {
  name: 'logOut',
  summary: 'Log out and end this session',
  responseHeaders: ['Set-Cookie'],
  access: 'session',
  responses: { 200: messageBody },
  noSignOfLife: true,
  async handler({ em, caller, now, record, deps, ctx }) {
    await revokeSession(em, caller.session.id, now);
    await record('logout');
    clearSessionCookies(ctx, deps.config);
    return { body: { message: 'You are logged out.' } };
  },
});
