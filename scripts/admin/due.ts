/** `npm run admin -- due`: the next step of every switch that has one soon. */
import { recordOperator } from '../../db/operator-log.ts';
import { readOutlook, type Upcoming } from '../../db/outlook.ts';
import { UsageFailure } from '../../dev/cli/failure.ts';
import type { DueStep } from '../../switch/timeline.ts';
import { listed, shownIds } from './listed.ts';
import type { AdminService } from './service.ts';

/** Workflows look once a month at least, unless their switch is armed; nothing further ahead is certain. */
const MOST_HOURS = 744;

const NAMES: Record<DueStep['kind'], string> = {
  reminder: 'reminder',
  final_notice: 'final notice',
  end_grace: 'end of grace',
  invite: 'invitation',
  access_reminder: 'access reminder',
  complete: 'end of handover',
  pause_reminder: 'pause reminder',
  end_pause: 'end of pause',
};

/** @throws UsageFailure unless it is a whole number of hours */
export function hoursIn(text = '24'): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours >= 1 && hours <= MOST_HOURS) return hours;
  throw new UsageFailure(`due takes a number of hours, 1 to ${MOST_HOURS}: npm run admin -- due 48`);
}

const line = ({ userId, status, step, n, of, at }: Upcoming): string =>
  `${new Date(at).toISOString()}  ${userId}  ${status}: ${NAMES[step]}${n === undefined ? '' : ` ${n} of ${of}`}`;

/** @returns the lines to print */
export async function due({ orm, operator, clock, rules }: AdminService, hours: number): Promise<string> {
  const now = new Date(await clock());
  const em = orm.em.fork();
  const { upcoming, overdue, complete } = await readOutlook(em, now, rules, (hours * rules.dayMs) / 24);
  await recordOperator(em, {
    at: now,
    operator,
    action: 'due_seen',
    detail: { userIds: shownIds(upcoming) },
  });
  const total = `${complete ? '' : 'At least '}${upcoming.length} due within ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const late =
    overdue.length === 0 ? '' : `\n${overdue.length} overdue: npm run admin -- stuck says which and why.`;
  const kinds = Map.groupBy(upcoming, ({ step }) => NAMES[step]);
  return `${listed(total, kinds, upcoming, line)}${late}`;
}
