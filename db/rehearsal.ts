/**
 * Rehearsals: the real path from mail to access, with a sample instead of the vault. Nothing a successor does with the
 * links of a rehearsal touches a switch, handover or invitee.
 */
import { randomUUIDv7 } from 'node:crypto';
import { type NewActivityRecord, recordActivity, type SignRecord } from './activity-log.ts';
import { Rehearsal, type RehearsalRow, type RehearsalSample } from './entities/rehearsal.ts';
import type { SuccessorRow } from './entities/successor.ts';
import { Token, type TokenPurpose, type TokenRow } from './entities/token.ts';
import type { EntityManager } from './orm.ts';
import { queueForSuccessor } from './successor-mail.ts';
import { killTokens, tokenExpired } from './tokens.ts';

export const REHEARSAL_PURPOSES = [
  'rehearsal_response',
  'rehearsal_access',
] as const satisfies readonly TokenPurpose[];

/** How long the links of a rehearsal work. */
const REHEARSAL_DAYS = 14;

/** Ends a successor's rehearsal, and deletes its sample and links. */
export async function dropRehearsal(em: EntityManager, userId: string, successorId: string): Promise<void> {
  // The row first: a mail being composed locks it, and mints its token before it unlocks it.
  await em.nativeDelete(Rehearsal, { userId, successorId });
  await killTokens(em, { userId, successorId }, REHEARSAL_PURPOSES);
}

/** Starts a rehearsal, which replaces any earlier one, and queues its mail. */
export async function beginRehearsal(
  em: EntityManager,
  successor: SuccessorRow,
  sample: RehearsalSample,
  dayMs: number,
  now: Date,
): Promise<void> {
  const { id: successorId, userId } = successor;
  await dropRehearsal(em, userId, successorId);
  const id = randomUUIDv7();
  await em.insert(Rehearsal, {
    id,
    userId,
    successorId,
    sample,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + REHEARSAL_DAYS * dayMs),
    mailAcceptedAt: null,
    response: null,
    respondedAt: null,
    openedAt: null,
  });
  const mail = { key: `rehearsal/${id}`, kind: 'rehearsal', data: { rehearsalId: id } };
  await queueForSuccessor(em, successor, mail, now);
}

/** The rehearsal that a link belongs to, locked until commit. Null once it is over. */
export async function rehearsalOfLink(
  em: EntityManager,
  token: TokenRow,
  now: Date,
): Promise<RehearsalRow | null> {
  const { userId, successorId } = token;
  if (!successorId || tokenExpired(token, now)) return null;
  await em.execute('select 1 from rehearsal where successor_id = ? for update', [successorId]);
  const found = await em.findOne(Rehearsal, { userId, successorId }, { refresh: true });
  if (!found?.sample || found.expiresAt <= now) return null;
  // While we waited for the lock, a newer rehearsal may have deleted the link.
  return (await em.count(Token, { id: token.id })) === 1 ? found : null;
}

/** Steps of a rehearsal, each recorded once, in the row and in the owner's log. */
export type RehearsalStep = 'mail_accepted' | 'opened';

const COLUMN = { mail_accepted: 'mail_accepted_at', opened: 'opened_at' } as const;

export async function noteRehearsal(
  em: EntityManager,
  signRecord: SignRecord,
  id: string,
  what: RehearsalStep,
  now: Date,
): Promise<void> {
  const [noted] = await em.execute<{ userId: string; successorId: string }[]>(
    `update rehearsal set ${COLUMN[what]} = ? where id = ? and ${COLUMN[what]} is null
     returning user_id as "userId", successor_id as "successorId"`,
    [now, id],
  );
  if (noted) await recordActivity(em, signRecord, rehearsalRecord(noted, what, now));
}

/** A rehearsal as the owner's log shows it: with whom, and how far it got. */
export const rehearsalRecord = (
  { userId, successorId }: Pick<RehearsalRow, 'userId' | 'successorId'>,
  what: RehearsalStep | 'requested' | 'responded',
  at: Date,
): NewActivityRecord => ({ userId, type: 'rehearsal', at, detail: { successorId, step: what } });

/** Deletes the samples of rehearsals that are over, and keeps their results. */
export async function forgetSamples(em: EntityManager, now: Date): Promise<void> {
  await em.execute('update rehearsal set sample = null where expires_at <= ? and sample is not null', [now]);
}
