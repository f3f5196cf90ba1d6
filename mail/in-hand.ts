/** A mail in this worker's hands: nobody else sends it meanwhile. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { type ClaimedMail, extendClaim } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import type { MailDeps } from './deps.ts';

export const inOtherHands = () => ApplicationFailure.retryable('in another worker’s hands', 'MailInHand');

const EXTEND_EVERY_MS = 15_000;

/** A mail server may think for minutes (RFC 5321, 4.5.3.2.6). @returns what ends it */
export function keepInHand({ orm }: MailDeps, claim: ClaimedMail): () => void {
  const activity = activityContext.getStore();
  const timer = setInterval(() => {
    activity?.heartbeat();
    // A database that does not answer lets the claim run out, which costs a second mail at worst.
    extendClaim(orm.em.fork(), claim).catch(() => {});
  }, EXTEND_EVERY_MS);
  return () => clearInterval(timer);
}

/** So long a claim is young: it lasts for a minute, and no other worker can have the mail yet. */
const YOUNG_MS = 1_000;

/**
 * Whether the mail is still in hand, and the database there to note what becomes of it. Of a young claim only the
 * latter is asked, which all who wait in a storm share.
 */
export async function stillInHand(
  { referenceClock }: MailDeps,
  em: EntityManager,
  claim: ClaimedMail,
): Promise<boolean> {
  if (performance.now() - claim.takenAt >= YOUNG_MS) return extendClaim(em, claim);
  await referenceClock();
  return true;
}
