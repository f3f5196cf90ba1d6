/** The activity that sends a mail from a workflow of its own. */
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { Mail } from '../db/entities/mail.ts';
import { deliver } from '../mail/deliver.ts';
import { mustWait, notYet } from '../mail/not-yet.ts';
import { backoffMs } from '../mail/retry.ts';
import { isWarning } from '../mail/warning.ts';
import { wayRequestLimit } from '../mail/ways/request-limit.ts';
import type { Rules } from '../switch/state.ts';
import type { MailInput } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { trustClock } from './now.ts';

/** Far fewer than the activities that a worker of account mail runs at a time. */
const WAYS_AT_ONCE = 8;

/**
 * If the mail server refuses a mail or doesn't answer, the mail waits longer each time. Any other failure is temporary:
 * a database that is down, a worker that was killed after claiming the mail, a burst in which the mail didn't get its
 * turn. For those the mail's workflow retries, at intervals that stay short after any number of attempts.
 */
function withBackoff(error: unknown, warning: boolean, rules: Rules): unknown {
  if (!(error instanceof ApplicationFailure) || error.nextRetryDelay !== undefined) return error;
  if (!mustWait(error)) return error;
  const attempt = activityContext.getStore()?.info.attempt ?? 1;
  return notYet(error.message, backoffMs(attempt, warning, rules), error.type ?? undefined);
}

/** @param waysAtOnce how many requests to users' addresses the worker makes at a time */
export function createMailActivities(deps: ActivityDeps, waysAtOnce = WAYS_AT_ONCE) {
  const withinWayLimit = wayRequestLimit(waysAtOnce);
  return {
    /**
     * Sends a queued mail; returns at once if there is nothing left to send.
     *
     * @throws ApplicationFailure, retryable, while it is not accepted, or this worker's clock is wrong
     */
    async sendMail({ mailId }: MailInput): Promise<void> {
      let warning = false;
      try {
        await trustClock(deps);
        const em = deps.orm.em.fork();
        const mail = await em.findOne(Mail, { id: mailId });
        if (!mail) return;
        warning = isWarning(mail);
        const send = () => deliver(deps, em, mail);
        await (mail.byMail ? send() : withinWayLimit(mail.userId, send));
        deps.announce(mail.userId);
      } catch (error) {
        throw withBackoff(error, warning, deps.rules);
      }
    },
  };
}
