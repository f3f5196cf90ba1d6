/** Check-ins: the switch and a signed record in one statement, chained to a signature remembered here. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { deadlineOf } from './reads.ts';
import type { BaselineRequest } from './request.ts';

/** Signs a check-in that follows the last record. */
function recordSigner(secret: string) {
  const key = createSecretKey(Buffer.from(secret, 'base64'));
  return ({ ctx, userId, now }: BaselineRequest, userAgent: string | null, end: string): string => {
    const record = [userId, 'check_in', now.toISOString(), ctx.ip, userAgent, [], end];
    return createHmac('sha256', key).update(JSON.stringify(record)).digest('base64url');
  };
}

const userAgentOf = ({ ctx }: BaselineRequest): string | null => ctx.get('User-Agent').slice(0, 400) || null;

/** The last signature of an owner's chain. Remembering it is only right while a single process writes records. */
async function readEnd(pool: Pool, userId: string): Promise<string> {
  const { rows } = await pool.query<{ signature: string }>({
    name: 'chain-end',
    text: 'select signature from activity where user_id = $1 order by id desc limit 1',
    values: [userId],
  });
  return rows[0]?.signature ?? '';
}

export function checkIns(secret: string): (request: BaselineRequest) => Promise<void> {
  const sign = recordSigner(secret);
  const ends = new Map<string, string>();
  return async (request) => {
    const { ctx, pool, userId, now } = request;
    const userAgent = userAgentOf(request);
    if (!ends.has(userId)) ends.set(userId, await readEnd(pool, userId));
    const signature = sign(request, userAgent, ends.get(userId) ?? '');
    ends.set(userId, signature);
    const { rows } = await pool.query({
      name: 'check-in',
      text: `with seen as (
          update switch set last_seen_at = greatest(last_seen_at, $2)
          where user_id = $1 and status in ('off', 'armed', 'paused')
          returning last_seen_at, clock_started_at, threshold_days),
        recorded as (
          insert into activity (user_id, type, at, ip_address, user_agent, detail, signature)
          select $1, 'check_in', $2, $3, $4, '{}', $5 from seen)
        select * from seen`,
      values: [userId, now, ctx.ip, userAgent, signature],
    });
    const [row] = rows;
    if (!row) return ctx.throw(409);
    ctx.body = { message: "You've checked in.", lastSeenAt: row.last_seen_at, deadline: deadlineOf(row) };
  };
}

/**
 * Check-ins for several processes. The database compares the end of the log under a lock, and writes nothing if the
 * switch needs more than a new date.
 */
export function safeCheckIns(secret: string): (request: BaselineRequest) => Promise<void> {
  const sign = recordSigner(secret);
  const ends = new Map<string, string>();
  return async (request) => {
    const { ctx, pool, userId, now } = request;
    const userAgent = userAgentOf(request);
    for (let run = 1; run <= 2; run += 1) {
      const end = ends.get(userId) ?? '';
      const { rows } = await pool.query({
        name: 'safe-check-in',
        text: 'select * from check_in($1, true, $2, $3, $4, $5, $6)',
        values: [userId, now, ctx.ip, userAgent, end, sign(request, userAgent, end)],
      });
      const [row] = rows;
      if (!row) return ctx.throw(409);
      ends.set(userId, row.log_end);
      if (row.switch_status === null) continue;
      const [lastSeenAt, clockStartedAt] = [new Date(row.last_seen_ms), new Date(row.clock_started_ms)];
      const times = { last_seen_at: lastSeenAt, clock_started_at: clockStartedAt };
      const deadline = deadlineOf({ ...times, threshold_days: row.threshold_days });
      ctx.body = { message: "You've checked in.", lastSeenAt, deadline };
      return;
    }
    ctx.throw(409);
  };
}
