/** A new email address: requested with new credentials, and effective once it is verified. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { EmailChange } from '../../../db/entities/email-change.ts';
import { Mail } from '../../../db/entities/mail.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { queueMail, readdressMails } from '../../../db/mail.ts';
import { mailboxHash } from '../../../db/opt-outs.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { changeSwitch } from '../../../db/switch.ts';
import { consumeToken } from '../../../db/tokens.ts';
import {
  dropEmailChange,
  dropPendingRequests,
  endSessions,
  lockUser,
  type PublicContext,
} from '../../auth/credentials.ts';
import {
  archiveKeyBundle,
  limitReplacements,
  requireBasis,
  requireKeyBundle,
  requireSecondHalf,
} from '../../auth/key-bundle.ts';
import { checkKdfVersion } from '../../auth/key-derivation.ts';
import { refuseAfterReset } from '../../auth/recently-reset.ts';
import { takeOverRegistrations } from '../../auth/registrations.ts';
import { tellOwner } from '../../auth/weakening.ts';
import type { ApiDeps } from '../../deps.ts';
import { type FieldError, invalid, Problem } from '../../http/errors.ts';
import { LIMITS } from '../../http/limits.ts';
import type { HandlerContext } from '../../http/route.ts';
import { tryAgain } from '../../http/try-again.ts';
import { claimAddress, discardUnverified, keepInvitations } from './address.ts';
import type { ProfileBody } from './schema.ts';

/** A new address needs all of these, because the authentication key is derived from the address. */
const ADDRESS_CHANGE = ['email', 'currentPassword', 'newPassword', 'salt'] as const;

/** The fields of a change of address. */
export interface AddressChange
  extends Record<(typeof ADDRESS_CHANGE)[number], string>,
    Pick<ProfileBody, 'keyBundle' | 'keyBundleVersion'> {
  kdfVersion: number;
}

/**
 * The change of address that a profile asks for.
 *
 * @returns null if it asks for none: the current address, salt and version may be sent back
 * @throws Problem `validation_failed` if something is missing, or the address is the current one
 */
export function addressChange(user: UserRow, body: ProfileBody): AddressChange | null {
  const { email, currentPassword, newPassword, salt, kdfVersion = 1, keyBundle, keyBundleVersion } = body;
  const same =
    (email ?? user.email) === user.email &&
    (salt ?? user.salt) === user.salt &&
    (body.kdfVersion ?? user.kdfVersion) === user.kdfVersion;
  if (same && currentPassword === undefined && newPassword === undefined) return null;
  const refuse = (errors: FieldError[]): never => {
    throw invalid(errors);
  };
  if (
    email === undefined ||
    currentPassword === undefined ||
    newPassword === undefined ||
    salt === undefined
  ) {
    const message = `is required to change the address: send ${ADDRESS_CHANGE.join(', ')} together`;
    const missing = ADDRESS_CHANGE.filter((field) => body[field] === undefined);
    return refuse(missing.map((field) => ({ path: `body.${field}`, message })));
  }
  if (email === user.email)
    refuse([{ path: 'body.email', message: 'is already the address of this account' }]);
  return { email, currentPassword, newPassword, salt, kdfVersion, keyBundle, keyBundleVersion };
}

/**
 * Each request makes us write to an unverified address, so only a few are allowed an hour, counted by the mails
 * themselves.
 */
async function limitMails({ config }: ApiDeps, em: EntityManager, userId: string, now: Date): Promise<void> {
  const { points, seconds } = LIMITS.email_change;
  const since = new Date(now.getTime() - seconds * 1000);
  const mails = await em.find(
    Mail,
    { userId, kind: 'email_change', createdAt: { $gt: since } },
    { fields: ['createdAt'], orderBy: { createdAt: 'asc' } },
  );
  const oldest = mails[0];
  if (!oldest || mails.length < Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE))) return;
  const retryAfter = Math.ceil((oldest.createdAt.getTime() - since.getTime()) / 1000);
  throw new Problem('rate_limited', tryAgain(retryAfter), { retryAfter });
}

/**
 * Stores the change and writes to both mailboxes. It does the same work whether or not the new address is taken or has
 * opted out. That is checked when the mail to it is written, so the requester never learns.
 *
 * @param user locked by this transaction
 */
export async function requestEmailChange(
  em: EntityManager,
  {
    deps,
    client,
    now,
    caller,
    limitMailbox,
  }: PublicContext & Pick<HandlerContext, 'caller' | 'limitMailbox'>,
  user: UserRow,
  { email, salt, kdfVersion, keyBundle, keyBundleVersion }: AddressChange,
  authHash: string,
): Promise<void> {
  const { id: userId } = user;
  requireSecondHalf(user, caller, now);
  // The password may have been reset by someone who can read the mailbox. They must not move the account to another one
  // for good.
  refuseAfterReset(user, now, 'The address can be changed');
  requireKeyBundle(user, keyBundle);
  requireBasis(user, keyBundleVersion);
  checkKdfVersion(deps, kdfVersion, user.kdfVersion);
  await limitReplacements(deps, em, user, now);
  await limitMails(deps, em, userId, now);
  // Counted for the mailbox, no matter who requested the mails and whether it has an account.
  await limitMailbox('mail_address', email);
  await dropEmailChange(em, userId);
  await em.insert(EmailChange, {
    userId,
    email,
    authHash,
    salt,
    kdfVersion,
    keyBundle: keyBundle ?? null,
    sessionId: caller.session.id,
    requestedAt: now,
  });
  const request = randomUUIDv7();
  const queue = (kind: 'email_change' | 'email_change_notice', recipient: string, data = {}) =>
    queueMail(em, { key: `${kind}/${userId}/${request}`, kind, recipient, userId, data }, now);
  await queue('email_change', email, { mailbox: mailboxHash(deps.config, email).toString('base64url') });
  await queue('email_change_notice', user.email);
  await recordActivity(em, deps.signRecord, { userId, type: 'email_change_requested', at: now, ...client });
}

/** Once the new address is verified: changes address and credentials together, and ends all sessions except one. */
export async function applyEmailChange(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  token: TokenRow,
): Promise<void> {
  const { userId } = token;
  const asked = await em.findOne(EmailChange, { userId }, { refresh: true });
  if (!asked) throw new Problem('token_invalid');
  // The switch is locked before the account, as in every write by a person.
  await changeSwitch({ ...deps, em, now }, userId, { kind: 'address_changed' });
  const other = await claimAddress(em, asked.email);
  const user = await lockUser(em, userId);
  const change = await em.findOne(EmailChange, { userId, email: asked.email }, { refresh: true });
  if (!user || !change) throw new Problem('token_invalid');
  if (!(await consumeToken(em, token, now))) throw new Problem('token_used');
  if (other?.emailVerifiedAt) throw new Problem('already_exists', 'Another account now has this address.');
  await takeOverRegistrations(em, userId, other?.id);
  if (other) await keepInvitations(em, await discardUnverified(em, other.id), userId);
  const { email, authHash, salt, kdfVersion, sessionId } = change;
  const keyBundle = change.keyBundle as Record<string, unknown> | null;
  // To the old address.
  await tellOwner({ em, client, now }, userId, { account: 'address_changed' });
  await archiveKeyBundle(em, userId, now);
  await em.nativeUpdate(
    User,
    { id: userId },
    { email, authHash, salt, kdfVersion, ...(keyBundle ? { keyBundle } : {}) },
  );
  await readdressMails(em, userId, email, now);
  await dropPendingRequests(em, userId);
  const sessionsEnded = await endSessions(em, userId, now, sessionId);
  const detail = { sessionsEnded };
  await recordActivity(em, deps.signRecord, { userId, type: 'email_changed', at: now, detail, ...client });
}
