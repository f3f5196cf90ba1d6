import { ApplicationFailure } from '@temporalio/common';
import { BUSY, type MailRefused } from './smtp.ts';

/**
 * A failure that Temporal tries again. Its message carries a code, never an address or a token.
 *
 * @param afterMs how long to wait; if left out, the activity's backoff decides
 */
export const notYet = (why: string, afterMs?: number, type = 'MailNotAccepted') =>
  ApplicationFailure.create({
    message: why,
    type,
    ...(afterMs === undefined ? {} : { nextRetryDelay: afterMs }),
  });

/** How the mail server has just refused this mail; null if it wasn't asked or didn't answer. */
export function refusalIn(error: unknown): 'permanent' | 'temporary' | null {
  if (!(error instanceof ApplicationFailure)) return null;
  if (error.type === 'MailboxGone') return 'permanent';
  return error.type === 'MailRefused' ? 'temporary' : null;
}

/** The failure of a mail that didn't get its turn. The server wasn't asked, so no rest after a refusal applies. */
const NO_TURN = 'MailHadNoTurn';

/** The type that tells one refusal from another; undefined if the server didn't answer. */
export const failureOf = ({ message, permanent, answered }: MailRefused): string | undefined => {
  if (permanent) return 'MailboxGone';
  if (answered) return 'MailRefused';
  return message === BUSY ? NO_TURN : undefined;
};
