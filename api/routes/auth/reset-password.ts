/** A forgotten password: the link by mail, and the new password. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { Passkey } from '../../../db/entities/passkey.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { consumeToken, findToken, tokenExpired } from '../../../db/tokens.ts';
import { transact } from '../../../db/transact.ts';
import { setDeviceCookie } from '../../auth/cookies.ts';
import { dropPendingRequests, endSessions, lockUser, type PublicContext } from '../../auth/credentials.ts';
import { archiveBeforeReset } from '../../auth/key-bundle.ts';
import { checkKdfVersion } from '../../auth/key-derivation.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { liftLimits } from '../../auth/unlock-account.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { doOrPretend } from './do-or-pretend.ts';
import { recentlyMailed } from './recently-mailed.ts';
import { EmailBody, ResetPasswordBody } from './schema.ts';

export const forgotPassword = route('POST /auth/forgot-password', {
  name: 'requestPasswordReset',
  summary: 'Request a link to choose a new password',
  description:
    'The response is the same, and takes the same time, whether or not the address has an account. Only a ' +
    'verified account gets the email. Its link works once, for an hour. Another request within 12 minutes sends ' +
    'nothing while the first link still works.',
  access: 'public',
  limit: 'mail',
  body: EmailBody,
  responses: { 200: messageBody },
  ownTransactions: true,
  async handler({ em, body, now, deps }) {
    const user = await em.findOne(User, { email: body.email, emailVerifiedAt: { $ne: null } });
    const userId = user?.id ?? randomUUIDv7();
    const mail = { userId, kind: 'password_reset', recipient: body.email } as const;
    await doOrPretend(em, async (tx) => {
      const lately = await recentlyMailed(deps, tx, 'reset_mail', mail, now);
      await queueMail(tx, { ...mail, key: `password_reset/${userId}/${randomUUIDv7()}` }, now);
      return user !== null && !lately;
    });
    return {
      body: {
        message:
          "If this address has an account, we've sent an email with a link, or did so a few minutes ago.",
      },
    };
  },
});

const tokenUsed = () => new Problem('token_used', 'This link has already been used. Request a new one.');

/** The link's token, as far as it can be checked before it is used up. */
async function findResetToken(
  em: EntityManager,
  { deps, now }: PublicContext,
  text: string,
): Promise<TokenRow> {
  const token = await findToken(em, deps.tokenSigner, 'reset_password', text);
  if (!token) throw new Problem('token_invalid');
  if (token.consumedAt) throw tokenUsed();
  if (tokenExpired(token, now))
    throw new Problem('token_expired', 'This link has expired. Request a new one.');
  return token;
}

const otherAddress = () =>
  invalid([{ path: 'body.email', message: 'is not the address this link was sent to' }]);

const DAY_MS = 86_400_000;

/**
 * Whether a reset clears failures. Someone who reads the owner's mail can reset repeatedly, so if there is a second
 * factor to guess, failures are cleared once a day.
 */
const liftsFailures = ({ twoFactorEnabled, passwordResetAt }: UserRow, now: Date): boolean =>
  !twoFactorEnabled || !passwordResetAt || now.getTime() - passwordResetAt.getTime() >= DAY_MS;

/** @returns the account's address, and whether to clear its failures and limits */
async function reset(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  token: TokenRow,
  { salt, kdfVersion, keyBundle, email }: ResetPasswordBody,
  authHash: string,
): Promise<{ address: string; lifts: boolean }> {
  const { userId } = token;
  const user = await lockUser(em, userId);
  if (!user) throw new Problem('token_invalid');
  if (email !== undefined && email !== user.email) throw otherAddress();
  checkKdfVersion(deps, kdfVersion, user.kdfVersion);
  if (!(await consumeToken(em, token, now))) throw tokenUsed();
  await archiveBeforeReset(deps, em, userId, now);
  await em.nativeUpdate(
    User,
    { id: userId },
    { authHash, salt, kdfVersion, keyBundle: keyBundle ?? null, passwordResetAt: now },
  );
  await dropPendingRequests(em, userId);
  const sessionsEnded = await endSessions(em, userId, now, null);
  // Someone who knew the old password may have added one.
  const passkeysRemoved = await em.nativeDelete(Passkey, { userId });
  const detail = { sessionsEnded, ...(passkeysRemoved > 0 ? { passkeysRemoved } : {}) };
  await recordActivity(em, deps.signRecord, { userId, type: 'password_reset', at: now, detail, ...client });
  return { address: user.email, lifts: liftsFailures(user, now) };
}

export const resetPassword = route('POST /auth/reset-password', {
  name: 'resetPassword',
  summary: 'Choose a new password with the link from the email',
  description:
    'The link works once. All sessions end, all passkeys are removed, and lockouts and limits on the address are lifted. All known ' +
    'devices are forgotten except this browser, so that strangers who keep guessing cannot keep it from ' +
    'logging in. A pending change of address is discarded. For 7 days, the account cannot be deleted, and its ' +
    'address cannot be changed. ' +
    'Two-factor authentication stays on; while it is on, a second reset within a day lifts no lockout. ' +
    'The key bundle is archived, not deleted: see GET /auth/key-bundles. `email` is optional. Send the ' +
    'address the new password was derived with, and a wrong one is refused instead of leaving a password ' +
    'that nobody can use.',
  access: 'public',
  limit: 'reset',
  body: ResetPasswordBody,
  responseHeaders: ['Set-Cookie'],
  responses: { 200: messageBody },
  errors: ['token_invalid', 'token_used', 'token_expired'],
  // No database connection is held while the password is hashed.
  ownTransactions: true,
  async handler({ em, body, client, now, deps, ctx }) {
    const context = { client, now, deps };
    const token = await findResetToken(em, context, body.token);
    const authHash = await hashPassword(body.password);
    const { address, lifts } = await transact(em, (tx) => reset(tx, context, token, body, authHash));
    await deps.limits.renew(token.userId);
    if (lifts) {
      await liftLimits(deps, { email: address, sessionIds: [], credentials: [] });
      // Otherwise strangers would lock the address again within seconds.
      setDeviceCookie(ctx, deps.config, { email: address, authHash }, now);
    }
    return {
      about: token.userId,
      body: { message: 'Your password has been changed. Log in with the new one.' },
    };
  },
});
