/** Counts what only grows, again and again, so that whoever wants to know reads one row. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countAgain } from '../db/counts.ts';
import type { Orm } from '../db/orm.ts';

/** How often it is asked whether it is time again. */
const ASK_EVERY_MS = 10_000;

export interface CountsDeps {
  orm: Orm;
  clock: () => number | Promise<number>;
  log: Logger;
}

/** Keeps the counts fresh until stopped. A count that fails is tried again; its age tells. */
export function startCounting({ orm, clock, log }: CountsDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await countAgain(orm.em.fork(), new Date(await clock()));
      } catch (error) {
        log.warn({ err: error }, 'accounts, switches and mails could not be counted; trying again');
      }
      await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
