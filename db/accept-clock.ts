/**
 * An operator confirms that the database's time is right. Dates in the future, from a clock that ran ahead, are brought
 * back to now. It never brings a release nearer than if every owner concerned had been seen now.
 */
import { randomUUIDv7 } from 'node:crypto';
import { SPREAD_DAYS } from '../switch/cycle.ts';
import { MAX_CLOCK_SKEW_MS } from '../switch/plan.ts';
import type { Rules } from '../switch/state.ts';
import type { SignRecord } from './activity-log.ts';
import { Liveness } from './entities/liveness.ts';
import { isUnreadable } from './load-switch.ts';
import { recordOperator } from './operator-log.ts';
import type { EntityManager } from './orm.ts';
import { changeSwitch } from './switch.ts';

/** The latest time that a clock may have written by now. */
export const latestPossible = (now: number): Date => new Date(now + MAX_CLOCK_SKEW_MS);

/** Switches with a moment that a right clock cannot have written yet. After a restored backup, clocks start later. */
const FROM_FUTURE = `
  select s.user_id as "userId" from switch s
    where greatest(s.last_seen_at, s.clock_started_at - make_interval(secs => ${SPREAD_DAYS} * ?::float8 / 1000), s.last_reminder_at, s.final_notice_at, s.undeliverable_at,
      s.owner_alive_at, s.paused_at, s.paused_until - make_interval(secs => 365 * ?::float8 / 1000)) > ?
  union
  select h.user_id from handover h left join invitee i on i.handover_id = h.id
    where h.status not in ('completed', 'cancelled')
      and greatest(h.started_at, h.grace_ended_at, h.released_at, i.invited_at, i.responded_at) > ?`;

/** The owners whose switches have a moment in the future. */
export async function switchesFromFuture(
  em: EntityManager,
  now: number,
  { dayMs }: Rules,
): Promise<string[]> {
  const latest = latestPossible(now);
  const rows = await em.execute<{ userId: string }[]>(FROM_FUTURE, [dayMs, dayMs, latest, latest]);
  return rows.map(({ userId }) => userId);
}

export interface AcceptClockDeps {
  fork: () => EntityManager;
  signRecord: SignRecord;
  rules: Rules;
  announce: (userId: string) => void;
  operator: string;
}

/**
 * Accepts the time: every process trusts it from now on, and no heartbeat, restored backup or switch is dated after it.
 * Doing it again after a failure continues where it stopped.
 *
 * @param now the database's time, in milliseconds
 * @returns how many switches started over, and the owners whose rows can't be read
 */
export async function acceptClock(
  deps: AcceptClockDeps,
  now: number,
  newestBeat: number | null,
): Promise<{ startedOver: number; unreadable: string[] }> {
  const { fork, signRecord, rules, announce, operator } = deps;
  const at = new Date(now);
  const latest = latestPossible(now);
  const userIds = await switchesFromFuture(fork(), now, rules);
  await fork().transactional(async (em) => {
    const detail = { switches: userIds.length, newestBeat: newestBeat && new Date(newestBeat).toISOString() };
    await recordOperator(em, { at, operator, action: 'clock_accepted', detail });
    await em.execute('update restoration set restored_at = ? where done_at is null and restored_at > ?', [
      at,
      latest,
    ]);
  });
  // First the switches: as long as the heartbeats are from the future, no process trusts its clock and changes them.
  const unreadable: string[] = [];
  for (const userId of userIds) {
    const context = { em: fork(), signRecord, rules, now: at };
    try {
      await changeSwitch(
        context,
        userId,
        { kind: 'clock_corrected' },
        {
          signalWorkflow: 'always',
          record: (before, after) =>
            // A change of the status is recorded anyway.
            before.status === after.status
              ? {
                  type: 'switch_changed',
                  detail: { from: before.status, to: after.status, epoch: after.epoch },
                }
              : null,
        },
      );
      announce(userId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      unreadable.push(userId);
    }
  }
  await fork().transactional(async (em) => {
    await em.execute('delete from liveness where started_at > ?', [latest]);
    await em.execute('update liveness set beat_at = ? where beat_at > ?', [at, latest]);
    // A single beat proves nothing but the time.
    await em.insert(Liveness, { id: randomUUIDv7(), service: 'clock', startedAt: at, beatAt: at });
  });
  return { startedOver: userIds.length - unreadable.length, unreadable };
}
