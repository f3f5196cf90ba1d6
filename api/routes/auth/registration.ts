/**
 * Opens an account: register, verify the address, request the verification again. None of these routes reveals who has
 * an account.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { recordActivity } from '../../../db/activity-log.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { changeSwitch, createSwitch } from '../../../db/switch.ts';
import { consumeToken, findToken, tokenExpired } from '../../../db/tokens.ts';
import { transact } from '../../../db/transact.ts';
import { checkMayRegister, useInvitation } from '../../auth/account-invitations.ts';
import type { Client } from '../../auth/caller.ts';
import type { PublicContext } from '../../auth/credentials.ts';
import { checkKdfVersion, newestOf } from '../../auth/key-derivation.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { addRegistration, keepRegistration, mayBeVerified, verifyAddress } from '../../auth/registrations.ts';
import { knownDeviceNames } from '../../auth/user-agent.ts';
import { Problem } from '../../http/errors.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { messageBody, tokenQuery } from '../../http/schemas.ts';
import { claimAddress, discardUnverified, keepInvitations } from './address.ts';
import { doOrPretend } from './do-or-pretend.ts';
import { applyEmailChange } from './email-change.ts';
import { recentlyMailed } from './recently-mailed.ts';
import { EmailBody, RegisterBody } from './schema.ts';

const HOUR_MS = 3_600_000;

/** The facts of a registration's mail. All but an account's first have a `registrationId`. */
type Facts = Record<string, string | number>;

const factsOf = ({ userAgent }: Client, now: Date, registrationId?: string): Facts => ({
  ...knownDeviceNames(userAgent),
  registeredAt: now.getTime(),
  ...(registrationId === undefined ? {} : { registrationId }),
});

/** A new mail for each request. Its token is minted when it is sent. */
const queueVerification = (
  em: EntityManager,
  user: Pick<UserRow, 'id' | 'email'>,
  data: Facts,
  now: Date,
): Promise<void> =>
  queueMail(
    em,
    {
      key: `verify_email/${user.id}/${randomUUIDv7()}`,
      kind: 'verify_email',
      recipient: user.email,
      userId: user.id,
      data,
    },
    now,
  );

/** Tells the owner of an existing account by mail, at most once an hour. */
const queueAccountExists = (em: EntityManager, user: UserRow, now: Date): Promise<void> =>
  queueMail(
    em,
    {
      key: `account_exists/${user.id}/${Math.floor(now.getTime() / HOUR_MS)}`,
      kind: 'account_exists',
      recipient: user.email,
      userId: user.id,
    },
    now,
  );

/** @returns the account that now has the address, or had it already */
async function openAccount(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  { email, password, keyBundle, invitation: _, ...rest }: z.output<typeof RegisterBody>,
  authHash: string,
): Promise<string> {
  const existing = await claimAddress(em, email);
  const credentials = { ...rest, password, authHash, keyBundle: keyBundle ?? null };
  if (existing?.emailVerifiedAt) {
    // It gets no link, so it can never be verified.
    await addRegistration(em, deps.config, existing.id, credentials, now);
    await queueAccountExists(em, existing, now);
    return existing.id;
  }
  if (existing && (await mayBeVerified(em, existing, now))) {
    const added = await addRegistration(em, deps.config, existing.id, credentials, now);
    await queueVerification(em, existing, factsOf(client, now, added), now);
    return existing.id;
  }
  const invitations = existing ? await discardUnverified(em, existing.id) : [];
  const id = randomUUIDv7();
  await em.insert(User, {
    id,
    email,
    ...rest,
    authHash,
    keyBundle: keyBundle ?? null,
    emailVerifiedAt: null,
    twoFactorEnabled: false,
    plan: null,
    createdAt: now,
  });
  await addRegistration(em, deps.config, id, credentials, now);
  await keepInvitations(em, invitations, id);
  await createSwitch(em, id, now);
  await recordActivity(em, deps.signRecord, { userId: id, type: 'account_registered', at: now, ...client });
  await queueVerification(em, { id, email }, factsOf(client, now), now);
  return id;
}

export const register = route('POST /auth/register', {
  name: 'register',
  summary: 'Open an account',
  description:
    'The response is the same whether or not the address has an account. A new address gets an email with a ' +
    'verification link; an address that has a verified account gets an email that says so. An address that has ' +
    'not been verified yet can be registered several times. Each link activates the name, password, key bundle, ' +
    'language and time zone of its own registration, and cancels the others. Its email names the time and the ' +
    'device of that registration. Where accounts are by invitation only, `invitation` is the token of the link. It ' +
    'can be used once, even by an address that has an account, and again only for the same address.',
  access: 'public',
  limit: 'register',
  mailsAddress: true,
  body: RegisterBody,
  responses: { 201: messageBody },
  errors: ['registration_closed', 'invitation_required'],
  // No database connection is held while the password is hashed.
  ownTransactions: true,
  async handler({ em, body, client, limitMailbox, now, deps }) {
    const { REGISTRATION } = deps.config;
    checkMayRegister(deps.config, body.invitation);
    // The same for every address, so the response doesn't reveal who has an account.
    checkKdfVersion(deps, body.kdfVersion, newestOf(deps).version);
    const authHash = await hashPassword(body.password);
    await transact(em, async (tx) => {
      const userId = await openAccount(tx, { client, now, deps }, body, authHash);
      if (REGISTRATION === 'invited') await useInvitation(tx, body.invitation ?? '', userId, now);
      // Last, so that people who may not register can't use up the mailbox's limit.
      await limitMailbox('mail_address', body.email);
    });
    return { status: 201, body: { message: "Check your email: we've sent you the next step." } };
  },
});

const VERIFIED = 'Your email address is verified. You can log in now.';
const CHANGED = 'Your new email address is confirmed. From now on, log in with it and your new password.';

/**
 * Uses up the token and marks the address as verified. The switch may now run.
 *
 * @returns the message, and the owner
 */
async function verify(
  em: EntityManager,
  { deps, client, now }: PublicContext,
  text: string,
): Promise<{ message: string; userId: string }> {
  const token = await findToken(em, deps.tokenSigner, ['verify_email', 'change_email'], text);
  if (!token) throw new Problem('token_invalid');
  if (token.consumedAt) throw new Problem('token_used', 'This address is already verified. You can log in.');
  if (tokenExpired(token, now))
    throw new Problem('token_expired', 'This link has expired. Request a new one.');
  const { userId } = token;
  if (token.purpose === 'change_email') {
    await applyEmailChange(em, { deps, client, now }, token);
    return { message: CHANGED, userId };
  }
  if (!(await loadSwitch(em, userId, { lock: true }))) throw new Problem('token_invalid');
  if (!(await consumeToken(em, token, now))) throw new Problem('token_used');
  if (!(await verifyAddress(em, token, now))) return { message: VERIFIED, userId }; // Through the link in another mail.
  const record = { type: 'email_verified' as const, ...client };
  await changeSwitch({ ...deps, em, now }, userId, { kind: 'eligibility_changed' }, { record });
  return { message: VERIFIED, userId };
}

export const verifyEmail = route('GET /auth/verify-email', {
  name: 'verifyEmail',
  summary: 'Verify an email address with the link from the email',
  description:
    'The link opens a page, which calls this after someone presses its button. The link sent to the new ' +
    'address when an account changes its address also comes here, and completes the change.',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: messageBody },
  errors: ['token_invalid', 'token_used', 'token_expired', 'already_exists'],
  async handler({ em, query, client, now, deps }) {
    const { message, userId } = await transact(em, (tx) => verify(tx, { client, now, deps }, query.token));
    return { body: { message }, about: userId };
  },
});

/** The facts of an account's latest verification mail. */
async function latestFacts(em: EntityManager, userId: string): Promise<Facts> {
  const [mail] = await em.find(
    Mail,
    { userId, kind: 'verify_email' },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 1 },
  );
  return (mail?.data ?? {}) as Facts;
}

/** Whether a mailbox has used up its limit of these mails, under any spelling of its address. */
async function isFull(limitMailbox: HandlerContext['limitMailbox'], email: string): Promise<boolean> {
  try {
    await limitMailbox('verification_mail', email);
    return false;
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return true;
    throw error;
  }
}

export const resendVerification = route('POST /auth/resend-verification', {
  name: 'resendVerification',
  summary: 'Request the verification email again',
  description:
    'The response is the same whether or not an account with this address is waiting to be verified. Each ' +
    'mailbox gets at most five of these emails an hour, however its address is spelled. If it was registered ' +
    'several times, the email is for the latest registration.',
  access: 'public',
  limit: 'mail',
  body: EmailBody,
  responses: { 200: messageBody },
  ownTransactions: true,
  async handler({ em, body, limitMailbox, now, deps }) {
    const mailboxFull = await isFull(limitMailbox, body.email);
    const user = await em.findOne(User, { email: body.email, emailVerifiedAt: null });
    const recipient = user ?? { id: randomUUIDv7(), email: body.email };
    const mail = { userId: recipient.id, kind: 'verify_email', recipient: recipient.email } as const;
    await doOrPretend(em, async (tx) => {
      const enough = await recentlyMailed(deps, tx, 'verification_mail', mail, now);
      const latest = await latestFacts(tx, recipient.id);
      await keepRegistration(tx, String(latest.registrationId ?? randomUUIDv7()), now);
      await queueVerification(tx, recipient, latest, now);
      return user !== null && !enough && !mailboxFull;
    });
    return {
      body: {
        message:
          "If this address is waiting to be verified, we've sent a new email. If you have had several within " +
          'the last hour, use one of those.',
      },
    };
  },
});
