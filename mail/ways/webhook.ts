/**
 * Requests to webhooks, signed as Standard Webhooks asks for
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
import { Webhook } from 'standardwebhooks';
import { type ChannelSecrets, OLD_SECRET_MS } from '../../db/channel-secrets.ts';
import type { ChannelRow } from '../../db/entities/channel.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import type { Note } from './note.ts';

/** What happened, as receivers see it: `reminder`, `final_notice`, `code` or `test`. */
const typeOf = ({ kind }: Pick<MailRow, 'kind'>): string => kind.replace(/^channel_/, '');

/** The rounds of the secrets that sign: for a day after a change, the one before signs too. */
function signingRounds({ secretRound, secretRotatedAt }: ChannelRow, at: Date): number[] {
  const changedLately = secretRotatedAt && at.getTime() - secretRotatedAt.getTime() < OLD_SECRET_MS;
  return changedLately ? [secretRound, secretRound - 1] : [secretRound];
}

/** @param at when it is sent. Receivers refuse requests that are more than five minutes old */
export function webhookRequest(
  secrets: ChannelSecrets,
  channel: ChannelRow,
  mail: Pick<MailRow, 'id' | 'kind'>,
  note: Note,
  at: Date,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ type: typeOf(mail), timestamp: at.toISOString(), data: note });
  const signatures = signingRounds(channel, at)
    .flatMap((round) => secrets.webhookSecrets(channel.id, round))
    .map((secret) => new Webhook(secret).sign(mail.id, at, body));
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'vault-handover',
      // The same at each attempt, so that a receiver that has it already can tell.
      'webhook-id': mail.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}
