/** The links in mails to a successor, minted as the worker would. */
import { randomBytes } from 'node:crypto';
import type { TokenPurpose } from '../../../db/entities/token.ts';
import { mintToken } from '../../../db/tokens.ts';
import { client } from '../clients/client.ts';
import type { TestApi } from '../servers/api.ts';
import type { BuiltOwner } from './owner.ts';

type LinksApi = Pick<TestApi, 'em' | 'deps' | 'clock' | 'url' | 'origin'>;

const DAY_MS = 86_400_000;

/** A link that lives for 30 days unless it says otherwise. */
export const linkToken = (
  api: LinksApi,
  owner: Pick<BuiltOwner, 'id'>,
  successorId: string,
  purpose: TokenPurpose = 'successor_verification',
  { livesMs = 30 * DAY_MS, handoverId = null }: { livesMs?: number; handoverId?: string | null } = {},
): Promise<string> =>
  mintToken(
    api.em(),
    api.deps.tokenSigner,
    { purpose, userId: owner.id, successorId, handoverId, expiresAt: new Date(api.clock.now + livesMs) },
    new Date(api.clock.now),
  );

/** The public key of a kit that nobody has: coefficients of ML-KEM below 2,048, which are in range, and any other bytes. */
export function randomKitKey(): string {
  const raw = randomBytes(1_216);
  for (let i = 0; i < 1_152; i += 3) {
    raw[i + 1]! &= 0xf7;
    raw[i + 2]! &= 0x7f;
  }
  return raw.toString('base64');
}

/** Stores a key for a verified successor, as their browser would. @returns what their owner needs to pin it */
export async function storeKey(
  api: LinksApi,
  owner: Pick<BuiltOwner, 'id'>,
  successorId: string,
): Promise<{ publicKey: string; salt: string; keyFingerprint: string; token: string }> {
  const token = await linkToken(api, owner, successorId);
  const publicKey = randomKitKey();
  const salt = randomBytes(16).toString('base64');
  const reply = await client(api).put('/successors/public-key', { token, publicKey, salt });
  if (reply.status !== 200) throw new Error(`the key was not stored: ${JSON.stringify(reply.body)}`);
  return { publicKey, salt, keyFingerprint: reply.body.successor.keyFingerprint, token };
}
