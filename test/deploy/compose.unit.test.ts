import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfig, schema, VARIABLES } from '../../config.ts';
import { type ComposeFile, MissingVariable, readCompose, references, type Service } from './compose-file.ts';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docker-compose.temporal.yml', root), 'utf8');
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };

/** What an operator must set, and nothing else. */
const required: Record<string, string> = {
  FRONTEND_URL: 'https://vault.example.org',
  JWT_SECRET: randomBytes(64).toString('base64'),
  ACTIVITY_HMAC_SECRET: randomBytes(64).toString('base64'),
  POSTGRES_PASSWORD: randomBytes(32).toString('hex'),
  DB_PASSWORD: randomBytes(32).toString('hex'),
  TEMPORAL_DB_PASSWORD: randomBytes(32).toString('hex'),
  REDIS_PASSWORD: randomBytes(32).toString('hex'),
  SMTP_HOST: 'mail.example.org',
  SMTP_FROM: 'Vault <vault@example.org>',
};

const written = readCompose(text);
const { services, configs, volumes } = readCompose(text, required);
const service = (name: string): Service => {
  const found = services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};
const all = Object.entries(services);
/** Ends by itself; "no" is for commands, which are run once each. */
const isOneShot = ({ restart = '' }: Service) => restart === 'no' || restart.startsWith('on-failure');
/** Production refuses them. */
const FOR_TESTS = ['DAY_LENGTH_MS', 'ALLOW_LOOPBACK_WAYS_IN_TESTS'];
const ours = ['migrate', 'api', 'worker', 'admin'];

describe('what has to be set', () => {
  test.each(Object.keys(required))('%s: if it is missing, one sentence says what to do', (name) => {
    const without = { ...required, [name]: '' };
    let said = '';
    try {
      readCompose(text, without);
    } catch (error) {
      if (!(error instanceof MissingVariable)) throw error;
      said = error.message;
    }
    expect(said).toMatch(new RegExp(`^${name}: (make one with|set it to|name) `));
  });

  test('no secret has a default in any service', () => {
    const secret = /SECRET|PASS|PWD|AUTH|KEY/;
    const held = Object.entries(written.services).flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([variable]) => secret.test(variable))
        .map(([variable, value]) => ({ name, variable, value })),
    );
    expect(held.length).toBeGreaterThan(10);
    for (const { name, variable, value } of held) {
      const [reference, ...more] = references(value);
      expect([name, variable, more]).toEqual([name, variable, []]);
      expect([variable, value.startsWith('${') && value.endsWith('}')]).toEqual([variable, true]);
      const fallback = reference?.operator === '-' ? reference.more : '';
      expect([name, variable, fallback]).toEqual([name, variable, '']);
    }
  });

  test('a mail server has no default: with a mail catcher, warnings would seem delivered', () => {
    expect(references(String(written.services.api?.environment?.SMTP_HOST))[0]?.operator).toBe('?');
    expect(service('mail').profiles).toEqual(['trial']);
  });
});

test('the example of deploy.env quotes every value, because Compose would cut it off at a space and a hash', () => {
  const [, example = ''] =
    readFileSync(new URL('README.md', root), 'utf8').match(/cat > deploy\.env([\s\S]*?)```/) ?? [];
  const values = [...example.matchAll(/^ *(?:echo ")?(?:[A-Z_]+|\$name)=(.*)/gm)].map(([, value]) => value);
  expect(values).toHaveLength(13);
  for (const value of values) expect(value).toMatch(/^'.*'"?$/);
});

test.each(all)('logs of %s take a limited space', (_name, { logging }) => {
  expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } });
});

describe('images', () => {
  test.each(all)('of %s: has one exact version', (name, { image, build }) => {
    expect(image).toMatch(/^[a-z0-9/-]+:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?$/);
    if (build) expect(image).toBe(`vault-handover${name === 'backup' ? '-backup' : ''}:${version}`);
  });

  test('of others are all pinned by the command in the guide; ours are at no registry that could name their digest', () => {
    const guide = readFileSync(new URL('docs/operations.md', root), 'utf8');
    const [, pinned = ''] = guide.match(/for service in ([a-z -]+); do\n\s+image=/) ?? [];
    const foreign = all.filter(([, { build, profiles }]) => !build && !profiles).map(([name]) => name);
    expect(pinned.split(' ').sort()).toEqual(foreign.sort());
  });

  test('Temporal’s tools have the version of the server, whose tables they know', () => {
    const tag = (name: string) => service(name).image.split(':')[1];
    expect(tag('temporal-schema')).toBe(tag('temporal'));
    expect(tag('temporal-namespace')).toBe(tag('temporal'));
  });
});

describe('health', () => {
  test.each(all)('%s is checked while it runs, or runs once and ends', (_name, each) => {
    if (isOneShot(each)) {
      expect(each.healthcheck?.test).toBeUndefined();
      if (each.build) expect(each.healthcheck).toEqual({ disable: true });
    } else {
      expect(each.restart).toBe('unless-stopped');
      expect(each.healthcheck?.test?.[0]).toMatch(/^CMD/);
    }
  });

  test.each(all.filter(([, each]) => !isOneShot(each)))(
    '%s is checked soon after its start, for which `up --wait` waits',
    (_name, { healthcheck }) => {
      expect(healthcheck?.interval).toMatch(/^(5|10|30)s$/);
    },
  );

  test.each(all.filter(([, each]) => !isOneShot(each)))(
    '%s is unhealthy within minutes if it fails, for which `up --wait` waits too',
    (_name, { healthcheck }) => {
      expect(healthcheck?.start_period ?? '0s').toMatch(/^\d\d?s$/);
      expect(Number(healthcheck?.retries)).toBeLessThanOrEqual(24);
    },
  );

  test('a service waits until its dependencies are healthy or done', () => {
    for (const [name, { depends_on = {} }] of all) {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const other = service(needed);
        const expected = isOneShot(other) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, needed, condition]).toEqual([name, needed, expected]);
        // A dependency that only a profile starts would keep everybody else from starting.
        expect([needed, other.profiles]).toEqual([needed, undefined]);
      }
    }
    expect(Object.keys(service('api').depends_on ?? {})).toEqual(
      expect.arrayContaining(['migrate', 'redis']),
    );
    expect(Object.keys(service('worker').depends_on ?? {})).toEqual(
      expect.arrayContaining(['migrate', 'temporal-namespace']),
    );
  });

  test('the API does not wait for Temporal, and no service for a mail server', () => {
    const needs = (name: string): string[] =>
      Object.keys(service(name).depends_on ?? {}).flatMap((each) => [each, ...needs(each)]);
    expect(needs('api').sort()).toEqual(['migrate', 'postgres', 'redis'].sort());
    expect(all.flatMap(([name]) => needs(name))).not.toContain('mail');
  });

  test.each(['api', 'worker'])('%s is given enough time to stop', (name) => {
    // The worker forces its own end after 4 s, and so does the API.
    expect(Number(service(name).stop_grace_period?.replace('s', ''))).toBeGreaterThanOrEqual(6);
  });
});

describe('the environment of API, worker, migrations and an operator’s commands', () => {
  test.each(ours)('%s: has every variable of the schema, the authorities to trust, and no other', (name) => {
    // Other containers need the required variables as they are, so those have no form with `_FILE`.
    const expected = VARIABLES.filter(
      (variable) =>
        !FOR_TESTS.includes(variable) &&
        // The password of PostgreSQL's superuser is one of them.
        !variable.startsWith('BACKUP_') &&
        required[variable.replace(/_FILE$/, '')] === undefined,
    );
    expected.push(...Object.keys(schema.shape).filter((variable) => required[variable] !== undefined));
    // Read by Node itself.
    expected.push('NODE_EXTRA_CA_CERTS');
    expect(Object.keys(service(name).environment ?? {}).sort()).toEqual(expected.sort());
  });

  test.each(ours)('%s: is a valid configuration for production', (name) => {
    const config = loadConfig(service(name).environment);
    expect(config).toMatchObject({
      NODE_ENV: 'production',
      FRONTEND_URL: required.FRONTEND_URL,
      DB_PASSWORD: required.DB_PASSWORD,
      GRACE_PERIOD_HOURS: 48,
      SMTP_PORT: 587,
      RATE_LIMIT_SCALE: 1,
    });
  });

  test('variables that an operator sets reach the processes', () => {
    const fixed = ['NODE_ENV', 'API_HOST', 'API_PORT', 'TRUST_PROXY', ...FOR_TESTS, 'FILES_DIR', 'SITE_DIR'];
    const where = /^DB_(HOST|PORT|NAME|USER)$|^REDIS_(HOST|PORT)$|^TEMPORAL_(TASK_QUEUE)$/;
    const settable = Object.keys(service('worker').environment ?? {}).filter(
      (name) => !fixed.includes(name) && !where.test(name),
    );
    const marked = Object.fromEntries(settable.map((name) => [name, `value of ${name}`]));
    const { environment } = readCompose(text, { ...required, ...marked }).services.worker ?? {};
    for (const name of settable) expect(environment?.[name]).toBe(`value of ${name}`);
  });
});

describe('which service reaches which', () => {
  /** Where each image listens, according to its documentation. */
  const LISTENS: Record<string, string> = {
    postgres: '5432',
    redis: '6379',
    temporal: '7233',
    mail: '1025',
  };
  const reaches = (address: string): void => {
    const [host = '', port] = address.split(':');
    expect([address, port]).toEqual([address, LISTENS[host]]);
    expect(Object.keys(services)).toContain(host);
  };

  test('PostgreSQL, Redis and Temporal, by the service', () => {
    const { DB_HOST, DB_PORT, REDIS_HOST, REDIS_PORT, TEMPORAL_ADDRESS } = loadConfig(
      service('api').environment,
    );
    reaches(`${DB_HOST}:${DB_PORT}`);
    reaches(`${REDIS_HOST}:${REDIS_PORT}`);
    reaches(TEMPORAL_ADDRESS);
  });

  test('PostgreSQL by Temporal and its tools; Temporal by its page and its tools', () => {
    const server = service('temporal').environment ?? {};
    const tools = service('temporal-schema').environment ?? {};
    reaches(`${server.POSTGRES_SEEDS}:${server.DB_PORT}`);
    reaches(`${tools.SQL_HOST}:${tools.SQL_PORT}`);
    expect([server.POSTGRES_USER, server.POSTGRES_PWD]).toEqual([tools.SQL_USER, tools.SQL_PASSWORD]);
    reaches(service('temporal-ui').environment?.TEMPORAL_ADDRESS ?? '');
    reaches(service('temporal-namespace').environment?.TEMPORAL_ADDRESS ?? '');
    expect(service('temporal-namespace').command?.[0]).toContain(
      `--namespace ${service('worker').environment?.TEMPORAL_NAMESPACE} `,
    );
  });

  test('PostgreSQL by all at once, also with four APIs and two workers', () => {
    const text = [service('postgres').command].flat().join(' ');
    const allowed = Number(text.match(/max_connections=(\d+)/)?.[1]);
    const ours = ['api/main.ts', 'worker/service.ts'].map((file) => {
      const source = readFileSync(new URL(file, root), 'utf8');
      return Number(source.match(/openDatabase\(databaseOf\(config\), (\d+)\b/)?.[1]);
    });
    const [api = Number.NaN, worker = Number.NaN] = ours;
    const { SQL_MAX_CONNS, SQL_VIS_MAX_CONNS } = service('temporal').environment ?? {};
    const temporals = 4 * (Number(SQL_MAX_CONNS) + Number(SQL_VIS_MAX_CONNS));
    const [reserved, others] = [3, 10];
    expect(4 * api + 2 * worker + temporals + reserved + others).toBeLessThanOrEqual(allowed);
  });

  test('the roles and databases that they use are made, with their passwords', () => {
    const roles = service('postgres').configs?.find(({ source }) => source === 'postgres-roles');
    expect(roles?.target).toMatch(/^\/docker-entrypoint-initdb\.d\/[^/]+\.sh$/);
    const script = configs['postgres-roles']?.content ?? '';
    const { DB_USER, DB_NAME } = loadConfig(service('api').environment);
    for (const [role, database, password] of [
      [DB_USER, DB_NAME, 'DB_PASSWORD'],
      ['temporal', 'temporal', 'TEMPORAL_DB_PASSWORD'],
      ['temporal', 'temporal_visibility', 'TEMPORAL_DB_PASSWORD'],
    ] as const) {
      expect(script).toContain(`--set=${role}="$${password}"`);
      expect(script).toContain(`create role ${role} login password :'${role}';`);
      expect(script).toContain(`create database ${database} owner ${role};`);
      expect(service('postgres').environment?.[password]).toBe(required[password]);
    }
    expect(script).not.toMatch(/superuser|createrole|createdb/);
  });

  test('the API by the proxy, the only one it trusts', () => {
    const { API_HOST, API_PORT, TRUST_PROXY } = loadConfig(service('api').environment);
    expect([API_HOST, TRUST_PROXY]).toEqual(['0.0.0.0', 1]);
    const { target } = service('proxy').configs?.[0] ?? {};
    expect(target).toBe('/etc/caddy/Caddyfile');
    const caddyfile = configs.caddyfile?.content ?? '';
    expect(caddyfile).toMatch(/^\{\$FRONTEND_URL\} \{/);
    expect(caddyfile).toContain(`reverse_proxy api:${API_PORT} {`);
    expect(caddyfile).toMatch(/transport http \{\s+keepalive 60s\s+\}/);
    expect(service('proxy').environment).toEqual({ FRONTEND_URL: required.FRONTEND_URL });
    // Several processes cannot share a port of the machine.
    expect(service('api').ports).toBeUndefined();
    expect([
      service('api').deploy?.replicas,
      readCompose(text, { ...required, API_REPLICAS: '5' }).services.api?.deploy,
    ]).toEqual(['2', { replicas: '5' }]);
  });

  test('a former domain is redirected by a file in the guide, which leaves the rest of the proxy as it is', () => {
    const guide = readFileSync(new URL('docs/operations.md', root), 'utf8');
    const [, block = ''] = guide.match(/```yaml\n(configs:[\s\S]*?)```/) ?? [];
    const content = (file: string) => (parse(file) as ComposeFile).configs.caddyfile?.content ?? '';
    expect(content(block).startsWith(content(text))).toBe(true);
    expect(content(block).slice(content(text).length)).toMatch(
      /^https:\/\/old\.example\.org \{\n {2}redir \{\$\$FRONTEND_URL\}\{uri\} 308\n\}\n$/,
    );
  });

  test('the mail catcher, by every service on a trial run', () => {
    const trial = readCompose(text, { ...required, SMTP_HOST: 'mail', SMTP_PORT: '1025' });
    const { SMTP_HOST, SMTP_PORT } = loadConfig(trial.services.worker?.environment);
    reaches(`${SMTP_HOST}:${SMTP_PORT}`);
    expect(trial.services.mail?.environment?.MAILDEV_SMTP_PORT).toBe('1025');
  });

  test('each API process and each worker by Prometheus, where it listens', () => {
    const sample = readFileSync(new URL('docs/monitoring/prometheus.yml', root), 'utf8');
    const { scrape_configs: jobs } = parse(sample) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const found = jobs.flatMap(({ dns_sd_configs: each }) => each.map(({ names, port }) => [...names, port]));
    const { API_PORT, WORKER_METRICS_ADDRESS } = loadConfig(service('worker').environment);
    expect(found).toEqual([
      ['api', API_PORT],
      ['worker', Number(WORKER_METRICS_ADDRESS.split(':')[1])],
    ]);
  });

  test('the proxy alone from outside: a service without a log-in listens on this machine only', () => {
    const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const));
    for (const [name, port] of published) {
      if (name !== 'proxy') expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
    }
    expect(published.map(([name]) => name).sort()).toEqual(['mail', 'proxy', 'proxy', 'temporal-ui']);
  });
});

describe('memory', () => {
  const UNITS = { m: 1, g: 1024 } as const;
  const limitOf = ({ mem_limit = '' }: Service): number => {
    const [, amount, unit] = mem_limit.match(/^(\d+)([mg])$/) ?? [];
    return Number(amount) * UNITS[unit as keyof typeof UNITS];
  };

  test('every service has a limit', () => {
    for (const [name, each] of all) expect([name, limitOf(each) >= 256]).toEqual([name, true]);
  });

  test('our services have room for their heap, and as much again for buffers, hashes and native memory', () => {
    for (const name of ['api', 'worker']) {
      const flag = [service(name).command].flat().find((each) => each?.startsWith('--max-old-space-size='));
      expect([name, limitOf(service(name)) >= 2 * Number(flag?.split('=')[1])]).toEqual([name, true]);
    }
  });
});

describe('data that must outlive a container', () => {
  test('is in named volumes', () => {
    const used = all.flatMap(([, { volumes: each = [] }]) =>
      each.map((volume) => volume.split(':')[0] ?? '').filter((source) => !/^[./]/.test(source)),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(volumes).sort());
  });

  test('the operator’s folders are only read: of pages, by the API; of certificates and secrets, by each of ours; files, by the backup', () => {
    const readOnly = (file: ComposeFile) =>
      Object.entries(file.services).flatMap(([name, { volumes: own = [] }]) =>
        own.filter((volume) => volume.endsWith(':ro')).map((volume) => `${name} ${volume}`),
      );
    const mounted = (secrets: string, site: string, files: string) =>
      [
        ...[...ours, 'backup'].map((name) => `${name} ${secrets}:/run/vault:ro`),
        `api ${site}:/srv/site:ro`,
        `backup ${files}:/var/lib/vault-files:ro`,
      ].sort();
    expect(readOnly({ services, configs, volumes }).sort()).toEqual(
      mounted('no-secrets', './site', 'files-data'),
    );
    expect(service('api').environment?.SITE_DIR).toBe('/srv/site');
    expect(existsSync(new URL('site/en/privacy.md', root))).toBe(true);
    const own = readCompose(text, {
      ...required,
      SITE_DIR: '/etc/vault/site',
      SECRETS_DIR: '/etc/vault/tls',
      FILES_DIR: '/srv/files',
    });
    expect(readOnly(own).sort()).toEqual(mounted('/etc/vault/tls', '/etc/vault/site', '/srv/files'));
  });

  test.each([
    [{}, 'files-data'],
    [{ FILES_DIR: '/srv/files' }, '/srv/files'],
  ])(
    'of files, %j, is where API, worker, an operator’s commands and the backup look for them',
    (set, source) => {
      const own = readCompose(text, { ...required, ...set }).services;
      for (const name of ['api', 'worker', 'admin', 'backup']) {
        const folder = own[name]?.environment?.FILES_DIR;
        expect(own[name]?.volumes?.map((each) => each.replace(/:ro$/, ''))).toContain(`${source}:${folder}`);
      }
    },
  );

  test('of PostgreSQL is where version 18 keeps it', () => {
    expect(service('postgres').volumes).toEqual(['postgres-data:/var/lib/postgresql']);
  });

  test('every mounted config is defined, and the other way round', () => {
    const mounted = all.flatMap(([, { configs: each = [] }]) => each.map(({ source }) => source));
    expect(mounted.sort()).toEqual(Object.keys(configs).sort());
  });
});
