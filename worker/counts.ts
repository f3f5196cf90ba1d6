/** Counts in the background, so that statistics read one row. */
import type { Logger } from 'pino';
import { countAgain } from '../db/counts.ts';
import type { Orm } from '../db/orm.ts';
import type { Rules } from '../switch/state.ts';
import { repeat } from './repeat.ts';

/** How often to ask whether it is time to count again. */
const ASK_EVERY_MS = 10_000;

export interface CountsDeps {
  orm: Orm;
  clock: () => number | Promise<number>;
  rules: Rules;
  log: Logger;
}

/** Keeps the counts fresh until stopped. A failed count is tried again; metrics show its age. */
export function startCounting({ orm, clock, rules, log }: CountsDeps): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      await countAgain(orm.em.fork(), new Date(await clock()), rules);
    } catch (error) {
      log.warn({ err: error }, 'accounts, switches and mails could not be counted; trying again');
    }
    return ASK_EVERY_MS;
  });
}
