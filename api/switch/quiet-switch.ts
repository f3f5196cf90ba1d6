/**
 * The switch of most owners at most times: nothing has begun that a sign of life would end. A few columns describe it
 * completely, whereas `loadSwitch` would have to read successors and a handover.
 */
import { unreachable } from '../../db/liveness.ts';
import { millisecondsOf } from '../../db/prepared.ts';
import { NORMAL_CONDITIONS, planCountdown } from '../../switch/plan.ts';
import { type SwitchStatus, silenceStart } from '../../switch/state.ts';
import type { ApiDeps } from '../deps.ts';

/** Its columns, with times in milliseconds. */
export interface QuietSwitch {
  switch_status: Extract<SwitchStatus, 'off' | 'armed' | 'paused'>;
  last_seen_ms: number;
  clock_started_ms: number;
  threshold_days: number;
  reminder_percents: number[];
}

/**
 * SQL that finds the switch of `caller`, unless something has begun, there has been a handover, or switches are starting
 * over after a restored backup.
 */
export const QUIET_SWITCH = `
  select s.status as switch_status, ${millisecondsOf('s.last_seen_at')} as last_seen_ms,
    floor(extract(epoch from s.clock_started_at) * 1000)::float8 as clock_started_ms, s.threshold_days,
    s.reminder_percents
  from switch s
  where s.user_id = caller.id and s.status in ('off', 'armed', 'paused') and s.reminders_accepted = 0
    and s.last_reminder_at is null and s.final_notice_at is null and s.owner_alive_at is null
    and not exists (select 1 from handover h where h.user_id = caller.id)
    and not exists (select 1 from restoration where done_at is null)`;

/** When the owner's time to show a sign of life is up; null if no clock is running. */
export async function quietDeadline(
  { outages, rules }: Pick<ApiDeps, 'outages' | 'rules'>,
  row: QuietSwitch,
  now: Date,
): Promise<number | null> {
  if (row.switch_status !== 'armed') return null;
  const countdown = {
    lastSeenAt: row.last_seen_ms,
    clockStartedAt: row.clock_started_ms,
    settings: { thresholdDays: row.threshold_days, reminderPercents: row.reminder_percents },
    remindersAccepted: 0,
    lastReminderAt: null,
    ownerAliveAt: null,
  };
  const at = now.getTime();
  const apiGaps = unreachable(await outages(silenceStart(countdown), at));
  return planCountdown(countdown, at, rules, { ...NORMAL_CONDITIONS, apiGaps }).deadline;
}
