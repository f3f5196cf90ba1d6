/**
 * Who may open an account (`REGISTRATION`), and administrators' invitations. They name no address: anyone who has the
 * link may use it, once. So they reveal nothing about who has an account, and no mail is sent to people who didn't ask.
 */
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Config } from '../../config.ts';
import { AccountInvitation, type AccountInvitationRow } from '../../db/entities/account-invitation.ts';
import { type OperatorRecord, recordOperator } from '../../db/operator-log.ts';
import type { EntityManager } from '../../db/orm.ts';
import { Problem } from '../http/errors.ts';

const DAY_MS = 86_400_000;
/** Long enough for a letter, short enough that a forgotten link opens nothing. */
const WORKS_MS = 14 * DAY_MS;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Refuses before anything is hashed or read. The same for every address.
 *
 * @throws Problem `registration_closed`, or `invitation_required` if none was presented
 */
export function checkMayRegister({ REGISTRATION }: Config, invitation: string | undefined): void {
  if (REGISTRATION === 'closed') throw new Problem('registration_closed');
  if (REGISTRATION === 'invited' && invitation === undefined) throw new Problem('invitation_required');
}

/**
 * Uses an invitation for an account. Using it again for the same account changes nothing, so a lost response can be
 * tried again.
 *
 * @throws Problem `invitation_required` unless it is unused and has not expired
 */
export async function useInvitation(
  em: EntityManager,
  invitation: string,
  userId: string,
  now: Date,
): Promise<void> {
  const used = await em.nativeUpdate(
    AccountInvitation,
    { hash: hashOf(invitation), expiresAt: { $gt: now }, $or: [{ userId: null }, { userId }] },
    { userId },
  );
  if (used !== 1) throw new Problem('invitation_required');
}

/** Creates an invitation and deletes expired ones. @returns it, and its link, which is shown only once */
export async function addInvitation(
  em: EntityManager,
  { FRONTEND_URL }: Config,
  by: Pick<OperatorRecord, 'at' | 'operator' | 'requestId'>,
): Promise<{ invitation: AccountInvitationRow; link: string }> {
  const token = randomBytes(32).toString('base64url');
  const invitation = {
    id: randomUUIDv7(),
    hash: hashOf(token),
    createdAt: by.at,
    expiresAt: new Date(by.at.getTime() + WORKS_MS),
    userId: null,
  };
  await em.nativeDelete(AccountInvitation, { expiresAt: { $lte: by.at } });
  await em.insert(AccountInvitation, invitation);
  await recordOperator(em, { ...by, action: 'owner_invited', detail: { invitationId: invitation.id } });
  // After the #: browsers don't send that part, so no proxy logs it.
  return { invitation, link: `${FRONTEND_URL}/register#invitation=${token}` };
}

/** The invitations that can still be used, oldest first. */
export const openInvitations = (em: EntityManager, now: Date): Promise<AccountInvitationRow[]> =>
  em.find(AccountInvitation, { userId: null, expiresAt: { $gt: now } }, { orderBy: { id: 'asc' } });

/** @returns whether it was there and unused */
export async function withdrawInvitation(
  em: EntityManager,
  id: string,
  by: Pick<OperatorRecord, 'at' | 'operator' | 'requestId'>,
): Promise<boolean> {
  const withdrawn = await em.nativeDelete(AccountInvitation, { id, userId: null });
  if (withdrawn === 1)
    await recordOperator(em, { ...by, action: 'invitation_withdrawn', detail: { invitationId: id } });
  return withdrawn === 1;
}
