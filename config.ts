/**
 * Configuration: the schema of all environment variables, and the only reader of `process.env`. `.env.example` lists the
 * same variables; a test compares the two.
 */
import { z } from 'zod';
import { ConfigError } from './config/config-error.ts';
import { isPushKey } from './config/push-keys.ts';
import { readNamedFile, SECRET_FILES, withSecretFiles } from './config/secret-files.ts';
import { withServerUrls } from './config/server-urls.ts';

export { ConfigError };

/** Milliseconds per unit of a duration. */
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration such as `15m`, `1h` or `7d`, read as milliseconds. */
const duration = (preset: string) =>
  z
    .string()
    .regex(/^\d+[smhd]$/, 'must be a number with a unit: 30s, 15m, 1h or 7d')
    .default(preset)
    .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
    .refine((ms) => ms > 0, 'must be longer than zero');

/** Bytes per unit of a size. */
const UNIT_BYTES = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;

/** A size such as `500MB` or `20GB`, read as bytes. */
const size = (preset: string) =>
  z
    .string()
    .regex(/^\d{1,6}(MB|GB|TB)$/, 'must be a number with a unit: 500MB, 20GB or 1TB')
    .default(preset)
    .transform((text) => Number(text.slice(0, -2)) * UNIT_BYTES[text.slice(-2) as keyof typeof UNIT_BYTES]);

const boolean = (preset: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(preset)
    .transform((text) => text === 'true');

const integer = (min: number, max: number, preset: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(preset))
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

const port = (preset: number) => integer(0, 65_535, preset);

/** A secret of at least 64 bytes of base64; `openssl rand -base64 64` makes one. */
const secret = z
  .string('is required: make one with `openssl rand -base64 64 | tr -d "\\n"`')
  .regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'must be base64')
  .refine(
    (text) => Buffer.from(text, 'base64').length >= 64,
    'is too short: it needs at least 64 random bytes, such as from `openssl rand -base64 64 | tr -d "\\n"`',
  );

/** Secrets that were replaced, newest first. */
const formerSecrets = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((each) => each.trim())))
  .pipe(z.array(secret));

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Addresses of web apps, reduced to the form that browsers send as `Origin`. */
const origins = list.transform((addresses, { issues }) =>
  addresses.flatMap((input) => {
    const url = URL.parse(input);
    if (url && /^https?:$/.test(url.protocol) && !url.host.includes('*')) return [url.origin];
    const message = `must be a list of origins such as https://app.example.com, but ${input} isn't an origin`;
    issues.push({ code: 'custom', message, input });
    return [];
  }),
);

/** Hosts with their ports. */
const addresses = list.transform((written, { issues }) =>
  written.flatMap((input) => {
    const [, host, port] = input.match(/^(?:\[?([^\s[\]]+?)\]?):(\d{1,5})$/) ?? [];
    if (host && Number(port) <= 65_535) return [{ host, port: Number(port) }];
    const message = `must be a list of addresses such as redis-1:26379, but ${input} isn't one`;
    issues.push({ code: 'custom', message, input });
    return [];
  }),
);

/** The longest local part of an address (RFC 5321, 4.5.3.1.1), and the length of a mail's reference with its plus. */
const LONGEST_LOCAL_PART = 64;
const BOUNCE_REFERENCE = 50;

/** Every variable of the service. Blank counts as unset. */
export const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),

  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port(3001),
  FRONTEND_URL: origin.optional(),
  CORS_ORIGINS: origins,
  COOKIE_DOMAIN: z.string().default(''),
  LIVENESS_URL: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })], 'must be an http or https address, or off')
    .optional(),
  TRUST_PROXY: integer(0, 10, 0),
  RATE_LIMIT_SCALE: z
    .string()
    .default('1')
    .transform(Number)
    .refine((n) => n > 0, 'must be a number above 0'),

  JWT_SECRET: secret,
  JWT_SECRET_PREVIOUS: formerSecrets,
  JWT_EXPIRES_IN: duration('1h'),
  JWT_REFRESH_EXPIRES_IN: duration('7d'),
  ACTIVITY_HMAC_SECRET: secret,
  ACTIVITY_HMAC_SECRET_PREVIOUS: formerSecrets,
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(
      (key) => key === '' || isPushKey(key),
      'must be a private key of P-256 in base64url: `npx web-push generate-vapid-keys` makes one',
    )
    .default(''),
  TWO_FACTOR_ISSUER: z.string().default('Vault Handover'),
  ADMIN_EMAILS: list,
  REGISTRATION: z.enum(['open', 'invited', 'closed']).default('open'),

  DATABASE_URL: z.string().default(''),
  DB_HOST: z.string().default('127.0.0.1'),
  DB_PORT: port(5432),
  DB_NAME: z.string().default('vault'),
  DB_USER: z.string().default('vault'),
  DB_PASSWORD: z.string().default(''),
  DB_TLS: boolean('false'),
  DB_TLS_CA: z.string().default(''),
  DB_TLS_CERT: z.string().default(''),
  DB_TLS_KEY: z.string().default(''),
  REDIS_URL: z.string().default(''),
  REDIS_HOST: z.string().default('127.0.0.1'),
  REDIS_PORT: port(6379),
  REDIS_USER: z.string().default(''),
  REDIS_PASSWORD: z.string().default(''),
  REDIS_TLS: boolean('false'),
  REDIS_TLS_CA: z.string().default(''),
  REDIS_TLS_CERT: z.string().default(''),
  REDIS_TLS_KEY: z.string().default(''),
  REDIS_SENTINELS: addresses,
  REDIS_SENTINEL_NAME: z.string().default('mymaster'),
  REDIS_SENTINEL_PASSWORD: z.string().default(''),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_TASK_QUEUE: z.string().default('vault'),
  TEMPORAL_TLS: boolean('false'),
  TEMPORAL_TLS_SERVER_NAME: z.string().default(''),
  TEMPORAL_TLS_CA: z.string().default(''),
  TEMPORAL_TLS_CERT: z.string().default(''),
  TEMPORAL_TLS_KEY: z.string().default(''),
  TEMPORAL_API_KEY: z.string().default(''),
  WORKER_METRICS_ADDRESS: z
    .string()
    .regex(
      /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\]):\d{1,5}$/i,
      'must be an IP address and a port: 127.0.0.1:9464',
    )
    .default(''),

  SMTP_HOST: z.string().default(''),
  SMTP_PORT: port(587),
  SMTP_SECURE: boolean('false'),
  SMTP_REQUIRE_TLS: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional(),
  SMTP_USER: z.string().default(''),
  SMTP_PASS: z.string().default(''),
  SMTP_RATE: z
    .string()
    .transform(Number)
    .refine((n) => n >= 0.001 && n <= 10_000, 'must be a number of mails per second above 0')
    .optional(),
  SMTP_FROM: z.string().default('Vault Handover <vault@localhost>'),

  BOUNCE_ADDRESS: z
    .string()
    .regex(/^[^\s@<>+]+@[^\s@<>]+$/, 'must be an address without a name or a plus sign: returns@example.com')
    .refine(
      (address) => address.indexOf('@') <= LONGEST_LOCAL_PART - BOUNCE_REFERENCE,
      `must have at most ${LONGEST_LOCAL_PART - BOUNCE_REFERENCE} characters before the @: each mail adds ${BOUNCE_REFERENCE}`,
    )
    .default(''),
  BOUNCE_IMAP_HOST: z.string().default(''),
  BOUNCE_IMAP_PORT: port(993),
  BOUNCE_IMAP_SECURE: boolean('true'),
  BOUNCE_IMAP_USER: z.string().default(''),
  BOUNCE_IMAP_PASS: z.string().default(''),
  BOUNCE_IMAP_MAILBOX: z.string().default('INBOX'),
  BOUNCE_WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => text.length >= 32,
      'is too short: it needs at least 32 characters, such as from `openssl rand -hex 32`',
    )
    .default(''),
  BOUNCE_SNS_TOPIC: z
    .string()
    .regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/, 'must be the ARN of a topic: arn:aws:sns:eu-west-1:…')
    .default(''),

  PAYMENT_SECRET_KEY: z.string().default(''),
  PAYMENT_API_BASE: origin.optional(),
  PAYMENT_WEBHOOK_SECRET: z.string().default(''),
  PAYMENT_PRO_PRICE_ID: z.string().default(''),
  PAYMENT_FAMILY_PRICE_ID: z.string().default(''),
  DEFAULT_PLAN: z.enum(['free', 'pro', 'family']).optional(),
  ENTRIES_QUOTA_FREE: size('50MB'),
  ENTRIES_QUOTA_PRO: size('1GB'),
  ENTRIES_QUOTA_FAMILY: size('5GB'),
  TRASH_QUOTA_FREE: size('100MB'),
  TRASH_QUOTA_PRO: size('2GB'),
  TRASH_QUOTA_FAMILY: size('10GB'),

  FILES_DIR: z.string().default(''),
  FILES_S3_ENDPOINT: origin.optional(),
  FILES_S3_BUCKET: z.string().default(''),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().default(''),
  FILES_S3_SECRET_ACCESS_KEY: z.string().default(''),
  FILES_QUOTA_FREE: size('1GB'),
  FILES_QUOTA_PRO: size('20GB'),
  FILES_QUOTA_FAMILY: size('100GB'),

  BACKUP_DIR: z.string().default(''),
  BACKUP_HOUR: integer(0, 23, 3),
  BACKUP_DATABASES: list,
  BACKUP_USER: z.string().default(''),
  BACKUP_PASSWORD: z.string().default(''),

  SITE_DIR: z.string().default(''),
  SITE_OPERATOR: z.string().default(''),
  SITE_PLACE: z.string().default(''),
  SITE_CONTACT: z.string().default(''),

  ALLOW_LOOPBACK_WAYS_IN_TESTS: boolean('false'),

  GRACE_PERIOD_HOURS: integer(1, 24 * 365, 48),
  DAY_LENGTH_MS: integer(100, 86_400_000, 86_400_000),
});

export type Config = Omit<
  z.output<typeof schema>,
  'FRONTEND_URL' | 'LIVENESS_URL' | 'SMTP_REQUIRE_TLS' | 'DEFAULT_PLAN'
> & {
  FRONTEND_URL: string;
  SMTP_REQUIRE_TLS: boolean;
  /** Null if no address is checked. */
  LIVENESS_URL: string | null;
  /** Without paid plans nobody could buy more room, so everything is included. */
  DEFAULT_PLAN: 'free' | 'pro' | 'family';
};

const SITE_FACTS = ['SITE_OPERATOR', 'SITE_PLACE', 'SITE_CONTACT'] as const;

/** What the operator has not said about themselves, in a sentence; null if they have said it all. */
export function missingForSite(given: Partial<Record<(typeof SITE_FACTS)[number], string>>): string | null {
  const missing = SITE_FACTS.filter((name) => !given[name]);
  if (missing.length === 0) return null;
  return `${missing.join(', ')} not set: the first page can't say who runs this service`;
}

/** What offering paid plans takes. */
export const PAYMENT_SETTINGS = [
  'PAYMENT_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
  'PAYMENT_PRO_PRICE_ID',
  'PAYMENT_FAMILY_PRICE_ID',
] as const;

/** The names of all variables, and of the files that secrets can be in. */
export const VARIABLES: readonly string[] = [...Object.keys(schema.shape), ...SECRET_FILES];

/**
 * The variables that are set, with secrets read from their files, and with the parts of `DATABASE_URL` and `REDIS_URL`
 * in their place.
 *
 * @throws ConfigError naming the variable and what is wrong
 */
export function readVariables(env: Record<string, string | undefined>): Record<string, string> {
  const set = VARIABLES.map((name) => [name, env[name]?.trim() ?? ''] as const);
  return withServerUrls(withSecretFiles(Object.fromEntries(set.filter(([, value]) => value !== ''))));
}

/**
 * Reads the configuration.
 *
 * @param env the process's environment by default
 * @throws ConfigError naming every variable that is missing or wrong, one line each
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = readVariables(env);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  }
  const config = parsed.data;
  checkTls(config);
  checkBounces(config);
  checkFiles(config);
  if (config.NODE_ENV === 'production') {
    if (config.DAY_LENGTH_MS !== UNIT_MS.d) {
      throw new ConfigError('DAY_LENGTH_MS is for tests and demos: leave it unset in production');
    }
    if (config.ALLOW_LOOPBACK_WAYS_IN_TESTS) {
      throw new ConfigError(
        'ALLOW_LOOPBACK_WAYS_IN_TESTS is for tests: in production it would let users reach this machine',
      );
    }
    if (!config.FRONTEND_URL) {
      throw new ConfigError('FRONTEND_URL is required in production: the https address that people open');
    }
    // Browsers reject Secure cookies over http, and links in mails would send their tokens unencrypted.
    if (!config.FRONTEND_URL.startsWith('https://')) {
      throw new ConfigError('FRONTEND_URL must be an https address in production');
    }
    if (config.SMTP_HOST !== '' && !given.SMTP_FROM) {
      throw new ConfigError(
        'SMTP_FROM is required in production: mail from vault@localhost is not delivered',
      );
    }
  }
  const {
    FRONTEND_URL = `http://localhost:${config.API_PORT}`,
    LIVENESS_URL = `${FRONTEND_URL}/health`,
    SMTP_REQUIRE_TLS = config.NODE_ENV === 'production',
    DEFAULT_PLAN = PAYMENT_SETTINGS.every((name) => config[name] !== '') ? 'free' : 'family',
  } = config;
  return {
    ...config,
    FRONTEND_URL,
    LIVENESS_URL: LIVENESS_URL === 'off' ? null : LIVENESS_URL,
    SMTP_REQUIRE_TLS,
    DEFAULT_PLAN,
  };
}

/** The servers that we reach over TLS if their `…_TLS` says so. */
type TlsServer = 'DB' | 'REDIS' | 'TEMPORAL';

/** Without TLS these have no effect, so setting them is a mistake. */
const NEEDS_TLS = [
  ...(['DB_TLS_CA', 'DB_TLS_CERT', 'DB_TLS_KEY'] as const),
  ...(['REDIS_TLS_CA', 'REDIS_TLS_CERT', 'REDIS_TLS_KEY'] as const),
  'TEMPORAL_TLS_SERVER_NAME',
  ...(['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_API_KEY'] as const),
] as const;

function checkTls(config: z.output<typeof schema>): void {
  for (const server of ['DB', 'REDIS', 'TEMPORAL'] as const) {
    const idle = NEEDS_TLS.find((name) => name.startsWith(server) && config[name] !== '');
    if (idle && !config[`${server}_TLS`]) {
      throw new ConfigError(`${idle} is only used with ${server}_TLS=true: set that too, or leave it unset`);
    }
    if ((config[`${server}_TLS_CERT`] === '') !== (config[`${server}_TLS_KEY`] === '')) {
      throw new ConfigError(`${server}_TLS_CERT and ${server}_TLS_KEY belong together: set both, or neither`);
    }
  }
}

function checkBounces(config: z.output<typeof schema>): void {
  const { BOUNCE_IMAP_HOST: host, BOUNCE_IMAP_USER: user, BOUNCE_IMAP_PASS: pass } = config;
  if ([host, user, pass].some((each) => each === '') && [host, user, pass].some((each) => each !== '')) {
    throw new ConfigError(
      'BOUNCE_IMAP_HOST, BOUNCE_IMAP_USER and BOUNCE_IMAP_PASS belong together: set all of them, or none',
    );
  }
  if (host !== '' && config.BOUNCE_ADDRESS === '') {
    throw new ConfigError('BOUNCE_IMAP_HOST needs BOUNCE_ADDRESS: the address of the mailbox that is read');
  }
}

function checkFiles(config: z.output<typeof schema>): void {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: id, FILES_S3_SECRET_ACCESS_KEY: key } = config;
  if ([bucket, id, key].some((each) => each === '') && [bucket, id, key].some((each) => each !== '')) {
    throw new ConfigError(
      'FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY belong together: set all of them, or none',
    );
  }
}

/** How we check a server over TLS, and who we are to it; without an authority, the well-known ones are trusted. */
export interface ClientTls {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

/** @throws ConfigError naming a file that cannot be read */
function tlsOf(config: Config, server: TlsServer): ClientTls {
  const read = (name: `${TlsServer}_TLS_${'CA' | 'CERT' | 'KEY'}`) => readNamedFile(name, config[name]);
  return {
    ...(config[`${server}_TLS_CA`] === '' ? {} : { ca: read(`${server}_TLS_CA`) }),
    ...(config[`${server}_TLS_CERT`] === ''
      ? {}
      : { cert: read(`${server}_TLS_CERT`), key: read(`${server}_TLS_KEY`) }),
  };
}

/** How to connect to Temporal. */
export interface TemporalAddress {
  address: string;
  tls?: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
  apiKey?: string;
}

/**
 * Where Temporal is, and how we authenticate.
 *
 * @throws ConfigError naming a file that cannot be read
 */
export function temporalOf(config: Config): TemporalAddress {
  const address = config.TEMPORAL_ADDRESS;
  if (!config.TEMPORAL_TLS) return { address };
  const { TEMPORAL_TLS_SERVER_NAME: serverNameOverride, TEMPORAL_API_KEY: apiKey } = config;
  const { ca, cert, key } = tlsOf(config, 'TEMPORAL');
  return {
    address,
    tls: {
      ...(serverNameOverride === '' ? {} : { serverNameOverride }),
      ...(ca ? { serverRootCACertificate: ca } : {}),
      ...(cert && key ? { clientCertPair: { crt: cert, key } } : {}),
    },
    ...(apiKey === '' ? {} : { apiKey }),
  };
}

/** The planner's rules: the lengths of a day and of a grace period, both in milliseconds. */
export const rulesOf = (config: Config): { dayMs: number; graceMs: number } => ({
  dayMs: config.DAY_LENGTH_MS,
  graceMs: (config.GRACE_PERIOD_HOURS / 24) * config.DAY_LENGTH_MS,
});

/**
 * Where the database is, and how we authenticate.
 *
 * @throws ConfigError naming a file that cannot be read
 */
export const databaseOf = (config: Config) => ({
  host: config.DB_HOST,
  port: config.DB_PORT,
  name: config.DB_NAME,
  user: config.DB_USER,
  password: config.DB_PASSWORD,
  ...(config.DB_TLS ? { tls: tlsOf(config, 'DB') } : {}),
});

/**
 * Where Redis is, and how we authenticate. With Sentinels, they name the host and port.
 *
 * @throws ConfigError naming a file that cannot be read
 */
export const redisOf = (config: Config) => ({
  host: config.REDIS_HOST,
  port: config.REDIS_PORT,
  user: config.REDIS_USER,
  password: config.REDIS_PASSWORD,
  ...(config.REDIS_TLS ? { tls: tlsOf(config, 'REDIS') } : {}),
  ...(config.REDIS_SENTINELS.length === 0
    ? {}
    : {
        sentinel: {
          addresses: config.REDIS_SENTINELS,
          name: config.REDIS_SENTINEL_NAME,
          password: config.REDIS_SENTINEL_PASSWORD,
        },
      }),
});

/** The secret that signs, and after it those that are still accepted, newest first. */
type SecretList = readonly [current: string, ...previous: string[]];

export const jwtSecretsOf = (config: Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>): SecretList => [
  config.JWT_SECRET,
  ...config.JWT_SECRET_PREVIOUS,
];

export const activitySecretsOf = (
  config: Pick<Config, 'ACTIVITY_HMAC_SECRET' | 'ACTIVITY_HMAC_SECRET_PREVIOUS'>,
): SecretList => [config.ACTIVITY_HMAC_SECRET, ...config.ACTIVITY_HMAC_SECRET_PREVIOUS];

/** The mail server that everything is sent through, as `mail/smtp.ts` takes it. */
export const mailServerOf = (config: Config) => ({
  host: config.SMTP_HOST,
  port: config.SMTP_PORT,
  secure: config.SMTP_SECURE,
  requireTls: config.SMTP_REQUIRE_TLS,
  user: config.SMTP_USER,
  password: config.SMTP_PASS,
  from: config.SMTP_FROM,
  returnAddress: config.BOUNCE_ADDRESS,
});

/** As whom PostgreSQL's programs dump and restore. */
export const backupToolsOf = (config: Config) => ({
  path: process.env.PATH ?? '',
  host: config.DB_HOST,
  port: config.DB_PORT,
  user: config.BACKUP_USER || config.DB_USER,
  password: config.BACKUP_PASSWORD || config.DB_PASSWORD,
  ca: config.DB_TLS ? config.DB_TLS_CA : null,
});

/** Where files are kept. */
export const filesOf = (config: Config) => ({
  folder: config.FILES_DIR === '' ? null : config.FILES_DIR,
  s3:
    config.FILES_S3_BUCKET === ''
      ? null
      : {
          endpoint: config.FILES_S3_ENDPOINT ?? null,
          bucket: config.FILES_S3_BUCKET,
          region: config.FILES_S3_REGION,
          accessKeyId: config.FILES_S3_ACCESS_KEY_ID,
          secretAccessKey: config.FILES_S3_SECRET_ACCESS_KEY,
        },
});

export { pushKeysOf } from './config/push-keys.ts';

/** Which addresses that users give may be reached. */
export const addressRulesOf = (config: Config): { allowLoopback: boolean } => ({
  allowLoopback: config.ALLOW_LOOPBACK_WAYS_IN_TESTS,
});

/** The mailbox in which reports of returned mail arrive; null if none is configured. */
export const returnMailboxOf = (config: Config) =>
  config.BOUNCE_IMAP_HOST === ''
    ? null
    : {
        host: config.BOUNCE_IMAP_HOST,
        port: config.BOUNCE_IMAP_PORT,
        secure: config.BOUNCE_IMAP_SECURE,
        user: config.BOUNCE_IMAP_USER,
        password: config.BOUNCE_IMAP_PASS,
        mailbox: config.BOUNCE_IMAP_MAILBOX,
      };

/** Whether reports of mail returned after its acceptance can reach us. */
export const hearsOfReturns = (config: Config): boolean =>
  [config.BOUNCE_IMAP_HOST, config.BOUNCE_WEBHOOK_SECRET, config.BOUNCE_SNS_TOPIC].some(
    (each) => each !== '',
  );

/** Whether a mail server is configured. Without one, switches are on hold. */
export const mailConfigured = (config: Config): boolean => config.SMTP_HOST !== '';

/** The origins that may send cookie-authenticated writes and open the websocket. */
export const allowedOrigins = (config: Config): string[] => [
  new URL(config.FRONTEND_URL).origin,
  ...config.CORS_ORIGINS,
];
