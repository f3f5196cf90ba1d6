/** Checks the activity log in the background (db/log-check.ts). */
import type { Logger } from 'pino';
import type { SignRecord } from '../db/activity-log.ts';
import { checkMoreLogs } from '../db/log-check.ts';
import type { Orm } from '../db/orm.ts';
import { repeat } from './repeat.ts';

/** How often to ask whether it is time to check more. */
const ASK_EVERY_MS = 10_000;

export interface LogCheckDeps {
  orm: Orm;
  clock: () => number | Promise<number>;
  /** The current secret's, and those of the secrets before it. */
  signers: readonly SignRecord[];
  log: Logger;
}

/** Checks until stopped. A check that fails is tried again; metrics show the age of the last. */
export function startCheckingLogs({ orm, clock, signers, log }: LogCheckDeps): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      const broken = await checkMoreLogs(orm, signers, new Date(await clock()));
      if (broken?.length) {
        log.error(
          { owners: broken.length },
          'activity logs were changed: npm run admin -- verify-activity names the records',
        );
      }
    } catch (error) {
      log.warn({ err: error }, 'activity logs could not be checked; trying again');
    }
    return ASK_EVERY_MS;
  });
}
