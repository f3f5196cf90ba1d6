/** `npm run admin -- clock`: what the clocks say, and the operator's confirmation that the time is right. */
import { acceptClock, switchesFromFuture } from '../../db/accept-clock.ts';
import { databaseTime } from '../../db/database-clock.ts';
import { whyUntrusted } from '../../db/trusted-clock.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { unreadableRows } from './commands.ts';
import type { AdminService } from './service.ts';

/** @returns the lines to print */
export async function clock({ orm, rules }: AdminService): Promise<string> {
  const read = await databaseTime(orm)();
  const ours = Date.now();
  const why = whyUntrusted(ours, read, MAX_CLOCK_SKEW_MS);
  const ahead = await switchesFromFuture(orm.em.fork(), read.now, rules);
  const rows: [string, string][] = [
    ['This machine', new Date(ours).toISOString()],
    ['Database', new Date(read.now).toISOString()],
    ['Newest beat', read.newestBeat === null ? 'none' : new Date(read.newestBeat).toISOString()],
    ['Verdict', why === null ? 'trusted' : `not trusted: ${why}`],
    ['From the future', `${ahead.length} ${ahead.length === 1 ? 'switch' : 'switches'}`],
  ];
  return rows.map(([what, text]) => `${what.padEnd(17)}${text}`).join('\n');
}

/** What accepting the time would do, as a question. */
export async function clockQuestion({ orm, rules }: AdminService): Promise<string> {
  const { now } = await databaseTime(orm)();
  const { length } = await switchesFromFuture(orm.em.fork(), now, rules);
  return `It is ${new Date(now).toISOString()}, and ${length} switches with later dates start over`;
}

/** Accepts the database's time as right. @returns what to say */
export async function accept(service: AdminService): Promise<string> {
  const { orm, rules, signRecord, announce, operator } = service;
  const { now, newestBeat } = await databaseTime(orm)();
  const apart = whyUntrusted(Date.now(), { now, newestBeat: null }, MAX_CLOCK_SKEW_MS);
  if (apart !== null) throw new Failure(`Nothing was done: ${apart}. Correct both first`);
  const deps = { fork: () => orm.em.fork(), signRecord, rules, announce, operator };
  const { startedOver, unreadable } = await acceptClock(deps, now, newestBeat);
  return `${new Date(now).toISOString()} is accepted as the time. ${startedOver} ${startedOver === 1 ? 'switch' : 'switches'} with later dates started over.${unreadableRows(unreadable)}`;
}
