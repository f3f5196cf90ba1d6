/**
 * The code that proves a way to an owner, and the secret that signs what a webhook is sent. Both follow from the service's
 * own secret and a number in the way's row, so that a copy of the database has neither.
 */
import { createHmac, hkdfSync } from 'node:crypto';

const CODE_DIGITS = 8;

/** How long a code may be entered. */
export const CODE_MS = 86_400_000;
/** How long the secret before the current one goes on signing too, so that a receiver has time to change over. */
export const OLD_SECRET_MS = 86_400_000;

export interface ChannelSecrets {
  /** Eight digits. @param round which code of this way it is, from 1 */
  code(channelId: string, round: number): string;
  /** As receivers take it: `whsec_` and base64 (Standard Webhooks). @param round which secret of this way it is, from 1 */
  webhookSecret(channelId: string, round: number): string;
}

/** @param secret in base64 */
export function channelSecrets(secret: string): ChannelSecrets {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'ways to owners', 32));
  const derived = (label: string, channelId: string, round: number) =>
    createHmac('sha256', key).update(`${label} ${channelId} ${round}`).digest();
  return {
    code(channelId, round) {
      const number = derived('code', channelId, round).readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS);
      return String(number).padStart(CODE_DIGITS, '0');
    },
    webhookSecret: (channelId, round) => `whsec_${derived('webhook', channelId, round).toString('base64')}`,
  };
}
