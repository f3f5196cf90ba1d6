/** An environment on days of real length, in which nothing falls due by itself: time passes when a test says so. */
import { randomUUIDv7 } from 'node:crypto';
import { Liveness } from '../../../db/entities/liveness.ts';
import { putMessage } from '../../../db/outbox.ts';
import { until } from '../until.ts';
import { startWorkerEnvironment, type WorkerEnvironment } from './worker-environment.ts';

const DAY = 86_400_000;
/** How long it may take everything to come to rest on a busy machine. */
const TIMEOUT_MS = 60_000;

export interface LongDayEnvironment extends WorkerEnvironment {
  /** Moves the moments that an owner's clock counts from into the past, as if that many days had passed. */
  passDays(userId: string, days: number): Promise<void>;
  /** Waits until no message is left to dispatch, no mail to send and no switch to look at. */
  rest(): Promise<void>;
}

/** @param env variables besides those that an environment sets */
export async function startLongDayEnvironment(env: Record<string, string> = {}): Promise<LongDayEnvironment> {
  const environment = await startWorkerEnvironment({ env: { DAY_LENGTH_MS: String(DAY), ...env } });
  // Both services were up during all the time that a test moves into the past.
  for (const service of ['api', 'mail'] as const) {
    const startedAt = new Date(Date.now() - 1_000 * DAY);
    await environment.em().insert(Liveness, { id: randomUUIDv7(), service, startedAt, beatAt: new Date() });
  }
  return Object.assign(environment, {
    async passDays(userId: string, days: number) {
      const back = (...columns: string[]) =>
        columns.map((column) => `${column} = ${column} - interval '${days} days'`).join(', ');
      const moments = back(
        'last_seen_at',
        'seen_in_person_at',
        'link_used_at',
        'clock_started_at',
        'last_reminder_at',
        'final_notice_at',
        'owner_alive_at',
        'paused_at',
        'paused_until',
      );
      await environment.em().transactional(async (tx) => {
        // As after any change: a look is due at once, and one that began earlier is not enough.
        const [changed] = await tx.execute<{ seq: number }[]>(
          `update switch set ${moments}, seq = seq + 1, next_event_at = clock_timestamp()
           where user_id = ? returning seq`,
          [userId],
        );
        await tx.execute(
          `update invitee set ${back('access_ends_at')}
           where handover_id in (select id from handover where user_id = ?)`,
          [userId],
        );
        if (!changed) throw new Error(`user ${userId} has no switch`);
        await putMessage(tx, { kind: 'switch', subjectId: userId, seq: changed.seq }, new Date());
      });
    },
    async rest() {
      await until(
        'everything to come to rest',
        async () => {
          const [left] = await environment.em().execute<{ n: number }[]>(
            `select (select count(*) from outbox)::int + (select count(*) from mail where status = 'queued')::int
               + (select count(*) from switch where next_event_at <= clock_timestamp())::int as n`,
          );
          return left?.n === 0;
        },
        TIMEOUT_MS,
      );
    },
  });
}
