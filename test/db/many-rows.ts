/** Rows for query plans: thousands of owners, and so much of everything they have that a scan of any of it shows. */
import { BELONGINGS, makeCrowd, VARIETY } from '../../bench/crowd.ts';
import type { EntityManager } from '../../db/orm.ts';

export const CROWD = 3_000;
/** No statement may read more rows of a table than this. */
export const MOST = 200;

/** Tables whose rows don't grow with the owners. The test fills all others with more rows than a statement may read. */
const SMALL = [
  ...[
    'counted',
    'mail_kind',
    'restoration',
    'judged_database',
    'failing_chore',
    'last_backup',
    'log_check',
    'broken_log',
    'watched_address',
    'worker_status',
    'mikro_orm_migrations',
  ],
  // What waits for Temporal, and counts only while Temporal is away.
  'outbox',
];
/** So many owners in each state that nothing may read all of them. */
const PER_THOUSAND = {
  ...{ off: 150, completed: 150, paused: 100, reminding: 100 },
  ...{ grace_period: 100, awaiting_successors: 100, released: 100 },
};

/** Rows that the crowd lacks. */
const REST = [
  `insert into liveness (id, service, started_at, beat_at)
     select gen_random_uuid(), 'api', seen - n * interval '1 hour', seen - n * interval '1 hour' from crowd`,
  `insert into mail (id, key, kind, recipient, user_id, data, status, attempts, claimed_until, refused_since,
       refused_days, rests_until, created_at)
     select gen_random_uuid(), 'resting/' || id, 'reminder', 'owner-' || id || '@crowd.test', id, '{}', 'queued', 9, now,
       seen, 9, now + interval '3 hours', seen from crowd`,
  `insert into billing_event (id, type, applied_at) select id, 'invoice.paid', seen from crowd`,
  `insert into subscription (user_id, customer_id, subscription_id, status)
     select id, 'cus_' || id, 'sub_' || id, 'active' from crowd`,
  `insert into operator_log (at, operator, action, user_id, detail) select seen, 'shell', 'x', id, '{}' from crowd`,
  `insert into passkey (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
     select gen_random_uuid(), id, id::text, '', 0, '{}', true, 'Phone', seen from crowd`,
  `insert into channel (id, user_id, kind, name, address, code_round, code_sent_at, verified_at, created_at)
     select gen_random_uuid(), id, 'mailbox', 'Work', 'second-' || id || '@crowd.test', 1, seen, seen, seen from crowd`,
  `insert into automation (id, user_id, name, scope, hash, created_at)
     select gen_random_uuid(), id, 'Phone', 'status', sha256(('vh_' || id)::bytea), seen from crowd`,
  `insert into account_invitation (id, hash, created_at, expires_at, user_id)
     select gen_random_uuid(), sha256(id::text::bytea), seen, now + interval '1 day', id from crowd`,
  `insert into contact_question (successor_id, user_id, asked_at) select successor_id, id, seen from crowd`,
  `insert into two_factor (user_id, secret) select id, 'secret' from crowd`,
  `insert into recovery_code (id, user_id, hash) select gen_random_uuid(), id, sha256(id::text::bytea) from crowd`,
  `insert into second_factor_removal (user_id, started_at) select id, seen from crowd`,
  `insert into email_change (user_id, email, auth_hash, salt, session_id, requested_at)
     select id, 'next-' || id || '@crowd.test', 'none', '', id, seen from crowd`,
  `insert into key_bundle_archive (id, user_id, key_bundle, email, salt, archived_at)
     select gen_random_uuid(), id, '{}', 'was-' || id || '@crowd.test', '', seen from crowd`,
  `insert into registration (id, user_id, name, auth_hash, salt, selector, created_at, expires_at)
     select gen_random_uuid(), id, 'Olive', 'none', '', '', seen, now + interval '1 day' from crowd`,
  `insert into rehearsal (id, user_id, successor_id, sample, requested_at, expires_at)
     select gen_random_uuid(), id, successor_id, '{}', now, now + interval '1 day' from crowd`,
  `insert into opt_out (id, mailbox, user_id, created_at)
     select gen_random_uuid(), sha256(id::text::bytea), id, seen from crowd`,
  `insert into staged_entry (import_id, user_id, id, encrypted_data, iv, salt, algorithm, category, tags, staged_at)
     select gen_random_uuid(), id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', '{}', now from crowd`,
  `insert into staged_envelope (import_id, successor_id, entry_id, user_id, envelope, staged_at)
     select gen_random_uuid(), successor_id, id, id, 'AAAA', now from crowd`,
  'insert into removed_activity (highest) select n from crowd',
  `insert into removal (hash, day) select removal_hash('account', id::text), seen::date from crowd`,
  `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
     select id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', 1, seen, seen from crowd`,
  `insert into trashed_entry (user_id, entry_id, encrypted_data, iv, salt, algorithm, category, version, created_at,
       updated_at, reason, bytes, deleted_at)
     select id, id, 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'letters', 1, seen, seen, 'changed', 6, now from crowd`,
  `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at, deleted_at)
     select id, id, id, 1, '', 'stored', 'folder', gen_random_uuid(), seen, seen, now from crowd`,
  `insert into file (user_id, id, entry_id, size, sha256, state, store, key, created_at, touched_at)
     select id, gen_random_uuid(), id, 1, 'x', 'uploading', 'folder', gen_random_uuid(), now, now from crowd`,
  `insert into removed_file (key, store, bytes, user_id, removed_at)
     select gen_random_uuid(), 'folder', 1, id, now from crowd`,
  'insert into assigned_entry (successor_id, entry_id, user_id) select successor_id, id, id from crowd',
  `insert into successor_list (successor_id, list, version, share_version) select successor_id, 'AAAA', 1, 1 from crowd`,
];

/** @returns the tables that grow with the owners @throws if one of them is too small to show what scans it */
async function tablesThatGrow(em: EntityManager): Promise<Set<string>> {
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !SMALL.includes(name));
  for (const name of names) {
    const rows = await em.execute(`select 1 from "${name}" limit ${MOST + 1}`);
    if (rows.length <= MOST) throw new Error(`fill ${name}, or say that it stays small`);
  }
  return new Set(names);
}

/** Fills a database. @returns the tables that grow with the owners */
export async function fillTables(em: EntityManager, now: Date): Promise<Set<string>> {
  await makeCrowd(em, CROWD, now, [...BELONGINGS, ...VARIETY, ...REST], PER_THOUSAND);
  return tablesThatGrow(em);
}
