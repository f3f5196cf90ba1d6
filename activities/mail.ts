/** The activity that sends a mail from a workflow of its own. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { Mail } from '../db/entities/mail.ts';
import { deliver } from '../mail/deliver.ts';
import { mustWait, notYet } from '../mail/not-yet.ts';
import { isWarning } from '../mail/warning.ts';
import type { MailInput } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { trustClock } from './now.ts';

/**
 * The first and the longest rest after the mail server refused, or did not answer. Where days are shortened, no rest is
 * longer than a day.
 */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 30 * 60_000;
/** The longest rest of a warning. A switch waits for it, and every later step keeps its distance to it. */
const LONGEST_WARNING_REST_MS = 5 * 60_000;

/**
 * If the mail server refuses a mail or doesn't answer, the mail rests longer each time. Any other trouble is over soon:
 * a database that is down, a worker that was killed after claiming the mail, a burst in which it didn't get its turn.
 * For those the backoff of the mail's workflow is enough. It stays short after any number of attempts.
 */
function restingLonger(error: unknown, longestMs: number): unknown {
  if (!(error instanceof ApplicationFailure) || error.nextRetryDelay !== undefined) return error;
  if (!mustWait(error)) return error;
  const attempt = activityContext.getStore()?.info.attempt ?? 1;
  const restMs = Math.min(longestMs, FIRST_REST_MS * 2 ** (attempt - 1));
  return notYet(error.message, restMs, error.type ?? undefined);
}

export function createMailActivities(deps: ActivityDeps) {
  return {
    /**
     * Sends a queued mail; returns at once if there is nothing left to send.
     *
     * @throws ApplicationFailure, retryable, while it is not accepted, or this worker's clock is wrong
     */
    async sendMail({ mailId }: MailInput): Promise<void> {
      let longestMs = LONGEST_REST_MS;
      try {
        await trustClock(deps);
        const em = deps.orm.em.fork();
        const mail = await em.findOne(Mail, { id: mailId });
        if (!mail) return;
        if (isWarning(mail)) longestMs = LONGEST_WARNING_REST_MS;
        await deliver(deps, em, mail);
        deps.announce(mail.userId);
      } catch (error) {
        throw restingLonger(error, Math.min(longestMs, deps.rules.dayMs));
      }
    },
  };
}
