/** Check-ins: the switch and a signed record in one statement, chained to a signature remembered here. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { deadlineOf } from './reads.ts';
import type { FloorRequest } from './request.ts';

/** The last signature of an owner's chain. Remembering it is only right while a single process writes records. */
async function readEnd(pool: Pool, userId: string): Promise<string> {
  const { rows } = await pool.query<{ signature: string }>({
    name: 'chain-end',
    text: 'select signature from activity where user_id = $1 order by id desc limit 1',
    values: [userId],
  });
  return rows[0]?.signature ?? '';
}

export function checkIns(secret: string): (request: FloorRequest) => Promise<void> {
  const key = createSecretKey(Buffer.from(secret, 'base64'));
  const ends = new Map<string, string>();
  return async ({ ctx, pool, userId, now }) => {
    const userAgent = ctx.get('User-Agent').slice(0, 400) || null;
    if (!ends.has(userId)) ends.set(userId, await readEnd(pool, userId));
    const record = [userId, 'check_in', now.toISOString(), ctx.ip, userAgent, [], ends.get(userId)];
    const signature = createHmac('sha256', key).update(JSON.stringify(record)).digest('base64url');
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
