/** A second mailbox of a successor: the owner sets and removes it, and the successor confirms it by a link of its own. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { forgetMove } from '../../../db/contact-questions.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { Token } from '../../../db/entities/token.ts';
import { queueMail } from '../../../db/mail.ts';
import { mailboxHash } from '../../../db/opt-outs.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { inviteAtSecond } from '../../../db/owed-mails.ts';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { findLinkedSuccessor, optedOutThemselves } from '../../successors/linked-successor.ts';
import { ConfirmedSecondAddress } from './schema.ts';

/** Asks for the confirmation of a second address. Its reader may be a bystander, who can stop such mails. */
export async function queueSecondAddress(
  { config }: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  { id: successorId, userId }: Pick<SuccessorRow, 'id' | 'userId'>,
  recipient: string,
  now: Date,
): Promise<void> {
  const data = { toSecond: true, mailbox: mailboxHash(config, recipient).toString('base64url') };
  const key = `second_address/${successorId}/${randomUUIDv7()}`;
  await queueMail(em, { key, kind: 'second_address', recipient, userId, successorId, data }, now);
}

/**
 * Replaces a successor's second address. Links sent to the old one stop working, and the new one is not yet confirmed.
 */
export async function replaceSecondAddress(
  em: EntityManager,
  { id, userId }: SuccessorRow,
  secondEmail: string | null,
): Promise<void> {
  await em.nativeUpdate(Successor, { id }, { secondEmail, secondVerifiedAt: null, bounceToldAt: null });
  await em.nativeDelete(Token, { userId, successorId: id, toSecond: true });
}

export const confirmSecondAddress = route('POST /successors/second-address', {
  name: 'confirmSecondAddress',
  summary: 'Confirm the second address of a successor with the link from the email',
  description:
    'From then on, our emails to this successor go to both addresses, and it is enough to open one of them. Their ' +
    'recovery kit remains valid. Can be repeated.',
  access: 'public',
  limit: 'token_link',
  body: ConfirmedSecondAddress,
  responses: { 200: messageBody },
  errors: ['token_invalid', 'token_expired', 'successor_opted_out'],
  async handler({ em, body: { token }, now, deps }) {
    const { successor, current } = await findLinkedSuccessor(deps, em, token, ['second_address'], now);
    if (successor.optedOutAt) throw optedOutThemselves();
    const { id, userId, secondEmail, secondVerifiedAt } = successor;
    if (secondEmail && !secondVerifiedAt) {
      await em.nativeUpdate(Successor, { id }, { secondVerifiedAt: now });
      await forgetMove(em, id, secondEmail);
      await inviteAtSecond(em, current.state, successor, secondEmail, now);
      const detail = { successorId: id, secondAddress: true };
      await recordActivity(em, deps.signRecord, { userId, type: 'successor_verified', at: now, detail });
    }
    return { about: userId, body: { message: 'Thank you. From now on we write to both addresses.' } };
  },
});
