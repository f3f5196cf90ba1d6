/**
 * The code that proves a way to an owner, and the secret that signs what a webhook is sent. Both follow from the service's
 * own secret and a number in the way's row, so that a copy of the database has neither.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SecretList } from './secret-list.ts';

const CODE_DIGITS = 8;

/** How long a code may be entered. */
export const CODE_MS = 86_400_000;
/** How long the secret before the current one goes on signing too, so that a receiver has time to change over. */
export const OLD_SECRET_MS = 86_400_000;

export interface ChannelSecrets {
  /** Eight digits. @param round which code of this way it is, from 1 */
  code(channelId: string, round: number): string;
  /** Whether this is that code, or was before the service's own secret was replaced. @param given eight digits */
  isCode(given: string, channelId: string, round: number): boolean;
  /**
   * In the form that receivers take: `whsec_` and base64 (Standard Webhooks). New receivers get the first one. The
   * others sign too, after the service's own secret was replaced.
   *
   * @param round which secret of this way it is, from 1
   */
  webhookSecrets(channelId: string, round: number): readonly [string, ...string[]];
}

/** @param secrets in base64: the current one, and those before it */
export function channelSecrets([current, ...previous]: SecretList): ChannelSecrets {
  const derived = (label: string, channelId: string, round: number, secret = current) => {
    const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'ways to owners', 32);
    return createHmac('sha256', Buffer.from(key)).update(`${label} ${channelId} ${round}`).digest();
  };
  const webhookSecret = (channelId: string, round: number, secret = current) =>
    `whsec_${derived('webhook', channelId, round, secret).toString('base64')}`;
  const code = (channelId: string, round: number, secret = current) => {
    const number = derived('code', channelId, round, secret).readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS);
    return String(number).padStart(CODE_DIGITS, '0');
  };
  return {
    code: (channelId, round) => code(channelId, round),
    isCode: (given, channelId, round) =>
      [current, ...previous].some((secret) =>
        timingSafeEqual(Buffer.from(code(channelId, round, secret)), Buffer.from(given)),
      ),
    webhookSecrets: (channelId, round) => [
      webhookSecret(channelId, round),
      ...previous.map((secret) => webhookSecret(channelId, round, secret)),
    ],
  };
}
