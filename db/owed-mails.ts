/** Queues the mails that a change of a switch owes to people. */
import { type OwedMail, owedMails } from '../switch/owed-mails.ts';
import { isOpen, type SwitchState } from '../switch/state.ts';
import { Successor, type SuccessorRow } from './entities/successor.ts';
import { User } from './entities/user.ts';
import { type MailRequest, queueMail } from './mail.ts';
import type { EntityManager } from './orm.ts';
import { type Mailbox, queueForSuccessor } from './successor-mail.ts';

/** @param seq makes the keys of mails that may be owed more than once unique */
export async function queueOwedMails(
  em: EntityManager,
  userId: string,
  before: SwitchState,
  after: SwitchState,
  seq: number,
  now: Date,
): Promise<void> {
  const owed = owedMails(before, after);
  if (owed.length === 0) return;
  const { epoch } = after;
  const { email } = await em.findOneOrFail(User, { id: userId });
  for (const mail of owed) {
    switch (mail.kind) {
      case 'pause_reminder':
      case 'owner_alive':
      case 'switch_off': {
        const { kind, ...data } = mail;
        const key = `${kind}/${userId}/${seq}`;
        await queueMail(em, { key, kind, userId, epoch, recipient: email, data }, now);
        break;
      }
      case 'invitation':
      case 'access':
      case 'access_reminder':
      case 'handover_cancelled': {
        const successor = await em.findOne(Successor, { id: mail.successorId, optedOutAt: null });
        if (successor) await queueToSuccessor(em, successor, mail, epoch, now);
      }
    }
  }
}

/**
 * Queues the latest invitation of a successor for the second address that they have just confirmed, if their answer is
 * still awaited. Their first mailbox may refuse it.
 */
export async function inviteAtSecond(
  em: EntityManager,
  { handover, epoch }: SwitchState,
  successor: SuccessorRow,
  secondEmail: string,
  now: Date,
): Promise<void> {
  const { id: successorId } = successor;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  if (!isOpen(handover) || !invitee || invitee.response !== null || invitee.invitationsSent === 0) return;
  const { id: handoverId } = handover;
  const mail = { kind: 'invitation', successorId, handoverId, n: invitee.invitationsSent } as const;
  await queueToSuccessor(em, successor, mail, epoch, now, [{ recipient: secondEmail, isSecond: true }]);
}

type OwedToSuccessor = Extract<OwedMail, { successorId: string }>;

/** @param mailboxes if it doesn't go to all of theirs */
async function queueToSuccessor(
  em: EntityManager,
  successor: SuccessorRow,
  mail: OwedToSuccessor,
  epoch: number,
  now: Date,
  mailboxes?: readonly Mailbox[],
): Promise<void> {
  const { kind, successorId, handoverId } = mail;
  const { which, data } = detailsOf(mail, successor);
  const key = [kind, handoverId, successorId, ...which].join('/');
  await queueForSuccessor(em, successor, { key, kind, handoverId, epoch, data }, now, mailboxes);
}

/** What distinguishes a mail from others of its kind to the same successor, and the facts that it needs. */
function detailsOf(
  mail: OwedToSuccessor,
  { name, language, timeZone }: SuccessorRow,
): { which: readonly number[]; data: NonNullable<MailRequest['data']> } {
  switch (mail.kind) {
    case 'invitation':
      return { which: [mail.n], data: { n: mail.n } };
    case 'access_reminder': {
      const { accessEndsAt, n } = mail;
      return { which: [accessEndsAt, n], data: { accessEndsAt, n } };
    }
    case 'handover_cancelled':
      // An owner who is back may remove this successor before it goes out.
      return { which: [], data: { successorName: name, language, timeZone } };
    case 'access':
      return { which: [], data: {} };
  }
}
