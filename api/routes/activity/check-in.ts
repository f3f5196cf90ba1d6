/** Checking in while logged in. */
import { signatureAfter } from '../../../db/activity-log.ts';
import type { LoadedSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { FAIR_WEATHER, planCountdown } from '../../../switch/plan.ts';
import type { Rules, SwitchStatus } from '../../../switch/state.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { signOfLife } from '../../auth/sign-of-life.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { planned, toMoment } from '../inactivity/planned.ts';
import { CheckIn } from './schema.ts';

const answerOf = (lastSeenAt: number, deadline: number | null) => ({
  message: "You've checked in.",
  lastSeenAt: new Date(lastSeenAt).toISOString(),
  deadline: toMoment(deadline),
});

/** What every kind of check-in answers with. */
export async function checkedIn(deps: ApiDeps, em: EntityManager, current: LoadedSwitch | null, now: Date) {
  if (!current) throw new Problem('unauthenticated');
  const { deadline } = await planned(deps, em, current, now);
  return answerOf(current.state.lastSeenAt, deadline);
}

/** What the database function `check_in` returns. Without a `switch_status`, it has only found where the log ends. */
interface CheckInRow {
  /** Null if the switch needs more than a new `last_seen_at`. Nothing is written then. */
  log_end: string | null;
  switch_status: Extract<SwitchStatus, 'off' | 'armed' | 'paused'> | null;
  last_seen_ms: number;
  clock_started_ms: number;
  threshold_days: number;
  reminder_percents: number[];
}

/** The deadline of a switch in which nothing has begun. Its owner has just been seen, so no outage can count yet. */
function deadlineOf(row: CheckInRow, now: Date, rules: Rules): number | null {
  if (row.switch_status !== 'armed') return null;
  const countdown = {
    lastSeenAt: row.last_seen_ms,
    clockStartedAt: row.clock_started_ms,
    settings: { thresholdDays: row.threshold_days, reminderPercents: row.reminder_percents },
    remindersAccepted: 0,
    lastReminderAt: null,
    ownerAliveAt: null,
  };
  return planCountdown(countdown, now.getTime(), rules, FAIR_WEATHER).deadline;
}

export const checkIn = route({
  method: 'post',
  path: '/activity/check-in',
  tag: 'Activity',
  summary: 'Check in: the owner is alive',
  description: 'Ends reminders, a grace period or an open handover, and restarts the clock.',
  access: 'session',
  responses: { 200: CheckIn },
  noSignOfLife: true, // It is a sign of life itself, for programs too.
  direct: {
    statement: callerStatement<CheckInRow>(
      'check_in',
      'select * from check_in(caller.id, $3, $5, $6, $7, $8)',
    ),
    values({ userId, client, now, deps }) {
      const end = deps.logEnds.find(userId);
      const record = { userId, type: 'check_in', at: now, ...client } as const;
      return [client.ipAddress, client.userAgent, end, signatureAfter(end, deps.signRecord, record)];
    },
    answer(row, { userId, now, deps }) {
      if (row.log_end === null) return null;
      deps.logEnds.remember(userId, row.log_end);
      if (row.switch_status === null) return 'again';
      return { body: answerOf(row.last_seen_ms, deadlineOf(row, now, deps.rules)) };
    },
  },
  async handler({ em, caller, client, now, deps }) {
    const current = await signOfLife(deps, em, caller.user.id, 'check_in', client, now);
    return { body: await checkedIn(deps, em, current, now) };
  },
});
