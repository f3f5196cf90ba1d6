/**
 * The challenges that passkeys sign. A challenge carries the moment it was issued and our signature, so handing one out
 * stores nothing, and strangers can't fill any memory with them. Accepting one moves `challengedAt` of its passkey
 * forward, so each works once.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretConfig } from './secret-config.ts';

/** How long a person has to touch the authenticator. */
export const CHALLENGE_LIVES_MS = 5 * 60_000;

/** How far apart the clocks of our processes may be. */
const CLOCKS_APART_MS = 5 * 60_000;

const TIME_BYTES = 8;
const RANDOM_BYTES = 16;
const MAC_BYTES = 32;

/** What a signature is for. One that confirms a session is useless in any other, and so is one that adds a passkey. */
export type ChallengeUse = 'log-in' | `confirm/${string}` | `add/${string}`;

const macOf = ({ JWT_SECRET }: SecretConfig, use: ChallengeUse, body: Buffer): Buffer => {
  const key = hkdfSync('sha256', Buffer.from(JWT_SECRET, 'base64'), '', 'passkey challenges', 32);
  return createHmac('sha256', Buffer.from(key)).update(`${use} `).update(body).digest();
};

/** @returns a new challenge, base64url */
export function issueChallenge(keys: SecretConfig, use: ChallengeUse, now: Date): string {
  const body = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  body.writeBigUInt64BE(BigInt(now.getTime()));
  randomBytes(RANDOM_BYTES).copy(body, TIME_BYTES);
  return Buffer.concat([body, macOf(keys, use, body)]).toString('base64url');
}

/** @returns when it was issued; null if it isn't ours, is for something else, or has expired */
export function readChallenge(
  keys: SecretConfig,
  use: ChallengeUse,
  challenge: string,
  now: Date,
): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(keys, use, body))) return null;
  const issuedAt = Number(body.readBigUInt64BE());
  const age = now.getTime() - issuedAt;
  return age < CHALLENGE_LIVES_MS && age >= -CLOCKS_APART_MS ? new Date(issuedAt) : null;
}
