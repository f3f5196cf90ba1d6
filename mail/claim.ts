/** Keeps this worker's claim on a mail while it is being sent, so that no other worker sends it too. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { type ClaimedMail, extendClaim } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import type { MailDeps } from './deps.ts';

export const claimedElsewhere = () =>
  ApplicationFailure.retryable('claimed by another worker', 'MailClaimed');

/** The owner's address changed while the old one accepted the mail, so the mail goes to the new one. */
const READDRESSED = 'MailReaddressed';
export const readdressed = () => ApplicationFailure.retryable('its address has changed', READDRESSED);
export const isReaddressed = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.type === READDRESSED;

const EXTEND_EVERY_MS = 15_000;

/**
 * Extends the claim while the mail server decides, which may take minutes (RFC 5321, 4.5.3.2.6).
 *
 * @returns a function that stops extending it
 */
export function keepClaim({ orm }: MailDeps, claim: ClaimedMail): () => void {
  const activity = activityContext.getStore();
  const timer = setInterval(() => {
    activity?.heartbeat();
    // If the database doesn't answer, the claim runs out. At worst, the mail is then sent twice.
    extendClaim(orm.em.fork(), claim).catch(() => {});
  }, EXTEND_EVERY_MS);
  return () => clearInterval(timer);
}

/** A younger claim needn't be checked: claims last for a minute, so no other worker can have the mail yet. */
const YOUNG_MS = 1_000;

/**
 * Whether the claim is still ours. For a young claim this only checks that the database can be reached, with a read
 * that mails share in a storm.
 *
 * @throws if the database can't be reached, where the mail's outcome would have to be noted
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
