/**
 * Registrations of an address. Anyone can register any address, so none may displace another. Each waits in
 * `registration` with its own credentials until its link is used in that mailbox; the first is also the account's own
 * row, and its links name no registration. At most five an hour are created per address (`mail_address`). For 30 days
 * after its link has certainly expired, another link can be requested. After that, later registrations delete it, and
 * with the last one the account, which belongs to nobody.
 *
 * Someone who registers an address and then logs in with their own password is told that the address is not verified.
 * If someone else has verified it, before or since, they must not learn that: so a registration for a verified address
 * waits too, without a link, and its log-ins get the same response for the same time.
 */
import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { jwtSecretsOf } from '../../config.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Registration } from '../../db/entities/registration.ts';
import { Token, type TokenRow } from '../../db/entities/token.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import type { Locale } from '../../db/locale.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { SecretConfig } from './secret-config.ts';

type PendingCredentials = Pick<UserRow, 'name' | 'authHash' | 'salt' | 'kdfVersion' | 'keyBundle'> & Locale;

/**
 * How long a registration waits: its mail is attempted for a day, and its link works for a day after that. A link that
 * was requested again works for longer, but log-ins are recognised only for this time, because nobody can request
 * another link for a verified address.
 */
const WAITS_MS = 2 * 86_400_000;

/** How long its mail can still be requested after its link has expired. */
const KEPT_MS = 30 * 86_400_000;

/**
 * How many expired registrations, of any account, each new one deletes. More than one, so that their number shrinks.
 */
const FORGOTTEN_AT_ONCE = 20;

/**
 * Two bytes that let a log-in find the one registration to compare with, so that it costs one argon2 however many wait.
 * They are too short to help someone who guesses passwords from a copy of the database.
 */
function selectorOf(secret: string, password: string): Buffer {
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'registration selectors', 32);
  return createHmac('sha256', Buffer.from(key)).update(password).digest().subarray(0, 2);
}

/** Whether a link of an unverified account may still be used. */
export async function mayBeVerified(em: EntityManager, user: UserRow, now: Date): Promise<boolean> {
  if (now.getTime() - user.createdAt.getTime() < WAITS_MS) return true;
  const live = { userId: user.id, expiresAt: { $gt: now } };
  return (
    (await em.count(Registration, live)) > 0 ||
    (await em.count(Token, { ...live, purpose: 'verify_email', consumedAt: null })) > 0
  );
}

/** Deletes some registrations that are no longer kept, and the unverified accounts that have no other. */
async function forgetExpired(em: EntityManager, now: Date): Promise<void> {
  const forgotten = await em.execute<{ userId: string }[]>(
    `delete from registration where id in (
       select id from registration where expires_at <= ? order by expires_at limit ${FORGOTTEN_AT_ONCE}
       for update skip locked)
     returning user_id as "userId"`,
    [new Date(now.getTime() - KEPT_MS)],
  );
  if (forgotten.length === 0) return;
  // Its switch is locked, so that nobody verifies it or takes its address meanwhile.
  const discarded = await em.execute<{ id: string }[]>(
    `delete from "user" where id in (
       select u.id from "user" u join switch s on s.user_id = u.id
       where u.id in (${forgotten.map(() => '?').join()}) and u.email_verified_at is null
         and not exists (select 1 from registration where user_id = u.id)
         and not exists (select 1 from token where user_id = u.id and purpose = 'verify_email' and expires_at > ?)
       for update skip locked)
     returning id`,
    [...forgotten.map(({ userId }) => userId), now],
  );
  await em.nativeDelete(Mail, { userId: { $in: discarded.map(({ id }) => id) } });
}

/**
 * Adds a registration to those that wait, and deletes some that are no longer kept.
 *
 * @returns its ID
 */
export async function addRegistration(
  em: EntityManager,
  keys: SecretConfig,
  userId: string,
  { password, ...credentials }: PendingCredentials & { password: string },
  now: Date,
): Promise<string> {
  await forgetExpired(em, now);
  const id = randomUUIDv7();
  const expiresAt = new Date(now.getTime() + WAITS_MS);
  const selector = selectorOf(keys.JWT_SECRET, password);
  await em.insert(Registration, { id, userId, ...credentials, selector, createdAt: now, expiresAt });
  return id;
}

/** Its link was requested again, so its time starts over. */
export const keepRegistration = (em: EntityManager, id: string, now: Date): Promise<number> =>
  em.nativeUpdate(Registration, { id }, { expiresAt: new Date(now.getTime() + WAITS_MS) });

/**
 * The hash of the registration that a log-in may belong to, if it isn't the account's. The statement is the same for
 * every address.
 */
export async function registeredHash(
  em: EntityManager,
  keys: SecretConfig,
  account: UserRow | null,
  password: string,
  now: Date,
): Promise<string | null> {
  const selectors = jwtSecretsOf(keys).map((secret) => selectorOf(secret, password));
  const [registration] = await em.execute<{ authHash: string }[]>(
    `select auth_hash as "authHash" from registration where user_id = ?
       and selector in (${selectors.map(() => '?').join()}) and created_at > ?
     order by id desc limit 1`,
    [account?.id ?? randomUUIDv7(), ...selectors, new Date(now.getTime() - WAITS_MS)],
  );
  return registration?.authHash ?? null;
}

/**
 * Verifies an address for the registration whose link was used. Its credentials become the account's, and the links of
 * all other registrations are deleted. Call it with the account's switch locked.
 *
 * @param token the link; without an ID, an operator verifies the account's own registration
 * @returns false if the address was already verified
 */
export async function verifyAddress(
  em: EntityManager,
  { id: tokenId, userId, registrationId = null }: Pick<TokenRow, 'userId'> & Partial<TokenRow>,
  now: Date,
): Promise<boolean> {
  const chosen = registrationId && (await em.findOne(Registration, { id: registrationId, userId }));
  // Another link was used a moment ago.
  if (registrationId && !chosen) return false;
  const credentials = chosen
    ? {
        name: chosen.name,
        authHash: chosen.authHash,
        salt: chosen.salt,
        kdfVersion: chosen.kdfVersion,
        keyBundle: chosen.keyBundle as UserRow['keyBundle'],
        language: chosen.language,
        timeZone: chosen.timeZone,
      }
    : {};
  const verified = await em.nativeUpdate(
    User,
    { id: userId, emailVerifiedAt: null },
    { emailVerifiedAt: now, ...credentials },
  );
  if (verified !== 1) return false;
  const used = tokenId === undefined ? {} : { id: { $ne: tokenId } };
  const links = { userId, purpose: 'verify_email' as const, ...used };
  // Other links of the same registration keep working and say that it is done.
  const others = chosen
    ? { $or: [{ registrationId: null }, { registrationId: { $ne: chosen.id } }] }
    : { registrationId: { $ne: null } };
  await em.nativeDelete(Token, { ...links, ...others });
  if (chosen) await em.nativeUpdate(Token, { userId, registrationId: chosen.id }, { registrationId: null });
  // The registration is the account's own now. If it stayed, its password would get a different response after the
  // owner changes it.
  await em.execute(
    'delete from registration r using "user" u where r.user_id = ? and u.id = r.user_id and u.auth_hash = r.auth_hash',
    [userId],
  );
  return true;
}

/**
 * Call it before an account takes over the address of an unverified one, whose registrations it gets. The account's own
 * were for the address that it leaves.
 */
export async function takeOverRegistrations(
  em: EntityManager,
  userId: string,
  fromId?: string,
): Promise<void> {
  await em.nativeDelete(Registration, { userId });
  if (fromId) await em.nativeUpdate(Registration, { userId: fromId }, { userId });
}

/** The number of registrations besides the account's own. Their mails can be requested again even after they expired. */
export const otherRegistrations = (
  em: EntityManager,
  { id: userId, authHash }: Pick<UserRow, 'id' | 'authHash'>,
): Promise<number> => em.count(Registration, { userId, authHash: { $ne: authHash } });
