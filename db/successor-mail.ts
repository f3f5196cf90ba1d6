/** Mails to a successor: one for each of their mailboxes, with links of its own. The first that they open is enough. */
import type { SuccessorRow } from './entities/successor.ts';
import { type MailRequest, queueMail } from './mail.ts';
import type { EntityManager } from './orm.ts';
import { keyForOther } from './other-mailbox.ts';

/** A successor, as far as mails to them need it. */
export type Addressee = Pick<SuccessorRow, 'id' | 'userId' | 'email' | 'secondEmail' | 'secondVerifiedAt'>;

export interface Mailbox {
  recipient: string;
  isSecond: boolean;
}

/** Where our mails to a successor go: to the address that the owner named them with, and to their confirmed second one. */
export const mailboxesOf = ({
  email,
  secondEmail,
  secondVerifiedAt,
}: Pick<Addressee, 'email'> & Partial<Addressee>): Mailbox[] => [
  { recipient: email, isSecond: false },
  ...(secondEmail && secondVerifiedAt ? [{ recipient: secondEmail, isSecond: true }] : []),
];

/** Queues a mail to a successor. @param mailboxes if it doesn't go to all of theirs */
export async function queueForSuccessor(
  em: EntityManager,
  successor: Addressee,
  { key, data, ...request }: Omit<MailRequest, 'recipient' | 'userId' | 'successorId'>,
  now: Date,
  mailboxes: readonly Mailbox[] = mailboxesOf(successor),
): Promise<void> {
  const { id: successorId, userId } = successor;
  for (const { recipient, isSecond } of mailboxes) {
    const own = isSecond
      ? { key: keyForOther(key), data: { ...data, toSecond: true } }
      : { key, data: data ?? {} };
    await queueMail(em, { ...request, ...own, recipient, userId, successorId }, now);
  }
}
