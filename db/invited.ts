/** Who may have heard of a handover. */
import type { MailRow } from './entities/mail.ts';
import { Successor } from './entities/successor.ts';
import type { EntityManager } from './orm.ts';

/**
 * Whether an invitation reached the successor, or may have: the first news of a handover must not be that it is
 * cancelled. After a crash just after the mail server's 250, the row doesn't show that the mail was sent. Its token
 * does, because only the tokens of mails that certainly went nowhere are deleted. For successors who were removed,
 * nothing shows it any more.
 */
export async function mayHaveBeenInvited(
  em: EntityManager,
  { handoverId, successorId }: Pick<MailRow, 'handoverId' | 'successorId'>,
): Promise<boolean> {
  if (!successorId || (await em.count(Successor, { id: successorId })) === 0) return true;
  const invitations = await em.execute<unknown[]>(
    `select 1 from mail where kind = 'invitation' and handover_id = ? and successor_id = ? and status = 'accepted'
     union all select 1 from token where purpose = 'response' and handover_id = ? and successor_id = ? limit 1`,
    [handoverId, successorId, handoverId, successorId],
  );
  return invitations.length > 0;
}
