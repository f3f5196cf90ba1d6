/** Hands what goes to a way other than a mailbox to whoever takes it. */
import { Channel } from '../../db/entities/channel.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import type { EntityManager } from '../../db/orm.ts';
import { NoAnswer } from '../../guard/post.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';
import type { MailDeps } from '../deps.ts';
import type { Letter } from '../layout/letter.ts';
import { MailRefused } from '../smtp.ts';
import { noteOf } from './note.ts';
import { webhookRequest } from './webhook.ts';

/** Why an answer isn't a success; null if it is. A redirect isn't followed, and 410 means for good. */
function refusalIn(status: number): RefusalReason | null {
  if (status >= 200 && status < 300) return null;
  return status === 410 ? 'gone' : 'unclear';
}

/**
 * Resolves once the receiver has taken it.
 *
 * @throws MailRefused otherwise
 */
export async function sendToWay(
  { guard, channelSecrets }: Pick<MailDeps, 'guard' | 'channelSecrets'>,
  em: EntityManager,
  mail: MailRow,
  letter: Letter,
): Promise<void> {
  const channel = await em.findOne(Channel, { id: mail.channelId ?? '' }, { refresh: true });
  if (!channel) throw new MailRefused('removed', { reason: 'gone', unsent: true });
  // By this machine's clock, as receivers compare it with their own.
  const request = webhookRequest(channelSecrets, channel, mail, noteOf(letter), new Date());
  let status: number;
  try {
    status = await guard.post(channel.address, request.headers, request.body);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const unsent = error.message === 'address_not_allowed';
    throw new MailRefused(error.message, { reason: 'unclear', unsent });
  }
  const reason = refusalIn(status);
  if (reason !== null) throw new MailRefused(`HTTP ${status}`, { reason, unsent: false });
}
