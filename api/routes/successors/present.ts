import { createHash } from 'node:crypto';
import { Rehearsal, type RehearsalRow } from '../../../db/entities/rehearsal.ts';
import type { SuccessorRow } from '../../../db/entities/successor.ts';
import { type MailProblem, successorProblems } from '../../../db/mail-problems.ts';
import type { EntityManager } from '../../../db/orm.ts';

/** What owner and successor compare out of band: the lowercase hex SHA-256 of the raw public key. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

/** Successors of one owner as that owner sees them. */
export async function presentSuccessors(em: EntityManager, userId: string, rows: readonly SuccessorRow[]) {
  const problems = await successorProblems(em, userId);
  const rehearsals = new Map(
    (await em.find(Rehearsal, { userId }, { refresh: true })).map((each) => [each.successorId, each]),
  );
  return rows.map((row) => present(row, problems.get(row.id), rehearsals.get(row.id)));
}

/** One successor as their owner sees them. */
export async function presentSuccessor(em: EntityManager, row: SuccessorRow) {
  const [successor] = await presentSuccessors(em, row.userId, [row]);
  return successor as NonNullable<typeof successor>;
}

/** A successor as they see themselves: what their client needs beside the code of their kit. */
export const presentToThemselves = ({ id, name, publicKey, publicKeySalt, ownerKey }: SuccessorRow) => ({
  id,
  name,
  publicKey: publicKey ?? null,
  publicKeySalt: publicKeySalt ?? null,
  ownerKey: ownerKey ?? null,
});

const presentRehearsal = (row: RehearsalRow) => ({
  requestedAt: row.requestedAt.toISOString(),
  mailAcceptedAt: row.mailAcceptedAt?.toISOString() ?? null,
  response: row.response ?? null,
  respondedAt: row.respondedAt?.toISOString() ?? null,
  openedAt: row.openedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
});

function present(row: SuccessorRow, problem: MailProblem | undefined, rehearsal: RehearsalRow | undefined) {
  const publicKey = row.publicKey ?? null;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    timeZone: row.timeZone,
    verified: row.verifiedAt != null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    optedOut: row.optedOutAt != null,
    keyPinnedAt: row.keyPinnedAt?.toISOString() ?? null,
    handoverDelayDays: row.handoverDelayDays,
    restrictToAssignedEntries: row.restrictToAssignedEntries,
    publicKey,
    publicKeySalt: row.publicKeySalt ?? null,
    keyFingerprint: publicKey === null ? null : fingerprintOf(publicKey),
    ownerKey: row.ownerKey ?? null,
    encryptedShare: row.encryptedShare ?? null,
    sharesStale: row.sharesStale,
    mailProblem: problem ? { since: problem.since.toISOString(), permanent: problem.permanent } : null,
    rehearsal: rehearsal ? presentRehearsal(rehearsal) : null,
    createdAt: row.createdAt.toISOString(),
  };
}
