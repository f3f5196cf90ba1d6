import { ApplicationFailure } from '@temporalio/common';
import type { MailRefused } from './smtp.ts';
import { BUSY } from './smtp-verdict.ts';

/** The types of failure, as operators see them in the Temporal UI. */
const NOT_ACCEPTED = 'MailNotAccepted';
const REFUSED = 'MailRefused';
const MAILBOX_GONE = 'MailboxGone';
const BLOCKED = 'MailBlocked';
/** Nothing was free to send it. No server was asked, so the mail needn't wait as after a refusal. */
const NO_TURN = 'MailHadNoTurn';
/** The server wasn't asked: all mail is paused, or other mails go first. */
const WAITS = 'MailWaitsForServer';

/**
 * A failure after which Temporal tries again. Its message carries a code, never an address or a token.
 *
 * @param afterMs how long to wait; if left out, the activity's backoff decides
 */
export const notYet = (why: string, afterMs?: number, type = NOT_ACCEPTED) =>
  ApplicationFailure.create({
    message: why,
    type,
    ...(afterMs === undefined ? {} : { nextRetryDelay: afterMs }),
  });

/** The mail wasn't tried, because the mail server wouldn't take it now. */
export const waitsForServer = (ms: number) => notYet('the mail server’s pace', ms, WAITS);

/** Too much is being sent at the moment. */
export const noTurn = () => notYet(BUSY, undefined, NO_TURN);

/** The type of failure for a refusal; undefined if the server didn't answer. */
export const failureOf = ({
  message,
  reason,
}: Pick<MailRefused, 'message' | 'reason'>): string | undefined => {
  if (reason === 'gone') return MAILBOX_GONE;
  if (reason === 'blocked') return BLOCKED;
  if (reason !== null) return REFUSED;
  return message === BUSY ? NO_TURN : undefined;
};

/** Whether the mail itself has to wait: the server refused it or didn't answer, or it isn't due yet. */
export const mustWait = ({ type }: ApplicationFailure): boolean =>
  type === NOT_ACCEPTED || type === REFUSED || type === MAILBOX_GONE || type === BLOCKED;
