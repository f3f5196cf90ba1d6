/** A database with a given number of owners, and the product's API and activities on it. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { type ActivityDeps, createActivities } from '../../activities/index.ts';
import { KEY_DERIVATIONS } from '../../api/auth/key-derivation.ts';
import { accessTokens } from '../../api/auth/sessions.ts';
import { createCache } from '../../api/cache/cache.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { fetchText, openSns } from '../../api/routes/mail/sns.ts';
import { createApiServer } from '../../api/server.ts';
import { databaseOf, loadConfig } from '../../config.ts';
import { countAgain } from '../../db/counts.ts';
import { databaseClock } from '../../db/database-clock.ts';
import { createHeartbeatRecorder } from '../../db/heartbeat.ts';
import { judge } from '../../db/judgement.ts';
import { outageReader, toleranceMs } from '../../db/liveness.ts';
import { type EntityManager, type Orm, openDatabase } from '../../db/orm.ts';
import type { Say } from '../../dev/cli/progress.ts';
import { type PostgresServer, query, superuserOf } from '../../dev/servers/postgres.ts';
import { configuredDeps } from '../../worker/configured-deps.ts';
import { BELONGINGS, makeCrowd, VARIETY } from '../crowd.ts';
import { type BenchServers, UNREACHED_LIMITS, variablesOf, wasAlwaysUp } from '../servers.ts';

const DAY = 86_400_000;
/** How many owners one transaction makes: enough for a small machine's memory. */
const BATCH = 100_000;
/** How many owners take turns, so that no round finds the rows of the last one in the caches. */
const SAMPLE = 60;
const ADMIN = 'admin@crowd.test';

/** The sender of a request, by the headers that identify them. */
export interface Sender {
  headers: Record<string, string>;
}

/** An armed owner with entries, and a session. */
export interface SampledOwner extends Sender {
  id: string;
  email: string;
  successorId: string;
  entryId: string;
}

export interface FilledDatabase {
  owners: number;
  name: string;
  orm: Orm;
  em(): EntityManager;
  deps: ApiDeps;
  activities: ReturnType<typeof createActivities>;
  /** Owners spread evenly over the database. */
  sample: SampledOwner[];
  /** The first of them. */
  admin: SampledOwner;
  released: { userId: string; successorId: string; handoverId: string }[];
  /** @throws if the answer is an error */
  request(who: Sender | null, method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const databaseName = (owners: number): string => `scale_${owners}`;

/**
 * Indexes are built faster at the end than row by row. References aren't checked, as the rows are known to fit together.
 *
 * @returns a function that builds them again
 */
async function dropIndexes(postgres: PostgresServer, database: string) {
  const { user: owner } = postgres;
  const run = (sql: string) => query({ ...superuserOf(postgres), database }, sql);
  const { rows } = await run(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
       and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of rows) await run(`drop index ${name}`);
  await run(`alter role ${owner} in database ${database} set session_replication_role = 'replica'`);
  return async () => {
    await run(`alter role ${owner} in database ${database} reset session_replication_role`);
    for (const { definition } of rows) await run(`set maintenance_work_mem = '256MB'; ${definition}`);
    // The counts that its triggers would have kept.
    await run(
      `insert into vault_size (user_id, entries, trashed, trashed_bytes)
       select user_id, sum(entry), sum(trash), sum(bytes) from (
         select user_id, 1 as entry, 0 as trash, 0 as bytes from vault_entry
         union all select user_id, 0, 1, bytes from trashed_entry) each group by user_id`,
    );
  };
}

/** Migrates a database, which is made if it is missing. @returns how many owners it has */
async function migrate(postgres: PostgresServer, name: string): Promise<number> {
  await postgres.ensureDatabase(name);
  const orm = await openDatabase({ ...postgres, name }, 1);
  try {
    await orm.migrator.up();
    const [found] = await orm.em.fork().execute<{ n: number }[]>('select count(*)::int as n from switch');
    return found?.n ?? 0;
  } finally {
    await orm.close(true);
  }
}

/** Makes the owners, unless an earlier run has made them. */
export async function fillDatabase(postgres: PostgresServer, owners: number, say: Say): Promise<void> {
  const name = databaseName(owners);
  const there = await migrate(postgres, name);
  if (there >= owners) return;
  if (there > 0) throw new Error(`${name} is half filled: drop it, or choose another folder`);
  const now = new Date();
  const restore = await dropIndexes(postgres, name);
  const orm = await openDatabase({ ...postgres, name }, 1);
  try {
    for (let made = 0; made < owners; made += BATCH) {
      say(`making owners: ${made} of ${owners}`);
      const count = Math.min(BATCH, owners - made);
      await makeCrowd(orm.em.fork(), count, now, [...BELONGINGS, ...VARIETY]);
    }
    await wasAlwaysUp(orm.em.fork(), 'api', 'mail');
  } finally {
    await orm.close(true);
  }
  say('building indexes');
  await restore();
  say(`vacuuming ${name}`);
  const { host, port, user, password } = postgres;
  await query({ host, port, user, password, database: name }, 'vacuum (analyze)');
}

/** Leaves nothing overdue or forgotten, as in a service that was never down. */
async function forgetEarlierRuns(em: EntityManager): Promise<void> {
  const now = new Date();
  const later = (ms: number) => new Date(now.getTime() + ms);
  await em.execute('delete from outbox');
  await em.execute('delete from automation');
  await em.execute(`delete from mail where status = 'queued' and refused_since is null`);
  await em.execute(`update mail set claimed_until = ?, rests_until = ? where status = 'queued'`, [
    now,
    later(DAY / 8),
  ]);
  await em.execute(
    `update switch set next_event_at = ? where status not in ('off', 'completed')
       and (next_event_at is null or next_event_at < ?)`,
    [later(7 * DAY), later(DAY)],
  );
}

export async function openFilledDatabase(servers: BenchServers, owners: number): Promise<FilledDatabase> {
  const name = databaseName(owners);
  const config = loadConfig({
    ...variablesOf(servers, name),
    LOG_LEVEL: 'silent',
    ...UNREACHED_LIMITS,
    ADMIN_EMAILS: ADMIN,
    SMTP_HOST: 'nobody.test',
  });
  const orm = await openDatabase(databaseOf(config), 10);
  const em = () => orm.em.fork();
  const { host, port } = servers.redis;
  const redis = new Redis({ host, port, keyPrefix: `${name}:${randomBytes(6).toString('hex')}:` });
  const configured = configuredDeps(config);
  const { rules } = configured;
  const outages = outageReader(em, rules.dayMs);
  const shared = {
    orm,
    clock: Date.now,
    ...configured,
    sns: openSns(fetchText),
    outages,
  };
  const server = createApiServer({
    ...shared,
    config,
    keyDerivations: KEY_DERIVATIONS,
    redis,
    cache: createCache({ redis, namespace: name, maxLifetimeMs: 0 }),
    log: pino({ level: 'silent' }),
    payments: null,
    files: null,
    checkResponses: false,
  });
  const activityDeps: ActivityDeps = {
    ...shared,
    files: null,
    referenceClock: databaseClock(orm),
    // The mail server is not part of the measurement.
    mailer: {
      ...{ turn: async () => 0, send: async () => {}, probe: async () => {} },
      ...{ certificateUntil: () => null, close: () => {} },
    },
    mailHeartbeatRecorder: createHeartbeatRecorder('mail', toleranceMs(rules.dayMs)),
    operators: [],
    announce: () => {},
  };
  await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}/api/v1`;

  const rows = await em().execute<(Omit<SampledOwner, 'headers'> & { sessionId: string })[]>(
    `select w.user_id as id, u.email, p.id as "successorId", e.id as "entryId", s.id as "sessionId"
     from (select user_id from switch where status = 'armed'
         and exists (select 1 from vault_entry v where v.user_id = switch.user_id)
         order by md5(user_id::text) limit ${SAMPLE}) w
       join "user" u on u.id = w.user_id join session s on s.user_id = w.user_id
       join successor p on p.user_id = w.user_id
       cross join lateral (select id from vault_entry where user_id = w.user_id limit 1) e`,
  );
  const tokens = accessTokens(config);
  const sample = await Promise.all(
    rows.map(async ({ sessionId, ...row }) => ({
      ...row,
      headers: { Cookie: `accessToken=${await tokens.issue(row.id, sessionId, new Date())}` },
    })),
  );
  const [admin] = sample;
  if (!admin) throw new Error(`${name} has nobody to measure with`);
  await em().execute(`update "user" set email = 'owner-' || id || '@crowd.test' where email = ?`, [ADMIN]);
  await em().execute('update "user" set email = ? where id = ?', [ADMIN, admin.id]);
  await em().execute('update session set confirmed_at = ?, last_used_at = ? where user_id = any(?::uuid[])', [
    new Date(),
    new Date(),
    `{${sample.map(({ id }) => id).join(',')}}`,
  ]);
  await judge(em());
  await forgetEarlierRuns(em());
  await countAgain(em(), new Date(), rules, 0);
  const released = await em().execute<FilledDatabase['released']>(
    `select h.user_id as "userId", h.id as "handoverId", i.successor_id as "successorId"
     from handover h join invitee i on i.handover_id = h.id where h.status = 'released'
     order by md5(h.id::text) limit ${SAMPLE}`,
  );
  return {
    owners,
    name,
    orm,
    em,
    deps: server.deps,
    activities: createActivities(activityDeps),
    sample,
    admin,
    released,
    async request(who, method, path, body) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          Origin: config.FRONTEND_URL,
          ...who?.headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      return text;
    },
    async close() {
      server.http.closeAllConnections();
      await server.stop();
      redis.disconnect();
      await orm.close(true);
    },
  };
}
