/** The activity of a mail that has a workflow of its own. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { Mail } from '../db/entities/mail.ts';
import { deliver } from '../mail/deliver.ts';
import { notYet, refusalIn } from '../mail/not-yet.ts';
import type { MailInput } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { trustClock } from './now.ts';

/** Where the mail server answers no, or nothing, the first rest and the longest. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 30 * 60_000;

/**
 * What the mail server said, or that it was silent, a mail waits for ever longer, and that is told with the failure. All
 * else is over soon, such as a database that is down, a worker that was killed with the mail in hand, or a burst in which
 * it did not get its turn: for that there is the backoff of the mail's workflow, which stays short however many tries
 * there were.
 */
function restingLonger(error: unknown): unknown {
  if (!(error instanceof ApplicationFailure) || error.nextRetryDelay !== undefined) return error;
  if (!refusalIn(error) && error.type !== 'MailNotAccepted') return error;
  const attempt = activityContext.getStore()?.info.attempt ?? 1;
  const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (attempt - 1));
  return notYet(error.message, restMs, error.type ?? undefined);
}

export function createMailActivities(deps: ActivityDeps) {
  return {
    /**
     * Sends a queued mail; returns at once when there is nothing left to send.
     *
     * @throws ApplicationFailure, retryable, while it is not accepted, or this worker's clock is wrong
     */
    async sendMail({ mailId }: MailInput): Promise<void> {
      try {
        await trustClock(deps);
        const em = deps.orm.em.fork();
        const mail = await em.findOne(Mail, { id: mailId });
        if (!mail) return;
        await deliver(deps, em, mail);
        deps.announce(mail.userId);
      } catch (error) {
        throw restingLonger(error);
      }
    },
  };
}
