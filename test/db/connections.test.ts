import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { makeCertificates } from '../../chaos/certificates.ts';
import { databaseOf, loadConfig, redisOf } from '../../config.ts';
import { openDatabase } from '../../db/orm.ts';
import { openRedis } from '../../db/redis.ts';
import { silent } from '../../dev/cli/progress.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { firstAnswer, untilReady } from '../../dev/processes/ready.ts';
import { type PostgresServer, startPostgres } from '../../dev/servers/postgres.ts';
import { postgresUser } from '../../dev/servers/postgres-user.ts';
import { redisProgram, startRedis } from '../../dev/servers/redis.ts';
import { quietLog } from '../support/run-log.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

const secret = () => randomBytes(64).toString('base64');
const secrets = { JWT_SECRET: secret(), ACTIVITY_HMAC_SECRET: secret() };
const configOf = (env: Record<string, string>) => loadConfig({ ...secrets, ...env });

const folder = useFolder('vault-connections-');
makeCertificates('IP:127.0.0.1', folder);
const AUTHORITY = join(folder, 'authority.pem');
const CLIENT = { cert: join(folder, 'client.pem'), key: join(folder, 'client.key') };

/** Lets a server that runs as another user read a file. */
function readable(name: string, user: { uid: number; gid: number } | undefined): string {
  const path = join(folder, name);
  chmodSync(path, 0o600);
  chmodSync(folder, 0o755);
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

describe('a PostgreSQL that demands TLS and our certificate', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    const user = await postgresUser();
    writeFileSync(
      join(folder, 'hba.conf'),
      [
        'host all postgres 127.0.0.1/32 scram-sha-256',
        'hostssl all vault 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
      ].join('\n'),
    );
    postgres = await startPostgres({
      say: silent,
      settings: {
        ssl: 'on',
        ssl_cert_file: readable('valid.pem', user),
        ssl_key_file: readable('valid.key', user),
        ssl_ca_file: readable('authority.pem', user),
        hba_file: readable('hba.conf', user),
      },
    });
  });
  afterAll(() => postgres.stop());

  async function connect(env: Record<string, string>) {
    const orm = await openDatabase(databaseOf(configOf({ ...address(), ...env })), 1);
    try {
      const [row] = await orm.em
        .fork()
        .execute('select version, bits > 0 as encrypted from pg_stat_ssl where pid = pg_backend_pid()');
      return row;
    } finally {
      await orm.close(true);
    }
  }
  const address = () => ({
    DB_HOST: postgres.host,
    DB_PORT: String(postgres.port),
    DB_NAME: 'postgres',
    DB_PASSWORD: postgres.password,
  });
  const tls = () => ({
    DB_TLS: 'true',
    DB_TLS_CA: AUTHORITY,
    DB_TLS_CERT: CLIENT.cert,
    DB_TLS_KEY: CLIENT.key,
  });

  test('is used with an authority and a certificate', async () => {
    expect(await connect(tls())).toEqual({ version: 'TLSv1.3', encrypted: true });
  });

  test('is used by an address alone, with the password in a file', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, `${postgres.password}\n`);
    const url = new URL(`postgres://vault@127.0.0.1:${postgres.port}/postgres?sslmode=verify-full`);
    url.searchParams.set('sslrootcert', AUTHORITY);
    url.searchParams.set('sslcert', CLIENT.cert);
    url.searchParams.set('sslkey', CLIENT.key);
    const env = { DB_HOST: 'elsewhere', DB_PASSWORD: '', DB_PASSWORD_FILE: file, DATABASE_URL: url.href };
    expect(await connect(env)).toMatchObject({ encrypted: true });
  });

  test.each([
    ['without TLS', { DB_TLS: '', DB_TLS_CA: '', DB_TLS_CERT: '', DB_TLS_KEY: '' }, /no encryption/],
    ['without a certificate', { DB_TLS_CERT: '', DB_TLS_KEY: '' }, /certificate/],
  ])('lets nobody in %s', async (_how, change, reason) => {
    await expect(connect({ ...tls(), ...change })).rejects.toThrow(reason);
  });

  test('gets no password unless its certificate is from our authority and for the name we called', async () => {
    await expect(connect({ ...tls(), DB_TLS_CA: join(folder, 'other.pem') })).rejects.toThrow(
      /unable to verify|self-signed/,
    );
    await expect(connect({ ...tls(), DB_TLS_CA: '' })).rejects.toThrow(/unable to verify|self-signed/);
    await expect(connect({ ...tls(), DB_HOST: 'localhost' })).rejects.toThrow(/does not match/);
  });
});

/** The answer to PING, or why there is none. */
async function ping(env: Record<string, string>): Promise<string> {
  const redis = openRedis(redisOf(configOf(env)), quietLog());
  try {
    await once(redis, 'ready');
    return await redis.ping();
  } catch (error) {
    return (error as Error).message;
  } finally {
    redis.disconnect();
  }
}

test('a Redis is used over TLS with a certificate, and as a user of its own', async () => {
  const port = await freePort();
  const server = await startRedis({
    say: silent,
    settings: {
      'tls-port': String(port),
      'tls-cert-file': join(folder, 'valid.pem'),
      'tls-key-file': join(folder, 'valid.key'),
      'tls-ca-cert-file': AUTHORITY,
    },
  });
  const plain = openRedis({ ...server, password: '' }, quietLog());
  try {
    await once(plain, 'ready');
    await plain.call('acl', 'setuser', 'vault', 'on', '>p@ss', '~*', '&*', '+@all');
    await plain.call('acl', 'setuser', 'default', 'off');
    const tls = {
      REDIS_TLS_CA: AUTHORITY,
      REDIS_TLS_CERT: CLIENT.cert,
      REDIS_TLS_KEY: CLIENT.key,
    };
    const url = (user: string, name = '127.0.0.1') => `rediss://${user}@${name}:${port}/0`;
    expect(await ping({ ...tls, REDIS_URL: url('vault:p%40ss') })).toBe('PONG');
    const parts = {
      REDIS_TLS: 'true',
      REDIS_PORT: String(port),
      REDIS_USER: 'vault',
      REDIS_PASSWORD: 'p@ss',
    };
    expect(await ping({ ...tls, ...parts })).toBe('PONG');
    expect(await ping({ ...tls, ...parts, REDIS_PASSWORD: 'other' })).toMatch(/WRONGPASS/);
    expect(await ping({ ...tls, REDIS_URL: url('vault:p%40ss', 'localhost') })).toMatch(/does not match/);
    expect(await ping({ REDIS_URL: url('vault:p%40ss') })).toMatch(/unable to verify|self-signed/);
    expect(await ping({ REDIS_TLS_CA: AUTHORITY, REDIS_URL: url('vault:p%40ss') })).not.toBe('PONG');
  } finally {
    plain.disconnect();
    await server.stop();
  }
});

/** A Sentinel that watches a primary called `vault`, and moves it on its own. */
async function startSentinel(primary: number) {
  const port = await freePort();
  const path = join(folder, 'sentinel.conf');
  const settings = [
    ...[`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, `sentinel monitor vault 127.0.0.1 ${primary} 1`],
    ...['sentinel down-after-milliseconds vault 3000', 'sentinel failover-timeout vault 10000'],
  ];
  writeFileSync(path, settings.join('\n'));
  const child = spawn(await redisProgram(silent), [path, '--sentinel'], {
    argv0: 'redis-sentinel',
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await untilReady(() => firstAnswer(port, 'PING\r\n'), 'the Sentinel');
  return {
    port,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

test('with Sentinels, the connection follows the primary when it moves, though the old one and a Sentinel are only silent', async () => {
  const started: { stop(): Promise<void> }[] = [];
  const start = async (...given: Parameters<typeof startRedis>) => {
    const server = await startRedis(...given);
    started.push(server);
    return server;
  };
  let redis: Redis | undefined;
  const silentSentinel = createServer();
  silentSentinel.listen(0, '127.0.0.1');
  await once(silentSentinel, 'listening');
  const { port: silentPort } = silentSentinel.address() as AddressInfo;
  try {
    const primary = await start({ say: silent });
    const replica = await start({ say: silent, settings: { replicaof: `127.0.0.1 ${primary.port}` } });
    const sentinel = await startSentinel(primary.port);
    started.push(sentinel);
    await until('the Sentinel knows the replica', async () =>
      (await firstAnswer(sentinel.port, 'SENTINEL REPLICAS vault\r\n')).includes(String(replica.port)),
    );
    redis = openRedis(
      redisOf(
        configOf({
          REDIS_SENTINELS: `127.0.0.1:${await freePort()}, 127.0.0.1:${silentPort}, 127.0.0.1:${sentinel.port}`,
          REDIS_SENTINEL_NAME: 'vault',
        }),
      ),
      quietLog(),
    );
    await once(redis, 'ready');
    const port = async () => /tcp_port:(\d+)/.exec((await redis?.info('server')) ?? '')?.[1];
    expect(await port()).toBe(String(primary.port));
    process.kill(primary.process.pid ?? 0, 'SIGSTOP');
    await until('the connection to the new primary', async () => {
      const [role] = ((await redis?.call('role').catch(() => [])) ?? []) as string[];
      return role === 'master' && (await port().catch(() => '')) === String(replica.port);
    });
  } finally {
    redis?.disconnect();
    silentSentinel.close();
    for (const server of started) await server.stop();
  }
});
