/** After a restored backup: starts every open switch over and tells every owner, while the worker goes on working. */
import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import type { ActivityDeps } from '../activities/index.ts';
import { type RemainingWork, startOverSome } from '../db/restoration.ts';
import { type LeftToTell, tellSome } from '../db/tell-restored.ts';
import { repeat } from './repeat.ts';

/** How often to ask whether there is anything to do. */
const ASK_EVERY_MS = 1_000;

type RestorationDeps = Pick<ActivityDeps, 'orm' | 'clock' | 'signRecord' | 'rules' | 'announce'> & {
  log: Logger;
};

/** Works until stopped. Failures are retried, and another process continues if this one dies. */
export function startRestoring({ orm, clock, signRecord, rules, announce, log }: RestorationDeps): {
  stop(): Promise<void>;
} {
  const claimant = randomUUIDv7();
  const deps = {
    fork: () => orm.em.fork(),
    clock,
    signRecord,
    rules,
    announce,
    unreadable: (userId: string) => log.error({ userId }, 'a switch cannot be read'),
  };
  const tell = () =>
    tellSome(deps, claimant).catch((error: unknown) => {
      log.warn({ err: error }, 'telling owners of a restored backup failed; trying again');
      return 'later' as const;
    });
  let begun = false;
  return repeat(async () => {
    const left: RemainingWork = await startOverSome(deps, claimant).catch((error: unknown) => {
      log.warn({ err: error }, 'starting over after a restored backup failed; trying again');
      return 'others';
    });
    if (left === 'more' && !begun) log.warn('a restored backup: every open switch starts over');
    if (left === 'nothing' && begun) log.warn('every open switch has started over');
    begun = left === 'more' || (begun && left === 'others');
    const toTell: LeftToTell = left === 'nothing' ? await tell() : 'later';
    return left === 'more' || toTell === 'more' ? 0 : ASK_EVERY_MS;
  });
}
