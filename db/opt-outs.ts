/**
 * People who don't want to be a successor, of one owner or of anyone, and who don't want to be asked to confirm an
 * address. We keep a keyed hash of the mailbox, so that a copy of the database names nobody. It stays when the owner
 * deletes the successor, so naming them again doesn't work.
 */
import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto';
import { OptOut } from './entities/opt-out.ts';
import { mailboxOf } from './mailbox.ts';
import type { EntityManager } from './orm.ts';
import { type Addressee, mailboxesOf } from './successor-mail.ts';

export type OptOutScope = 'owner' | 'everybody';

interface Keys {
  /** Base64. */
  ACTIVITY_HMAC_SECRET: string;
  ACTIVITY_HMAC_SECRET_PREVIOUS: readonly string[];
}

/**
 * The hash of a stored address's mailbox. It can't be renewed without the address, so it uses the oldest secret that is
 * listed: once that is removed, all earlier opt-outs are forgotten.
 */
export const mailboxHash = (keys: Keys, email: string): Buffer => {
  const secret = keys.ACTIVITY_HMAC_SECRET_PREVIOUS.at(-1) ?? keys.ACTIVITY_HMAC_SECRET;
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'successor opt-outs', 32);
  return createHmac('sha256', Buffer.from(key)).update(mailboxOf(email)).digest();
};

/** Remembers that a successor doesn't want to be this owner's, or anyone's, at any of their mailboxes. Idempotent. */
export async function rememberOptOut(
  em: EntityManager,
  keys: Keys,
  successor: Pick<Addressee, 'userId' | 'email'> & Partial<Addressee>,
  scope: OptOutScope,
  now: Date,
): Promise<void> {
  for (const { recipient } of mailboxesOf(successor))
    await insertOptOut(
      em,
      mailboxHash(keys, recipient),
      scope === 'everybody' ? null : successor.userId,
      now,
    );
}

/** Remembers that nobody may make us write to this mailbox. Idempotent. */
export const rememberSilence = (em: EntityManager, mailbox: Buffer, now: Date): Promise<void> =>
  insertOptOut(em, mailbox, null, now);

async function insertOptOut(
  em: EntityManager,
  mailbox: Buffer,
  userId: string | null,
  now: Date,
): Promise<void> {
  await em.execute(
    `insert into opt_out (id, mailbox, user_id, created_at) values (?, ?, ?, ?) on conflict do nothing`,
    [randomUUIDv7(), mailbox, userId, now],
  );
}

/** Whether this mailbox has opted out of being named by this owner or by anyone. */
export const hasOptedOut = (
  em: EntityManager,
  keys: Keys,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> => isSilenced(em, mailboxHash(keys, email), userId);

/** Whether this mailbox has opted out of mail that this owner or anyone causes. */
export const isSilenced = async (em: EntityManager, mailbox: Buffer, userId: string): Promise<boolean> =>
  (await em.count(OptOut, { mailbox, $or: [{ userId }, { userId: null }] })) > 0;

/** Deletes a mailbox's opt-outs, for a person who has changed their mind. @returns how many there were */
export const forgetOptOuts = (em: EntityManager, keys: Keys, email: string): Promise<number> =>
  em.nativeDelete(OptOut, { mailbox: mailboxHash(keys, email) });
