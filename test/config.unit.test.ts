import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { SECRETS } from '../config/secret-files.ts';
import {
  allowedOrigins,
  ConfigError,
  loadConfig,
  mailConfigured,
  PAYMENT_SETTINGS,
  rulesOf,
  schema,
  temporalOf,
} from '../config.ts';
import { runScript } from './support/clients/run-script.ts';

const file = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const example = parseEnv(file);
const names = Object.keys(schema.shape);
const required = ['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'];

const secret = (bytes: number) => randomBytes(bytes).toString('base64');
const secrets = { JWT_SECRET: secret(64), ACTIVITY_HMAC_SECRET: secret(64) };
const load = (env: Record<string, string | undefined> = {}) => loadConfig({ ...secrets, ...env });

/** What the configuration says when it refuses an environment. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('.env.example', () => {
  test('names exactly the variables of the schema, each once', () => {
    const written = file.match(/^[A-Z0-9_]+(?==)/gm);
    expect(written?.toSorted()).toEqual(names.toSorted());
  });

  test('gives each variable the default of the schema, and no secret a default', () => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
    const defaults = names.map((name) => [
      name,
      String((properties[name] as { default?: unknown }).default ?? ''),
    ]);
    expect(example).toEqual(Object.fromEntries(defaults));
    for (const name of [...required, 'DB_PASSWORD', 'REDIS_PASSWORD', 'SMTP_PASS', 'TEMPORAL_API_KEY']) {
      expect([name, example[name]]).toEqual([name, '']);
    }
    expect(example.PAYMENT_SECRET_KEY).toBe('');
  });

  test('says what each variable is, right above it, and how to make each secret', () => {
    const lines = file.split('\n');
    for (const name of names) {
      const above = lines[lines.findIndex((line) => line.startsWith(`${name}=`)) - 1];
      expect([name, above]).toEqual([name, expect.stringMatching(/^# \S.{10,}\S$/)]);
      if (required.includes(name)) expect(above).toContain('openssl rand -base64 64');
    }
  });

  test('is a complete configuration once the secrets are filled in', () => {
    expect(loadConfig({ ...example, ...secrets })).toEqual(load());
  });
});

describe('the contract', () => {
  test.each([
    ['JWT_EXPIRES_IN', 3_600_000],
    ['JWT_REFRESH_EXPIRES_IN', 7 * 86_400_000],
    ['COOKIE_DOMAIN', ''],
    ['API_PORT', 3001],
    ['GRACE_PERIOD_HOURS', 48],
    ['DB_PORT', 5432],
    ['REDIS_PORT', 6379],
    ['PAYMENT_SECRET_KEY', ''],
    ['PAYMENT_API_BASE', undefined],
    ['PAYMENT_WEBHOOK_SECRET', ''],
    ['PAYMENT_PRO_PRICE_ID', ''],
    ['PAYMENT_FAMILY_PRICE_ID', ''],
  ] as const)('%s is %p unless it is set', (name, value) => {
    expect(load()[name]).toBe(value);
  });

  test('every variable that it names exists', () => {
    const named = [
      ...['JWT_SECRET', 'ACTIVITY_HMAC_SECRET', 'TWO_FACTOR_ISSUER', 'ADMIN_EMAILS', 'FRONTEND_URL'],
      ...['CORS_ORIGINS', 'SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURE', 'SMTP_USER', 'SMTP_PASS', 'SMTP_FROM'],
      ...['DB_HOST', 'DB_NAME', 'DB_USER', 'DB_PASSWORD', 'REDIS_HOST', 'REDIS_PASSWORD'],
    ];
    expect(names).toEqual(expect.arrayContaining(named));
  });

  test('DEFAULT_PLAN is free where plans are sold, and otherwise includes everything, unless it is set', () => {
    const plan = (env: Record<string, string>) => load(env).DEFAULT_PLAN;
    const selling = Object.fromEntries(PAYMENT_SETTINGS.map((name) => [name, 'x']));
    expect(plan({})).toBe('family');
    expect(plan(selling)).toBe('free');
    expect(plan({ ...selling, PAYMENT_WEBHOOK_SECRET: '' })).toBe('family');
    expect([plan({ DEFAULT_PLAN: 'pro' }), plan({ ...selling, DEFAULT_PLAN: 'pro' })]).toEqual([
      'pro',
      'pro',
    ]);
  });

  test.each(['SMTP_REQUIRE_TLS', 'BOUNCE_IMAP_REQUIRE_TLS'] as const)(
    '%s is on in production and off elsewhere, unless it is set',
    (name) => {
      const production = {
        NODE_ENV: 'production',
        FRONTEND_URL: 'https://vault.example.org',
      };
      const required = (env: Record<string, string>) => load(env)[name];
      expect([required({}), required({ [name]: 'true' })]).toEqual([false, true]);
      expect([required(production), required({ ...production, [name]: 'false' })]).toEqual([true, false]);
    },
  );

  test('SMTP_SECURE is a boolean, and without SMTP_HOST there is no mail', () => {
    expect([load().SMTP_SECURE, load({ SMTP_SECURE: 'true' }).SMTP_SECURE]).toEqual([false, true]);
    expect(mailConfigured(load())).toBe(false);
    expect(mailConfigured(load({ SMTP_HOST: 'mail.example.org' }))).toBe(true);
  });
});

describe('a Temporal on another machine', () => {
  const here = new URL('../package.json', import.meta.url).pathname;
  const TLS = { TEMPORAL_TLS: 'true' };

  test('is on this machine without TLS by default', () => {
    expect(temporalOf(load())).toEqual({ address: '127.0.0.1:7233' });
  });

  test('is reached by TLS, with the files and keys that are named', () => {
    expect(temporalOf(load(TLS))).toEqual({ address: '127.0.0.1:7233', tls: {} });
    const bytes = readFileSync(here);
    expect(
      temporalOf(
        load({
          ...TLS,
          TEMPORAL_ADDRESS: 'vault.a1b2c.tmprl.cloud:7233',
          TEMPORAL_TLS_SERVER_NAME: 'vault.test',
          TEMPORAL_TLS_CA: here,
          TEMPORAL_TLS_CERT: here,
          TEMPORAL_TLS_KEY: here,
          TEMPORAL_API_KEY: 'key',
        }),
      ),
    ).toEqual({
      address: 'vault.a1b2c.tmprl.cloud:7233',
      tls: {
        serverNameOverride: 'vault.test',
        serverRootCACertificate: bytes,
        clientCertPair: { crt: bytes, key: bytes },
      },
      apiKey: 'key',
    });
  });

  test.each([
    [{ TEMPORAL_API_KEY: 'key' }, 'TEMPORAL_API_KEY is only used with TEMPORAL_TLS=true'],
    [{ TEMPORAL_TLS_CA: '/ca.pem' }, 'TEMPORAL_TLS_CA is only used with TEMPORAL_TLS=true'],
    [{ ...TLS, TEMPORAL_TLS_CERT: '/c.pem' }, 'TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY belong together'],
    [{ ...TLS, TEMPORAL_TLS_KEY: '/k.pem' }, 'TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY belong together'],
  ])('%p is refused in one sentence', (env, sentence) => {
    const message = refusal({ ...secrets, ...env });
    expect(message).toContain(sentence);
    expect(message).not.toContain('\n');
  });

  test('a file that is not there is named, and the variable with it', () => {
    const config = load({ ...TLS, TEMPORAL_TLS_CA: '/nowhere/ca.pem' });
    expect(() => temporalOf(config)).toThrow(
      new ConfigError('TEMPORAL_TLS_CA names a file that cannot be read: /nowhere/ca.pem (ENOENT)'),
    );
  });
});

describe('an address in one variable', () => {
  test('DATABASE_URL replaces what it names, and leaves the rest', () => {
    const env = { DB_HOST: 'a', DB_PORT: '1', DB_PASSWORD: 'p', DB_USER: 'u' };
    expect(load({ ...env, DATABASE_URL: 'postgresql://me@db.example.org/my%20vault' })).toMatchObject({
      ...{ DB_HOST: 'db.example.org', DB_PORT: 1, DB_NAME: 'my vault', DB_USER: 'me', DB_PASSWORD: 'p' },
      DB_TLS: false,
    });
    const whole = load({
      ...env,
      DATABASE_URL: 'postgres://me:p%40%2F@[::1]:5433/v?sslmode=require&sslrootcert=/ca',
    });
    expect(whole).toMatchObject({
      ...{ DB_HOST: '::1', DB_PORT: 5433, DB_NAME: 'v', DB_USER: 'me', DB_PASSWORD: 'p@/' },
      ...{ DB_TLS: true, DB_TLS_CA: '/ca' },
    });
    expect(whole.DATABASE_URL).toBe('');
  });

  test('REDIS_URL says by its scheme whether TLS is used', () => {
    expect(load({ REDIS_URL: 'rediss://me:p@cache:6380/0' })).toMatchObject({
      ...{ REDIS_HOST: 'cache', REDIS_PORT: 6380, REDIS_USER: 'me', REDIS_PASSWORD: 'p', REDIS_TLS: true },
    });
    expect(load({ REDIS_URL: 'redis://cache', REDIS_TLS: 'true' })).toMatchObject({
      ...{ REDIS_HOST: 'cache', REDIS_PORT: 6379, REDIS_TLS: false },
    });
  });

  test.each([
    [{ DATABASE_URL: 'mysql://u:hunter2@h/v' }, 'DATABASE_URL must be an address such as postgres://'],
    [{ DATABASE_URL: 'hunter2' }, 'DATABASE_URL must be an address'],
    [
      { DATABASE_URL: 'postgres://u:hunter2@h/v?sslmode=prefer' },
      'DATABASE_URL: sslmode must be disable, require',
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@h/v?pool=9' }, 'DATABASE_URL has the parameter pool'],
    [{ DATABASE_URL: 'postgres://u:hunter2%@h/v' }, 'DATABASE_URL has a percent sign'],
    [{ DATABASE_URL: 'postgres://u:p@h/%zz' }, 'DATABASE_URL has a percent sign'],
    [{ DATABASE_URL: 'postgres://u:1#hunter2@h/v' }, 'DATABASE_URL has a character that must be encoded'],
    [{ DATABASE_URL: 'postgres://u:1/hunter2@h/v' }, 'DATABASE_URL has a character that must be encoded'],
    [{ DATABASE_URL: 'postgres://u:1?hunter2@h/v' }, 'DATABASE_URL has a character that must be encoded'],
    [{ REDIS_URL: 'rediss://u:1#hunter2@h' }, 'REDIS_URL has a character that must be encoded'],
    [{ REDIS_URL: 'redis://:hunter2@h/3' }, 'REDIS_URL may name no database but 0'],
    [
      { REDIS_URL: 'redis://:hunter2@h', REDIS_TLS_CA: '/ca' },
      'REDIS_TLS_CA is only used with REDIS_TLS=true',
    ],
    [{ DB_TLS: 'true', DB_TLS_CERT: '/c' }, 'DB_TLS_CERT and DB_TLS_KEY belong together'],
    [{ REDIS_SENTINELS: 'one:26379,two' }, 'REDIS_SENTINELS must be a list of addresses'],
  ])('%p is refused in one sentence, without its password', (env, sentence) => {
    const said = refusal({ ...secrets, ...env });
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/hunter2|\n/);
  });
});

describe('a secret in a file', () => {
  const here = new URL('../package.json', import.meta.url).pathname;

  test.each(SECRETS)('%s may be in one, without the line break at its end', (name) => {
    const path = join(mkdtempSync(join(tmpdir(), 'vault-secret-')), 'secret');
    const own: Partial<Record<string, string>> = {
      DATABASE_URL: 'postgres://file',
      REDIS_URL: 'redis://file',
      VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
    };
    const value = own[name] ?? secret(64);
    writeFileSync(path, `${value}\n`);
    const env = {
      ...{ ...secrets, TEMPORAL_TLS: 'true', BOUNCE_ADDRESS: 'r@example.org' },
      ...{ BOUNCE_IMAP_HOST: 'h', BOUNCE_IMAP_USER: 'u', BOUNCE_IMAP_PASS: 'p' },
      ...{ FILES_S3_BUCKET: 'b', FILES_S3_ACCESS_KEY_ID: 'i', FILES_S3_SECRET_ACCESS_KEY: 's' },
    };
    expect(loadConfig({ ...env, [name]: '', [`${name}_FILE`]: path })).toEqual(
      loadConfig({ ...env, [name]: value }),
    );
    rmSync(dirname(path), { recursive: true });
  });

  test('both at once, a missing and an empty file are refused, and nothing of a file is repeated', () => {
    expect(refusal({ ...secrets, SMTP_PASS: 'p', SMTP_PASS_FILE: here })).toBe(
      'SMTP_PASS and SMTP_PASS_FILE are both set: set one of them',
    );
    expect(refusal({ ...secrets, SMTP_PASS_FILE: '/nowhere' })).toBe(
      'SMTP_PASS_FILE names a file that cannot be read: /nowhere (ENOENT)',
    );
    expect(refusal({ ...secrets, SMTP_PASS_FILE: '/dev/null' })).toBe(
      'SMTP_PASS_FILE names an empty file: /dev/null',
    );
    expect(refusal({ ...secrets, JWT_SECRET: '', JWT_SECRET_FILE: here })).not.toContain('vault-handover');
  });

  test('is possible for every secret, as .env.example says', () => {
    const [, listed = ''] = file.match(/and so on for\n([\s\S]*?)\.\n/) ?? [];
    expect(['JWT_SECRET', ...(listed.match(/[A-Z0-9_]{6,}/g) ?? [])].sort()).toEqual([...SECRETS].sort());
  });
});

describe('returned mail', () => {
  const mailbox = {
    BOUNCE_ADDRESS: `${'r'.repeat(14)}@example.org`,
    BOUNCE_IMAP_HOST: 'mail.example.org',
    BOUNCE_IMAP_USER: 'returns',
    BOUNCE_IMAP_PASS: 'password',
  };

  test.each(['BOUNCE_IMAP_HOST', 'BOUNCE_IMAP_USER', 'BOUNCE_IMAP_PASS'])(
    'a mailbox without %s is refused in one sentence',
    (name) => {
      expect(load(mailbox)).toMatchObject(mailbox);
      expect(refusal({ ...secrets, ...mailbox, [name]: '' })).toBe(
        'BOUNCE_IMAP_HOST, BOUNCE_IMAP_USER and BOUNCE_IMAP_PASS belong together: set all of them, or none',
      );
    },
  );

  test('a mailbox needs its address, and an address needs no mailbox', () => {
    expect(refusal({ ...secrets, ...mailbox, BOUNCE_ADDRESS: '' })).toMatch(
      /^BOUNCE_IMAP_HOST needs BOUNCE_ADDRESS: /,
    );
    const { BOUNCE_ADDRESS } = mailbox;
    expect(load({ BOUNCE_ADDRESS })).toMatchObject({ BOUNCE_ADDRESS, BOUNCE_IMAP_HOST: '' });
  });

  test('a topic of SES needs the address by which its reports name a mail', () => {
    const BOUNCE_SNS_TOPIC = 'arn:aws:sns:eu-west-1:123456789012:returns';
    const said = refusal({ ...secrets, BOUNCE_SNS_TOPIC });
    expect(said).toMatch(/^BOUNCE_SNS_TOPIC needs BOUNCE_ADDRESS: /);
    expect(said).not.toContain('\n');
    const { BOUNCE_ADDRESS } = mailbox;
    expect(load({ BOUNCE_SNS_TOPIC, BOUNCE_ADDRESS })).toMatchObject({ BOUNCE_SNS_TOPIC });
  });
});

describe('a secret', () => {
  test.each(required)('%s is required, and 64 bytes long at least', (name) => {
    expect(refusal({ ...secrets, [name]: undefined })).toMatch(new RegExp(`^${name} is required: .*openssl`));
    expect(refusal({ ...secrets, [name]: secret(63) })).toMatch(new RegExp(`^${name} is too short`));
    expect(refusal({ ...secrets, [name]: 'not base64!'.repeat(20) })).toMatch(new RegExp(`^${name} `));
    // As openssl prints it.
    expect(refusal({ ...secrets, [name]: secret(64).replace(/.{64}/, '$&\n') })).toMatch(/on one line/);
    expect(load({ [name]: secret(64) })[name as 'JWT_SECRET']).toHaveLength(88);
  });

  test('both may be missing at once, and both are named', () => {
    expect(refusal({}).split('\n')).toEqual(required.map((name) => expect.stringMatching(`^${name} `)));
  });
});

describe('an invalid value', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['LOG_LEVEL', 'loud'],
    ['API_PORT', '70000'],
    ['API_PORT', 'http'],
    ['API_PORT', '-1'],
    ['FRONTEND_URL', 'vault.example.org'],
    ['FRONTEND_URL', 'ftp://vault.example.org'],
    ['LIVENESS_URL', 'vault.example.org/health'],
    ['LIVENESS_URL', 'on'],
    ['PAYMENT_API_BASE', '127.0.0.1:12111'],
    ['TRUST_PROXY', '11'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', 'many'],
    ['JWT_EXPIRES_IN', '1 hour'],
    ['JWT_EXPIRES_IN', '0s'],
    ['JWT_REFRESH_EXPIRES_IN', '7'],
    ['DB_PORT', '5432.5'],
    ['REDIS_PORT', '1e3'],
    ['SMTP_PORT', 'smtp'],
    ['SMTP_SECURE', 'yes'],
    ['DEFAULT_PLAN', 'gold'],
    ['GRACE_PERIOD_HOURS', '0'],
    ['DAY_LENGTH_MS', '99'],
    ['BOUNCE_ADDRESS', '<r@example.org>'],
    ['BOUNCE_ADDRESS', 'returns+mail@example.org'],
    ['BOUNCE_ADDRESS', `${'r'.repeat(15)}@example.org`],
    ['BOUNCE_IMAP_SECURE', 'starttls'],
    ['BOUNCE_IMAP_REQUIRE_TLS', 'yes'],
    ['BOUNCE_WEBHOOK_SECRET', 's'.repeat(31)],
    ['BOUNCE_SNS_TOPIC', 'returns'],
    ['DAY_LENGTH_MS', '86400001'],
  ])('%s=%s is refused in one sentence that names it', (name, value) => {
    const said = refusal({ ...secrets, [name]: value });
    expect(said).not.toContain('\n');
    expect(said).toMatch(new RegExp(`^${name} \\S+`));
  });

  test('several at once get a sentence each', () => {
    const said = refusal({ ...secrets, API_PORT: 'x', SMTP_SECURE: 'x', DEFAULT_PLAN: 'x' });
    expect(said.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'API_PORT',
      'SMTP_SECURE',
      'DEFAULT_PLAN',
    ]);
  });

  test('no refusal repeats a secret', () => {
    const short = secret(20);
    expect(refusal({ ...secrets, JWT_SECRET: short })).not.toContain(short);
  });
});

describe('the environment', () => {
  test('blank is unset, and space around a value is ignored', () => {
    const blank = Object.fromEntries(names.map((name) => [name, '  ']));
    expect(load({ ...blank, ...secrets })).toEqual(load());
    expect(load({ API_PORT: ' 4000 ' }).API_PORT).toBe(4000);
  });

  test('other variables are ignored', () => {
    expect(load({ PATH: '/bin', API_PROT: '1' })).toEqual(load());
  });

  test('the page is the API itself unless FRONTEND_URL says where it is', () => {
    expect(load({ API_PORT: '4000' }).FRONTEND_URL).toBe('http://localhost:4000');
    expect(load({ FRONTEND_URL: 'https://vault.example.org/' }).FRONTEND_URL).toBe(
      'https://vault.example.org',
    );
  });

  test('the public address is asked at the page’s unless LIVENESS_URL names another, or says off', () => {
    const frontend = { FRONTEND_URL: 'https://vault.example.org/' };
    expect(load({ API_PORT: '4000' }).LIVENESS_URL).toBe('http://localhost:4000/health');
    expect(load(frontend).LIVENESS_URL).toBe('https://vault.example.org/health');
    expect(load({ ...frontend, LIVENESS_URL: ' ' }).LIVENESS_URL).toBe('https://vault.example.org/health');
    const other = 'https://api.example.org/health';
    expect(load({ ...frontend, LIVENESS_URL: other }).LIVENESS_URL).toBe(other);
    expect(load({ ...frontend, LIVENESS_URL: 'off' }).LIVENESS_URL).toBeNull();
  });

  test('cookies are taken from the page and from CORS_ORIGINS, and from nowhere else', () => {
    const config = load({
      FRONTEND_URL: 'https://a.example',
      CORS_ORIGINS: 'https://b.example, ,https://c.example',
    });
    expect(allowedOrigins(config)).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
  });

  test.each([
    ['https://b.example/', 'https://b.example'],
    ['https://b.example/app/?from=here#top', 'https://b.example'],
    ['HTTPS://B.example:443', 'https://b.example'],
    ['http://localhost:5173/', 'http://localhost:5173'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s in CORS_ORIGINS is the origin %s, as browsers send it', (written, origin) => {
    expect(load({ CORS_ORIGINS: written }).CORS_ORIGINS).toEqual([origin]);
  });

  test.each(['*', 'b.example', 'localhost:5173', 'null', 'file:///b', 'https://*', 'https://'])(
    'anything but an origin is refused: %s in CORS_ORIGINS',
    (written) => {
      expect(refusal({ ...secrets, CORS_ORIGINS: `https://a.example, ${written}` })).toBe(
        `CORS_ORIGINS must be a list of origins such as https://app.example.com, but ${written} isn't an origin`,
      );
    },
  );

  test('a shortened day shortens the grace period with it', () => {
    expect(rulesOf(load())).toEqual({ dayMs: 86_400_000, graceMs: 2 * 86_400_000 });
    expect(rulesOf(load({ DAY_LENGTH_MS: '400', GRACE_PERIOD_HOURS: '24' }))).toEqual({
      dayMs: 400,
      graceMs: 400,
    });
  });
});

describe('in production', () => {
  const production = { NODE_ENV: 'production', FRONTEND_URL: 'https://vault.example.org' };

  test('a day has 24 hours', () => {
    expect(refusal({ ...secrets, ...production, DAY_LENGTH_MS: '400' })).toMatch(/^DAY_LENGTH_MS /);
    expect(load({ ...production, DAY_LENGTH_MS: '86400000' }).DAY_LENGTH_MS).toBe(86_400_000);
    expect(load({ DAY_LENGTH_MS: '400' }).DAY_LENGTH_MS).toBe(400);
  });

  test('FRONTEND_URL must be https, and SMTP_FROM is required with a mail server', () => {
    expect(refusal({ ...secrets, ...production, FRONTEND_URL: 'http://vault.example.org' })).toBe(
      'FRONTEND_URL must be an https address in production',
    );
    expect(refusal({ ...secrets, ...production, SMTP_HOST: 'mail.example.org' })).toMatch(/^SMTP_FROM /);
  });

  test('FRONTEND_URL is required: a link to localhost in a mail helps nobody', () => {
    expect(refusal({ ...secrets, NODE_ENV: 'production' })).toMatch(/^FRONTEND_URL is required/);
  });
});

test.each(['api/main', 'worker/main', 'worker/health', 'db/migrate', 'backup/main'])(
  'node %s.ts says in a line what is wrong with the settings',
  async (program) => {
    const { code, stderr } = await runScript(`../${program}`, [], { ...secrets, API_PORT: 'x' });
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/^(The worker is not healthy: )?API_PORT /);
  },
);
