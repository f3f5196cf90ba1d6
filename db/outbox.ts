/** What Temporal has to be told, written in the same transaction as what made it true. */
import { Outbox } from './entities/outbox.ts';
import type { EntityManager } from './orm.ts';

export interface Message {
  id: string;
  kind: 'switch' | 'mail' | 'account_mail';
  subjectId: string;
  seq: number;
}

export async function putMessage(em: EntityManager, message: Omit<Message, 'id'>, now: Date): Promise<void> {
  await em.insert(Outbox, { ...message, createdAt: now } as never);
}

/**
 * Hands over the oldest messages and forgets those that were taken. Several workers may do this at once:
 * each message is in one worker's hands, and comes back if that worker fails.
 *
 * @param take returns the IDs of the messages that were told
 * @returns how many messages were told
 */
export function takeMessages(
  em: EntityManager,
  limit: number,
  take: (messages: Message[]) => Promise<string[]>,
): Promise<number> {
  return em.transactional(async (tx) => {
    const messages = await tx.execute<Message[]>(
      `select id::text as id, kind, subject_id as "subjectId", seq from outbox
       order by attempts, id limit ? for update skip locked`,
      [limit],
    );
    if (messages.length === 0) return 0;
    const told = await take(messages);
    // What was refused goes behind the rest: nothing blocks what came after it.
    const refused = messages.map(({ id }) => id).filter((id) => !told.includes(id));
    if (refused.length > 0) {
      const ids = `{${refused.join(',')}}`;
      await tx.execute('update outbox set attempts = attempts + 1 where id = any(?::bigint[])', [ids]);
    }
    if (told.length > 0) {
      await tx.execute('delete from outbox where id = any(?::bigint[])', [`{${told.join(',')}}`]);
    }
    return told.length;
  });
}
