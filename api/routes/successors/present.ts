import { createHash } from 'node:crypto';
import type { SuccessorRow } from '../../../db/entities/successor.ts';
import { type MailProblem, successorProblems } from '../../../db/mail-problems.ts';
import type { EntityManager } from '../../../db/orm.ts';

/** What owner and successor compare out of band: lowercase hex SHA-256 of the raw public key. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

/** Successors of one owner as that owner sees them. */
export async function presentSuccessors(em: EntityManager, userId: string, rows: readonly SuccessorRow[]) {
  const problems = await successorProblems(em, userId);
  return rows.map((row) => present(row, problems.get(row.id)));
}

/** One successor as their owner sees them. */
export async function presentSuccessor(em: EntityManager, row: SuccessorRow) {
  const [successor] = await presentSuccessors(em, row.userId, [row]);
  return successor as NonNullable<typeof successor>;
}

function present(row: SuccessorRow, problem: MailProblem | undefined) {
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
    mailProblem: problem ? { since: problem.since.toISOString(), permanent: problem.permanent } : null,
    createdAt: row.createdAt.toISOString(),
  };
}
