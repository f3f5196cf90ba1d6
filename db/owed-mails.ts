/** Queues the mails that a change of a switch owes to people. */
import { owedMails } from '../switch/owed-mails.ts';
import type { SwitchState } from '../switch/state.ts';
import { Successor } from './entities/successor.ts';
import { User } from './entities/user.ts';
import { queueMail } from './mail.ts';
import type { EntityManager } from './orm.ts';

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
      case 'handover_cancelled': {
        const { kind, successorId, handoverId } = mail;
        const successor = await em.findOne(Successor, { id: successorId, optedOutAt: null });
        if (!successor) break;
        const key = [kind, handoverId, successorId, ...(kind === 'invitation' ? [mail.n] : [])].join('/');
        // Keep the facts that the mail needs: an owner who is back may remove this successor before it goes out.
        const data: Record<string, string | number> =
          kind === 'invitation'
            ? { n: mail.n }
            : kind === 'handover_cancelled'
              ? { successorName: successor.name, language: successor.language, timeZone: successor.timeZone }
              : {};
        const recipient = successor.email;
        await queueMail(em, { key, kind, recipient, userId, successorId, handoverId, epoch, data }, now);
      }
    }
  }
}
