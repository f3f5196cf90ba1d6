/** Reads about the owner: one prepared statement each. */
import { createHash } from 'node:crypto';
import type { BaselineRequest } from './request.ts';

const DAY_MS = 86_400_000;

export const deadlineOf = (row: { last_seen_at: Date; clock_started_at: Date; threshold_days: number }) =>
  new Date(
    Math.max(row.last_seen_at.getTime(), row.clock_started_at.getTime()) + row.threshold_days * DAY_MS,
  );

export async function readHandoverStatus({ ctx, pool, userId }: BaselineRequest): Promise<void> {
  const { rows } = await pool.query({
    name: 'handover-status',
    text: `select status, last_seen_at, clock_started_at, threshold_days,
        (select row_to_json(h) from handover h
         where h.user_id = s.user_id and h.status not in ('completed', 'cancelled')) as handover,
        (select row_to_json(h) from handover h where h.user_id = s.user_id and h.status = 'cancelled'
         order by cancelled_at desc limit 1) as last_cancelled,
        (select row_to_json(h) from handover h where h.user_id = s.user_id and h.released_at is not null
         and h.status in ('completed', 'cancelled') order by released_at desc limit 1) as last_released
      from switch s where user_id = $1`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) return ctx.throw(401);
  ctx.body = {
    status: row.status,
    deadline: deadlineOf(row),
    handover: row.handover,
    lastCancelled: row.last_cancelled,
    lastReleased: row.last_released,
  };
}

export async function readProfile({ ctx, pool, userId }: BaselineRequest): Promise<void> {
  const { rows } = await pool.query({
    name: 'profile',
    text: `select id, email, name, two_factor_enabled, salt, kdf_version, email_verified_at, plan,
        key_bundle_version, language, time_zone, created_at, last_seen_at
      from "user" join switch on user_id = id where id = $1`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) return ctx.throw(401);
  ctx.body = {
    user: {
      id: row.id,
      email: row.email,
      name: row.name,
      twoFactorEnabled: row.two_factor_enabled,
      salt: row.salt,
      kdfVersion: row.kdf_version,
      emailVerified: row.email_verified_at !== null,
      isAdmin: false,
      plan: row.plan ?? 'free',
      language: row.language,
      timeZone: row.time_zone,
      // The session is not confirmed, so the keys stay with the service.
      keyBundle: null,
      keyBundleVersion: row.key_bundle_version,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    },
  };
}

const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');

export async function readSuccessors({ ctx, pool, userId }: BaselineRequest): Promise<void> {
  const { rows } = await pool.query({
    name: 'successors',
    text: `select s.*, row_to_json(r) as rehearsal, row_to_json(c) as contact,
        case when s.restrict_to_assigned_entries
          then exists (select from assigned_entry a where a.successor_id = s.id and a.envelope is not null)
          else exists (select from vault_entry e where e.user_id = s.user_id) end as left_something,
        (select min(m.refused_since) from mail m where m.user_id = s.user_id and m.successor_id = s.id
           and m.recipient = s.email and m.status <> 'accepted') as refused_since,
        (select min(m.refused_since) from mail m where m.user_id = s.user_id and m.successor_id = s.id
           and m.recipient = s.second_email and m.status <> 'accepted') as second_refused_since
      from successor s left join rehearsal r on r.user_id = s.user_id and r.successor_id = s.id
        left join contact_question c on c.successor_id = s.id
      where s.user_id = $1 order by s.created_at, s.id`,
    values: [userId],
  });
  ctx.body = {
    successors: rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      language: row.language,
      timeZone: row.time_zone,
      verified: row.verified_at !== null,
      verifiedAt: row.verified_at,
      secondEmail: row.second_email,
      secondVerifiedAt: row.second_verified_at,
      optedOut: row.opted_out_at !== null,
      keyPinnedAt: row.key_pinned_at,
      handoverDelayDays: row.handover_delay_days,
      restrictToAssignedEntries: row.restrict_to_assigned_entries,
      publicKey: row.public_key,
      publicKeySalt: row.public_key_salt,
      keyFingerprint: row.public_key === null ? null : fingerprintOf(row.public_key),
      ownerKey: row.owner_key,
      encryptedShare: row.encrypted_share,
      sharesStale: row.shares_stale,
      leftSomething: row.left_something,
      mailProblem: row.refused_since,
      secondMailProblem: row.second_refused_since,
      rehearsal: row.rehearsal,
      contact: row.contact,
      createdAt: row.created_at,
    })),
  };
}
