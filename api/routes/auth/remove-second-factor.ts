/**
 * Removing a second factor without using it: for owners who have lost it, or whose account a thief has locked with one.
 * It takes the mailbox, the recovery code of the vault, and a wait in which anyone with the second factor can stop it.
 */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { Restoration } from '../../../db/entities/restoration.ts';
import { SecondFactorRemoval } from '../../../db/entities/second-factor-removal.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { consumeToken, findToken, tokenExpired } from '../../../db/tokens.ts';
import { endSessions, lockUser, type PublicContext } from '../../auth/credentials.ts';
import { provesRecoveryCode, recoverableKeys } from '../../auth/recovery-proof.ts';
import { removeTwoFactor } from '../../auth/two-factor.ts';
import { tellOwner } from '../../auth/weakening.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { doOrPretend } from './do-or-pretend.ts';
import { recentlyMailed } from './recently-mailed.ts';
import { EmailBody, RemovalKeys, RemovalProof, RemovalState, RemovalToken } from './schema.ts';

/** Real days, even if `DAY_LENGTH_MS` makes days shorter: a person has to read their mail. */
const REMOVAL_WAIT_MS = 3 * 86_400_000;

/** @throws Problem `token_invalid`, `token_used`, `token_expired` */
async function findRemovalToken(
  em: EntityManager,
  { deps, now }: PublicContext,
  text: string,
): Promise<TokenRow> {
  const token = await findToken(em, deps.tokenSigner, 'second_factor_removal', text);
  if (!token) throw new Problem('token_invalid');
  if (token.consumedAt)
    throw new Problem('token_used', 'The second factor has been removed. You can log in.');
  if (tokenExpired(token, now))
    throw new Problem('token_expired', 'This link has expired. Request a new one.');
  return token;
}

/**
 * When the second factor can be removed; null if nobody has requested it. A restored backup may bring back a wait that
 * was stopped since, so the wait starts again with the restore.
 */
async function removableAt(em: EntityManager, userId: string): Promise<Date | null> {
  const removal = await em.findOne(SecondFactorRemoval, { userId }, { refresh: true });
  if (!removal) return null;
  const [restored] = await em.find(
    Restoration,
    { reason: { $ne: 'moved' } },
    { orderBy: { restoredAt: 'desc' }, limit: 1 },
  );
  const from = Math.max(removal.startedAt.getTime(), restored?.restoredAt.getTime() ?? 0);
  return new Date(from + REMOVAL_WAIT_MS);
}

export const requestRemoval = route('POST /auth/2fa/removal/request', {
  name: 'requestTwoFactorRemoval',
  summary: 'Request a link to remove a second factor that you do not have',
  description:
    'The response is the same, and takes the same time, whether or not the address has an account with ' +
    'two-factor authentication on. Only such an account gets the email. Its link works for 7 days. Another ' +
    'request within 12 minutes sends nothing while the first link still works.',
  access: 'public',
  limit: 'mail',
  body: EmailBody,
  responses: { 200: messageBody },
  ownTransactions: true,
  async handler({ em, body, now, deps }) {
    const which = { email: body.email, emailVerifiedAt: { $ne: null }, twoFactorEnabled: true };
    const user = await em.findOne(User, which);
    const userId = user?.id ?? randomUUIDv7();
    const mail = { userId, kind: 'second_factor_removal', recipient: body.email } as const;
    await doOrPretend(em, async (tx) => {
      const lately = await recentlyMailed(deps, tx, 'reset_mail', mail, now);
      await queueMail(tx, { ...mail, key: `second_factor_removal/${userId}/${randomUUIDv7()}` }, now);
      return user !== null && !lately;
    });
    return {
      body: {
        message:
          "If this address has an account with two-factor authentication, we've sent an email with a link, or " +
          'did so a few minutes ago.',
      },
    };
  },
});

export const removalKeys = route('POST /auth/2fa/removal/keys', {
  name: 'getTwoFactorRemovalKeys',
  summary: 'Read what the recovery code opens',
  description:
    'Takes the token of the link. Returns the boxes of the current and the archived key bundles that the recovery ' +
    'code opens, newest first, except those that a reset by email stored. Only the recovery code opens them.',
  access: 'public',
  limit: 'reset',
  body: RemovalToken,
  responses: { 200: RemovalKeys },
  errors: ['token_invalid', 'token_used', 'token_expired', 'two_factor_off'],
  ownTransactions: true,
  async handler({ em, body, client, now, deps }) {
    const { userId } = await findRemovalToken(em, { client, now, deps }, body.token);
    const user = await em.findOne(User, { id: userId });
    if (!user) throw new Problem('token_invalid');
    if (!user.twoFactorEnabled) throw new Problem('two_factor_off');
    const at = await removableAt(em, userId);
    return {
      body: { keys: await recoverableKeys(em, userId), removableAt: at?.toISOString() ?? null },
    };
  },
});

/** Starts the wait, and tells the owner. */
async function begin(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  { id: userId }: UserRow,
): Promise<Date> {
  await em.insert(SecondFactorRemoval, { userId, startedAt: now });
  await tellOwner({ em, client, now }, userId, { account: 'two_factor_removal_started' });
  const type = 'two_factor_removal_started';
  await recordActivity(em, deps.signRecord, { userId, type, at: now, ...client });
  return new Date(now.getTime() + REMOVAL_WAIT_MS);
}

async function remove(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  { id: userId }: UserRow,
  token: TokenRow,
): Promise<void> {
  if (!(await consumeToken(em, token, now))) throw new Problem('token_used');
  await removeTwoFactor(em, userId);
  await em.nativeUpdate(User, { id: userId }, { twoFactorEnabled: false });
  const detail = { sessionsEnded: await endSessions(em, userId, now, null) };
  await recordActivity(em, deps.signRecord, {
    userId,
    type: 'two_factor_disabled',
    at: now,
    detail,
    ...client,
  });
  await tellOwner({ em, client, now }, userId, { account: 'two_factor_off' });
}

export const removeSecondFactor = route('POST /auth/2fa/removal', {
  name: 'removeTwoFactor',
  summary: 'Remove a second factor, after a wait',
  description:
    'Takes the token of the link, and a signature over it by a signing key that the recovery code opens ' +
    '(docs/crypto.md). The first request starts a wait of 3 days, and the owner gets an email. Sent again once ' +
    'the wait is over, with the same link or a newer one, it removes the second factor and ends all sessions. ' +
    'Until then, any use of the second factor stops it, and all links sent before become invalid. A restored ' +
    'backup starts the wait again.',
  access: 'public',
  limit: 'reset',
  body: RemovalProof,
  responses: { 200: RemovalState },
  errors: ['token_invalid', 'token_used', 'token_expired', 'two_factor_off'],
  async handler({ em, body, client, now, deps }) {
    const context = { client, now, deps };
    const token = await findRemovalToken(em, context, body.token);
    const user = await lockUser(em, token.userId);
    if (!user) throw new Problem('token_invalid');
    // Checked again, because a use of the second factor in the meantime ends the removal.
    await findRemovalToken(em, context, body.token);
    if (!user.twoFactorEnabled) throw new Problem('two_factor_off');
    if (!provesRecoveryCode(await recoverableKeys(em, user.id), body.token, body.signature)) {
      throw invalid([
        { path: 'body.signature', message: 'was not made with any key that the recovery code opens' },
      ]);
    }
    const at = (await removableAt(em, user.id)) ?? (await begin(em, context, user));
    const isOver = at <= now;
    if (isOver) await remove(em, context, user, token);
    return {
      about: user.id,
      body: { removed: isOver, removableAt: isOver ? null : at.toISOString() },
    };
  },
});
