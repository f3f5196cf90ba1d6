/**
 * Registrations of an address that has not been verified yet. Anyone can register any address, so none may displace
 * another. Each waits with its own credentials until its link is used in that mailbox. The first is in the account's
 * own row, further ones are in `registration`. At most five an hour are created per address (`mail_address`), and each
 * is deleted once its link has certainly expired.
 */
import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { Registration } from '../../db/entities/registration.ts';
import { Token, type TokenRow } from '../../db/entities/token.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import type { Locale } from '../../db/locale.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { SecretConfig } from './secret-config.ts';

type PendingCredentials = Pick<UserRow, 'name' | 'authHash' | 'salt' | 'kdfVersion' | 'keyBundle'> & Locale;

/** Its mail is attempted for a day, and its link works for a day after that. */
const WAITS_MS = 2 * 86_400_000;

/**
 * Two bytes that let a log-in find the one registration to compare with, so that it costs one argon2 however many wait.
 * They are too short to help someone who guesses passwords from a copy of the database.
 */
function selectorOf({ JWT_SECRET }: SecretConfig, password: string): Buffer {
  const key = hkdfSync('sha256', Buffer.from(JWT_SECRET, 'base64'), '', 'registration selectors', 32);
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

/**
 * Adds a registration to those that wait.
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
  await em.nativeDelete(Registration, { userId, expiresAt: { $lte: now } });
  const id = randomUUIDv7();
  const expiresAt = new Date(now.getTime() + WAITS_MS);
  const selector = selectorOf(keys, password);
  await em.insert(Registration, { id, userId, ...credentials, selector, createdAt: now, expiresAt });
  return id;
}

/** Its link was requested again, so its time starts over. */
export const keepRegistration = (em: EntityManager, id: string, now: Date): Promise<number> =>
  em.nativeUpdate(Registration, { id }, { expiresAt: new Date(now.getTime() + WAITS_MS) });

/** The hash that a password is compared with at log-in. The statement is the same for every address. */
export async function authHashFor(
  em: EntityManager,
  keys: SecretConfig,
  account: UserRow | null,
  password: string,
): Promise<string | null> {
  const [registration] = await em.execute<{ authHash: string }[]>(
    `select auth_hash as "authHash" from registration where user_id = ? and selector = ? order by id desc limit 1`,
    [account?.id ?? randomUUIDv7(), selectorOf(keys, password)],
  );
  if (!account || account.emailVerifiedAt) return account?.authHash ?? null;
  return registration?.authHash ?? account.authHash;
}

/**
 * Verifies an address for the registration whose link was used. Its credentials become the account's, and all other
 * registrations are deleted with their links. Call it with the account's switch locked.
 *
 * @returns false if the address was already verified
 */
export async function verifyAddress(
  em: EntityManager,
  { id: tokenId, userId, registrationId = null }: TokenRow,
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
  const links = { userId, purpose: 'verify_email' as const, id: { $ne: tokenId } };
  // Other links of the same registration keep working and say that it is done.
  if (chosen) await em.nativeDelete(Token, { ...links, registrationId: null });
  if (chosen) await em.nativeUpdate(Token, { userId, registrationId: chosen.id }, { registrationId: null });
  await em.nativeDelete(Registration, { userId });
  return true;
}

/** The number of further registrations that wait. */
export const waitingRegistrations = (em: EntityManager, userId: string, now: Date): Promise<number> =>
  em.count(Registration, { userId, expiresAt: { $gt: now } });
