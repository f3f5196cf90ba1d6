import { ApplicationFailure } from '@temporalio/common';

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
