/** One API process with its real limits, the attackers' account, and strangers who have nothing to do with it. */
import { randomUUIDv7 } from 'node:crypto';
import { Redis } from 'ioredis';
import { issueDevice } from '../../api/auth/devices.ts';
import { accessTokens } from '../../api/auth/sessions.ts';
import type { CrowdSettings } from '../../chaos/crowd/settings.ts';
import { localNetworks } from '../../chaos/crowd/start-crowd.ts';
import { activitySecretsOf } from '../../config.ts';
import { judge } from '../../db/judgement.ts';
import type { EntityManager } from '../../db/orm.ts';
import { mintToken, tokenSigner } from '../../db/tokens.ts';
import { type MeasuredApi, startApi } from '../apis/process.ts';
import type { BenchContext } from '../bench.ts';
import { type BenchOwner, makeOwners, PASSWORD } from '../requests/owners.ts';
import { migratedDatabase, PRODUCTION, startServers, wasAlwaysUp } from '../servers.ts';

const HOST = new URL(PRODUCTION.FRONTEND_URL).host;
const KIB = 1024;
/** Each logs in at most ten times in a quarter of an hour. */
const STRANGERS = 60;
/** Each link is read at most sixty times in a quarter of an hour. */
const READERS = 12;
const NETWORKS = 20;
const SESSIONS = 50;
const DEVICES = 200;

export interface Stranger extends BenchOwner {
  password: string;
  /** The address that they call from. */
  network: string;
}

/** A successor whom a vault was released to. */
export interface ReadingSuccessor {
  token: string;
  network: string;
}

export interface FairEnvironment {
  api: MeasuredApi;
  strangers: readonly Stranger[];
  readers: readonly ReadingSuccessor[];
  crowd: Omit<CrowdSettings, 'attacks' | 'restMs'>;
}

/** Adds entries of a size to vaults. */
const addEntries = (em: EntityManager, owners: readonly BenchOwner[], count: number, bytes: number) =>
  em.execute(
    `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
       select u.id, gen_random_uuid(), repeat('A', ?), repeat('A', 16), repeat('A', 24), 'AES-GCM', 'letters', 1,
         now() - interval '10 days' + n * interval '1 second', now() - interval '10 days'
       from unnest(?::uuid[]) u(id), generate_series(1, ?) n`,
    [bytes, `{${owners.map(({ id }) => id).join(',')}}`, count],
  );

/** Brings switches to where their vaults are open to their only successor. */
async function release(em: EntityManager, owners: readonly BenchOwner[]): Promise<void> {
  const ids = `{${owners.map(({ id }) => id).join(',')}}`;
  await em.execute(
    `update switch set status = 'released', reminders_accepted = 3, last_reminder_at = now(), final_notice_at = now(),
       next_event_at = now() + interval '7 days' where user_id = any(?::uuid[])`,
    [ids],
  );
  await em.execute(
    `insert into handover (id, user_id, epoch, status, quorum, started_at, grace_ms, grace_ended_at, released_at)
       select uuidv7(), user_id, epoch, 'released', 1, now() - interval '3 days', ${48 * 3_600_000},
         now() - interval '1 day', now() - interval '1 hour' from switch where user_id = any(?::uuid[])`,
    [ids],
  );
  await em.execute(
    `insert into invitee (handover_id, successor_id, handover_delay_days, invitations_sent, invited_at, response,
         responded_at, access_ends_at)
       select h.id, s.id, 0, 1, now() - interval '1 day', 'accept', now() - interval '1 hour', now() + interval '60 days'
       from handover h join successor s on s.user_id = h.user_id where h.user_id = any(?::uuid[])`,
    [ids],
  );
}

export async function openFairEnvironment(context: BenchContext): Promise<FairEnvironment> {
  const { closing } = context;
  const servers = await startServers(context, { durable: true });
  const { variables, config, orm } = await migratedDatabase(servers, context, {
    ...PRODUCTION,
    LOG_LEVEL: 'error',
    SMTP_HOST: '127.0.0.1',
    SMTP_FROM: 'Vault Handover <vault@bench.test>',
    DEFAULT_PLAN: 'family',
  });
  const em = orm.em.fork();
  await wasAlwaysUp(em, 'api', 'mail');
  await judge(em);
  const redis = new Redis({ host: servers.redis.host, port: servers.redis.port });
  closing.push(() => redis.disconnect());
  const owners = await makeOwners(em, redis, config, STRANGERS + READERS + 4);
  const strangers = owners.slice(0, STRANGERS);
  const released = owners.slice(STRANGERS, STRANGERS + READERS);
  const [account, large, ...changers] = owners.slice(STRANGERS + READERS) as [BenchOwner, BenchOwner];
  await addEntries(em, strangers, 30, 3 * KIB);
  await addEntries(em, released, 20, 4 * KIB);
  await addEntries(em, [account], 200, 4 * KIB);
  await addEntries(em, [large], 400, 32 * KIB);
  await release(em, [...released, large]);

  const now = new Date();
  const signer = tokenSigner(activitySecretsOf(config));
  const links = await em.execute<{ userId: string; successorId: string; handoverId: string }[]>(
    `select h.user_id as "userId", i.successor_id as "successorId", h.id as "handoverId"
       from handover h join invitee i on i.handover_id = h.id`,
  );
  const tokens = new Map<string, string>();
  for (const link of links) {
    tokens.set(link.userId, await mintToken(em, signer, { purpose: 'access', ...link }, now));
  }
  const sessions = Array.from({ length: SESSIONS }, () => randomUUIDv7());
  await em.execute(
    `insert into session (id, user_id, kind, refresh_hash, created_at, last_used_at, expires_at, confirmed_at)
       select id, ?, 'bearer', sha256(id::text::bytea), now(), now(), now() + interval '7 days', now()
       from unnest(?::uuid[]) id`,
    [account.id, `{${sessions.join(',')}}`],
  );
  const [credentials] = await em.execute<{ authHash: string }[]>(
    'select auth_hash as "authHash" from "user" where id = ?',
    [account.id],
  );
  await em.execute('analyze');
  const access = accessTokens(config);
  const { email } = account;
  const device = () => issueDevice(config, { email, authHash: credentials?.authHash ?? '' }, new Date());
  const api = await startApi({ closing, folder: servers.folder, env: variables });
  const from = localNetworks(2, STRANGERS);
  const readFrom = localNetworks(3, READERS);
  return {
    api,
    strangers: strangers.map((each, n) => ({ ...each, password: PASSWORD, network: from[n] ?? '' })),
    readers: released.map(({ id }, n) => ({ token: tokens.get(id) ?? '', network: readFrom[n] ?? '' })),
    crowd: {
      port: api.port,
      host: HOST,
      networks: localNetworks(1, NETWORKS),
      account: {
        email,
        password: PASSWORD,
        sessions: await Promise.all(sessions.map((id) => access.issue(account.id, id, now))),
        devices: Array.from({ length: DEVICES }, device),
      },
      changers: changers.map(({ token }) => token),
      link: tokens.get(large.id) ?? null,
    },
  };
}
