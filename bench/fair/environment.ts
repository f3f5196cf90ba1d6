/** One API process with its real limits, the attackers' account, and strangers who have nothing to do with it. */
import { randomUUIDv7 } from 'node:crypto';
import { issueDevice } from '../../api/auth/devices.ts';
import { accessTokens } from '../../api/auth/sessions.ts';
import type { CrowdSettings } from '../../chaos/crowd/settings.ts';
import { localNetworks } from '../../chaos/crowd/start-crowd.ts';
import type { EntityManager } from '../../db/orm.ts';
import { type MeasuredApi, startApi } from '../apis/process.ts';
import type { BenchContext } from '../bench.ts';
import { release } from '../released.ts';
import { type BenchOwner, makeOwners, PASSWORD } from '../requests/owners.ts';
import { FRONTEND_URL, productionDatabase, startServers } from '../servers.ts';

const HOST = new URL(FRONTEND_URL).host;
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

export async function openFairEnvironment(context: BenchContext): Promise<FairEnvironment> {
  const { closing } = context;
  const servers = await startServers(context, { durable: true });
  const { variables, config, em, redis } = await productionDatabase(servers, context, {
    LOG_LEVEL: 'error',
    SMTP_HOST: '127.0.0.1',
    SMTP_FROM: 'Vault Handover <vault@bench.test>',
    DEFAULT_PLAN: 'family',
  });
  const owners = await makeOwners(em, redis, config, STRANGERS + READERS + 4);
  const strangers = owners.slice(0, STRANGERS);
  const released = owners.slice(STRANGERS, STRANGERS + READERS);
  const [account, large, ...changers] = owners.slice(STRANGERS + READERS) as [BenchOwner, BenchOwner];
  await addEntries(em, strangers, 30, 3 * KIB);
  await addEntries(em, released, 20, 4 * KIB);
  await addEntries(em, [account], 200, 4 * KIB);
  await addEntries(em, [large], 400, 32 * KIB);
  const tokens = await release(em, config, [...released, large]);

  const now = new Date();
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
