/** Thousands or millions of owners as they would be after a year, inserted as rows in bulk. */
import type { EntityManager } from '../db/orm.ts';
import type { SwitchStatus } from '../switch/state.ts';

/** How many of a thousand owners have each status; the rest are armed. */
type PerThousand = Partial<Record<SwitchStatus, number>>;

const PER_THOUSAND: PerThousand = {
  off: 100,
  completed: 40,
  paused: 20,
  reminding: 20,
  grace_period: 2,
  awaiting_successors: 3,
  released: 5,
};

function statusSql(perThousand: PerThousand): string {
  let below = 0;
  const cases = Object.entries(perThousand).map(([status, count]) => {
    below += count;
    return `when n % 1000 < ${below} then '${status}'`;
  });
  return `case ${cases.join(' ')} else 'armed' end`;
}

const OPEN = `('grace_period', 'awaiting_successors', 'released')`;

/** Inserts entries for owners, each with this many bytes of ciphertext. @param where such as `n % 10 = 0` */
export const entriesOf = (count: number, bytes: number, where = 'true'): string =>
  `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
     select c.id, gen_random_uuid(), repeat('A', ${bytes}), repeat('A', 16), repeat('A', 22) || '==', 'AES-GCM', 'letters',
       1, c.seen + i * interval '1 minute', c.seen + i * interval '1 minute'
     from crowd c, generate_series(1, ${count}) i where ${where}`;

const RECORDS = `insert into activity (user_id, type, at, detail, signature)
     select id, type, seen, '{}', 'crowd' from crowd, (values ('email_verified'), ('login')) t(type)`;
const MORE_RECORDS = `insert into activity (user_id, type, at, detail, signature)
     select id, 'login', seen + day * interval '1 hour', '{}', 'crowd' from crowd, generate_series(1, 6) day`;
/** The statements below whose rows would fail a check of the hash chains. */
export const UNSIGNED_RECORDS: readonly string[] = [RECORDS, MORE_RECORDS];

/** The rows of each owner after a year: a session, two records, finished mails, and two tokens. */
export const BELONGINGS: readonly string[] = [
  `insert into session (id, user_id, kind, refresh_hash, created_at, last_used_at, expires_at)
     select gen_random_uuid(), id, 'browser', sha256(id::text::bytea), seen, seen, now + interval '30 days' from crowd`,
  `insert into mail (id, key, kind, recipient, user_id, successor_id, handover_id, epoch, data, status, attempts,
       created_at, accepted_at)
     select gen_random_uuid(), kind || '/' || id, kind, 'owner-' || id || '@crowd.test', id, null, null, 1, '{}',
       status_of_mail, 1, seen, case when status_of_mail = 'accepted' then seen end
     from crowd, (values ('verify_email', 'accepted'), ('reminder', 'accepted'), ('password_reset', 'obsolete'))
       m(kind, status_of_mail)`,
  `insert into mail (id, key, kind, recipient, user_id, successor_id, handover_id, epoch, data, status, attempts,
       created_at, accepted_at)
     select gen_random_uuid(), 'invitation/' || handover_id, 'invitation', 'sam@crowd.test', id, successor_id,
       handover_id, 1, '{"n":1}', 'accepted', 1, seen, seen
     from crowd where status in ('awaiting_successors', 'released', 'completed')`,
  `insert into token (id, hash, purpose, user_id, successor_id, created_at)
     select gen_random_uuid(), sha256((purpose || id)::bytea), purpose, id,
       case when purpose = 'opt_out' then successor_id end, seen
     from crowd, (values ('check_in'), ('opt_out')) p(purpose)`,
  RECORDS,
];

/**
 * Further rows of some owners: entries, trash, an unverified address, refused mail, or a handover without responses.
 */
export const VARIETY: readonly string[] = [
  entriesOf(20, 200, 'n % 10 = 0'),
  `insert into assigned_entry (successor_id, entry_id, user_id)
     select c.successor_id, e.id, c.id from crowd c join vault_entry e on e.user_id = c.id where n % 50 = 0`,
  `insert into trashed_entry (user_id, entry_id, encrypted_data, iv, salt, algorithm, category, version, created_at,
       updated_at, reason, bytes, deleted_at)
     select id, gen_random_uuid(), repeat('A', 200), 'AAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA==', 'AES-GCM', 'letters', 1, seen, seen, 'changed', 208,
       now from crowd where n % 100 = 0`,
  MORE_RECORDS,
  `update "user" u set email_verified_at = null from crowd c where c.id = u.id and c.status = 'off' and n % 20 = 0`,
  // An owner's mailbox that has been full for ten days, and a successor's that no longer exists.
  `insert into mail (id, key, kind, recipient, user_id, successor_id, handover_id, epoch, data, status, attempts,
       last_error, claimed_until, refused_since, refused_days, refused_day_at, permanent_refusals, permanent_since,
       rests_until, created_at)
     select gen_random_uuid(), 'refused/' || id, kind, 'owner-' || id || '@crowd.test', id,
       case when kind = 'invitation' then successor_id end, case when kind = 'invitation' then handover_id end, 1, '{}',
       'queued', 40, 'SMTP 550', now, now - interval '10 days', 10, now, 40, now - interval '10 days',
       now + interval '3 hours', now - interval '10 days'
     from (select *, case when status = 'reminding' and n % 10 = 0 then 'reminder'
         when status = 'awaiting_successors' and n % 2 = 0 then 'invitation' end as kind from crowd) c
     where kind is not null`,
];

/**
 * Makes owners, each with a successor and, if in a handover, its rows. Nothing is due before `now`.
 *
 * @param more further statements, about the table `crowd (n, id, successor_id, handover_id, status, now, seen)`
 * @param perThousand how many of a thousand have each status; the rest are armed
 */
export async function makeCrowd(
  em: EntityManager,
  count: number,
  now: Date,
  more: readonly string[] = [],
  perThousand: PerThousand = PER_THOUSAND,
): Promise<void> {
  const statements = [
    `create temporary table crowd on commit drop as
       select n, uuidv7() as id, uuidv7() as successor_id, uuidv7() as handover_id,
         ${statusSql(perThousand)} as status, moment as now, moment - interval '60 days' as seen
       from generate_series(1, ${count}) n, (select '${now.toISOString()}'::timestamptz) m(moment)`,
    `insert into "user" (id, email, name, auth_hash, salt, email_verified_at, created_at)
       select id, 'owner-' || id || '@crowd.test', 'Olive Owner', 'none', '', seen, seen from crowd`,
    `insert into successor (id, user_id, email, name, verified_at, created_at)
       select successor_id, id, 'sam@crowd.test', 'Sam Successor',
         case when status <> 'off' then seen end, seen from crowd`,
    `insert into switch (user_id, status, epoch, seq, last_seen_at, seen_in_person_at, clock_started_at,
         threshold_days, reminder_percents, quorum, access_days, reminders_accepted, last_reminder_at, final_notice_at,
         paused_at, paused_until, next_event_at)
       select id, status, 1, 1, seen, seen, seen, 90, '{75,85,95}', 1, 90,
         case when status in ('reminding', 'grace_period', 'awaiting_successors', 'released') then 3 else 0 end,
         case when status in ('reminding', 'grace_period', 'awaiting_successors', 'released') then now end,
         case when status in ('grace_period', 'awaiting_successors', 'released') then now end,
         case when status = 'paused' then seen end, case when status = 'paused' then now + interval '200 days' end,
         case when status not in ('off', 'completed') then now + interval '7 days' + n * interval '1 second' end
       from crowd`,
    `insert into handover (id, user_id, epoch, status, quorum, started_at, grace_ms, grace_ended_at, released_at,
         completed_at)
       select handover_id, id, 1, status, 1, seen, ${48 * 3_600_000},
         case when status <> 'grace_period' then seen end,
         case when status in ('released', 'completed') then seen end,
         case when status = 'completed' then now end
       from crowd where status in ${OPEN} or status = 'completed'`,
    `insert into invitee (handover_id, successor_id, handover_delay_days, invitations_sent, invited_at, response, responded_at, access_ends_at)
       select handover_id, successor_id, 0, case when status = 'grace_period' then 0 else 1 end,
         case when status <> 'grace_period' then now end,
         case when status in ('released', 'completed') then 'accept' end,
         case when status in ('released', 'completed') then now end,
         case when status = 'released' then now + interval '60 days' when status = 'completed' then now end
       from crowd where status in ${OPEN} or status = 'completed'`,
    ...more,
  ];
  await em.transactional(async (tx) => {
    await tx.execute('set local statement_timeout = 0');
    for (const statement of statements) await tx.execute(statement);
  });
  await em.execute('analyze');
}
