/** Who has an address: one account at most, and an unverified account gives way. */
import { AccountInvitation } from '../../../db/entities/account-invitation.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';

/**
 * Deletes an unverified account, which belongs to nobody, with its tokens, sessions and mails.
 *
 * @returns its invitations, for `keepInvitations`
 */
export async function discardUnverified(em: EntityManager, userId: string): Promise<string[]> {
  const invitations = await em.execute<{ id: string }[]>(
    'update account_invitation set user_id = null where user_id = ? returning id',
    [userId],
  );
  await em.nativeDelete(User, { id: userId });
  await em.nativeDelete(Mail, { userId });
  return invitations.map(({ id }) => id);
}

/**
 * Binds the invitations of a discarded account to the one that has its address now. If they could be used again, their
 * holder would learn that the address had no verified account.
 */
export async function keepInvitations(
  em: EntityManager,
  invitations: readonly string[],
  userId: string,
): Promise<void> {
  await em.nativeUpdate(AccountInvitation, { id: { $in: invitations } }, { userId });
}

/**
 * Makes other requests for this address wait until commit.
 *
 * @returns the account that has it, with its switch locked, so that it is neither verified nor deleted until then
 */
export async function claimAddress(em: EntityManager, email: string): Promise<UserRow | null> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`address/${email}`]);
  const found = await em.findOne(User, { email });
  if (!found) return null;
  await loadSwitch(em, found.id, { lock: true });
  return em.findOne(User, { id: found.id, email }, { refresh: true });
}
