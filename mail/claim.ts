/** Keeps this worker's claim on a mail while it is being sent, so that no other worker sends it too. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { type ClaimedMail, extendClaim } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import type { MailDeps } from './deps.ts';

export const claimedElsewhere = () =>
  ApplicationFailure.retryable('claimed by another worker', 'MailClaimed');

const EXTEND_EVERY_MS = 15_000;

/** A mail server may take minutes to answer (RFC 5321, 4.5.3.2.6). @returns a function that stops extending */
export function keepClaim({ orm }: MailDeps, claim: ClaimedMail): () => void {
  const activity = activityContext.getStore();
  const timer = setInterval(() => {
    activity?.heartbeat();
    // If the database doesn't answer, the claim runs out. At worst that costs a second mail.
    extendClaim(orm.em.fork(), claim).catch(() => {});
  }, EXTEND_EVERY_MS);
  return () => clearInterval(timer);
}

/** A younger claim needn't be checked: claims last for a minute, so no other worker can have the mail yet. */
const YOUNG_MS = 1_000;

/**
 * Whether the claim still holds. Throws if the database can't be reached to note what becomes of the mail; a young
 * claim checks only that, by a read that mails share in a storm.
 */
export async function isStillClaimed(
  { referenceClock }: MailDeps,
  em: EntityManager,
  claim: ClaimedMail,
): Promise<boolean> {
  if (performance.now() - claim.takenAt >= YOUNG_MS) return extendClaim(em, claim);
  await referenceClock();
  return true;
}
