import { createHash } from 'node:crypto';
import type { SuccessorRow } from '../../../db/entities/successor.ts';

/** What owner and successor compare out of band: lowercase hex SHA-256 of the raw public key. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

/** A successor as their owner sees them. */
export function presentSuccessor(row: SuccessorRow) {
  const publicKey = row.publicKey ?? null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    verified: row.verifiedAt != null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    optedOut: row.optedOutAt != null,
    keyPinnedAt: row.keyPinnedAt?.toISOString() ?? null,
    handoverDelayDays: row.handoverDelayDays,
    restrictToAssignedEntries: row.restrictToAssignedEntries,
    publicKey,
    publicKeySalt: row.publicKeySalt ?? null,
    keyFingerprint: publicKey === null ? null : fingerprintOf(publicKey),
    encryptedShare: row.encryptedShare ?? null,
    sharesStale: row.sharesStale,
    createdAt: row.createdAt.toISOString(),
  };
}
