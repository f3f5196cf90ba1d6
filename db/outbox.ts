/** Messages for Temporal, written in the transaction that caused them. */
import { Outbox } from './entities/outbox.ts';
import type { EntityManager } from './orm.ts';

export interface OutboxMessage {
  id: string;
  kind: 'switch' | 'mail' | 'account_mail';
  subjectId: string;
  seq: number;
  /** For a mail: its kind and its owner; left out if the mail is gone. */
  mail?: { kind: string; userId: string } | null;
}

/** As the `seq` of a mail's message: a new workflow replaces the running one, so that the mail is tried at once. */
export const REPLACE_WORKFLOW = 1;

export async function putMessage(
  em: EntityManager,
  message: Omit<OutboxMessage, 'id' | 'mail'>,
  now: Date,
): Promise<void> {
  await em.insert(Outbox, { ...message, createdAt: now } as never);
}

/**
 * Passes the oldest messages on and deletes those that were delivered. Several workers can do this at once: each
 * message is locked by one worker, and free again if that worker fails.
 *
 * @param deliver returns the IDs of the delivered messages
 * @returns how many were delivered
 */
export function takeMessages(
  em: EntityManager,
  limit: number,
  deliver: (messages: OutboxMessage[]) => Promise<string[]>,
): Promise<number> {
  return em.transactional(async (tx) => {
    const messages = await tx.execute<OutboxMessage[]>(
      `select id::text as id, kind, subject_id as "subjectId", seq,
         (select json_build_object('kind', m.kind, 'userId', m.user_id) from mail m where m.id = subject_id) as mail
       from outbox order by attempts, id limit ? for update skip locked`,
      [limit],
    );
    if (messages.length === 0) return 0;
    const delivered = await deliver(messages);
    // Refused messages go to the back, so that they don't block the others.
    const refused = messages.map(({ id }) => id).filter((id) => !delivered.includes(id));
    if (refused.length > 0) {
      const ids = `{${refused.join(',')}}`;
      await tx.execute('update outbox set attempts = attempts + 1 where id = any(?::bigint[])', [ids]);
    }
    if (delivered.length > 0) {
      await tx.execute('delete from outbox where id = any(?::bigint[])', [`{${delivered.join(',')}}`]);
    }
    return delivered.length;
  });
}
