import { ApplicationFailure } from '@temporalio/common';
import { BUSY, type MailRefused } from './smtp.ts';

/**
 * A failure that Temporal tries again. Its message carries a code, never an address or a token.
 *
 * @param afterMs when to try again; left out, as the activity's backoff says
 */
export const notYet = (why: string, afterMs?: number, type = 'MailNotAccepted') =>
  ApplicationFailure.create({
    message: why,
    type,
    ...(afterMs === undefined ? {} : { nextRetryDelay: afterMs }),
  });

/** Whether the mail server has just said no to this mail, and whether for good; null where it was not asked, or silent. */
export function refusalIn(error: unknown): 'permanent' | 'temporary' | null {
  if (!(error instanceof ApplicationFailure)) return null;
  if (error.type === 'MailboxGone') return 'permanent';
  return error.type === 'MailRefused' ? 'temporary' : null;
}

/** What a mail that did not get its turn fails with: the server was not asked, so that its own rests are not for it. */
const NO_TURN = 'MailHadNoTurn';

/** The type of failure that tells one no from another; undefined where the server was not there. */
export const failureOf = ({ message, permanent, answered }: MailRefused): string | undefined => {
  if (permanent) return 'MailboxGone';
  if (answered) return 'MailRefused';
  return message === BUSY ? NO_TURN : undefined;
};
