/** Sends messages to ways other than mailboxes: webhooks and push services. */
import { GONE } from '../../db/channels.ts';
import { Channel, type ChannelRow } from '../../db/entities/channel.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import type { EntityManager } from '../../db/orm.ts';
import { NoAnswer } from '../../guard/post.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';
import type { MailDeps } from '../deps.ts';
import type { Letter } from '../layout/letter.ts';
import { MailRefused } from '../smtp.ts';
import { noteOf } from './note.ts';
import { pushRequest } from './push.ts';
import { webhookRequest } from './webhook.ts';

/** Why an answer isn't a success; null if it is. A redirect isn't followed, and 410 means for good. */
function refusalIn(status: number): RefusalReason | null {
  if (status >= 200 && status < 300) return null;
  return status === 410 ? 'gone' : 'unclear';
}

/** Push services also answer 404 for a subscription that has ended (RFC 8030, 7.3). */
const hasEnded = ({ kind }: ChannelRow, status: number): boolean =>
  kind === 'push' && (status === 404 || status === 410);

type WayDeps = Pick<MailDeps, 'guard' | 'channelSecrets' | 'pushKeys'>;

function requestFor(
  { channelSecrets, pushKeys }: WayDeps,
  channel: ChannelRow,
  mail: MailRow,
  letter: Letter,
): { headers: Record<string, string>; body: string | Buffer } {
  const note = noteOf(letter);
  switch (channel.kind) {
    case 'webhook':
      // By this machine's clock, as receivers compare it with their own.
      return webhookRequest(channelSecrets, channel, mail, note, new Date());
    case 'push':
      if (!pushKeys) throw new MailRefused('push_disabled', { reason: 'unclear', unsent: true });
      return pushRequest(pushKeys, channel, mail, note, letter.language);
    case 'mailbox':
      throw new TypeError('a mailbox gets mails, not notes');
  }
}

/**
 * Resolves once the receiver has taken it.
 *
 * @throws MailRefused otherwise
 */
export async function sendToWay(
  deps: WayDeps,
  em: EntityManager,
  mail: MailRow,
  letter: Letter,
): Promise<void> {
  const channel = await em.findOne(Channel, { id: mail.channelId ?? '' }, { refresh: true });
  if (!channel) throw new MailRefused('removed', { reason: 'gone', unsent: true });
  if (channel.lastError === GONE) throw new MailRefused(GONE, { reason: 'gone', unsent: true });
  const request = requestFor(deps, channel, mail, letter);
  let status: number;
  try {
    status = await deps.guard.post(channel.address, request.headers, request.body);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const unsent = error.message === 'address_not_allowed';
    throw new MailRefused(error.message, { reason: 'unclear', unsent });
  }
  if (hasEnded(channel, status)) throw new MailRefused(GONE, { reason: 'gone', unsent: false });
  const reason = refusalIn(status);
  if (reason !== null) throw new MailRefused(`HTTP ${status}`, { reason, unsent: false });
}
