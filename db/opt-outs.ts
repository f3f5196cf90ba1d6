/**
 * Who does not want to be a successor: of one owner, or of anybody. Remembered by a keyed hash of the address, so that
 * a copy of the database names nobody, and kept though the owner deletes the successor and names them again.
 */
import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { OptOut } from './entities/opt-out.ts';
import type { EntityManager } from './orm.ts';

export type OptOutScope = 'owner' | 'everybody';

interface Keys {
  /** Base64. */
  ACTIVITY_HMAC_SECRET: string;
}

/** Of an address as it is stored. Another secret makes other hashes: what was remembered before is then forgotten. */
const mailboxOf = ({ ACTIVITY_HMAC_SECRET }: Keys, email: string): Buffer => {
  const key = hkdfSync('sha256', Buffer.from(ACTIVITY_HMAC_SECRET, 'base64'), '', 'successor opt-outs', 32);
  return createHmac('sha256', Buffer.from(key)).update(email).digest();
};

/**
 * Remembers that this mailbox wants no more mail about being this owner's successor, or anybody's. Doing it twice is
 * doing it once.
 */
export async function rememberOptOut(
  em: EntityManager,
  keys: Keys,
  { email, userId }: { email: string; userId: string },
  scope: OptOutScope,
  now: Date,
): Promise<void> {
  await em.execute(
    `insert into opt_out (id, mailbox, user_id, created_at) values (?, ?, ?, ?) on conflict do nothing`,
    [randomUUIDv7(), mailboxOf(keys, email), scope === 'everybody' ? null : userId, now],
  );
}

/** Whether this mailbox has asked not to be named by this owner, or by anybody. */
export async function hasOptedOut(
  em: EntityManager,
  keys: Keys,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> {
  const mailbox = mailboxOf(keys, email);
  return (await em.count(OptOut, { mailbox, $or: [{ userId }, { userId: null }] })) > 0;
}

/** Forgets what a mailbox asked for, because its holder changed their mind. @returns how much there was to forget */
export const forgetOptOuts = (em: EntityManager, keys: Keys, email: string): Promise<number> =>
  em.nativeDelete(OptOut, { mailbox: mailboxOf(keys, email) });
