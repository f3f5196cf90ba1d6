/**
 * Configuration: the schema of all environment variables, and the only reader of `process.env`. `.env.example` lists the
 * same variables; a test compares the two.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

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
  JWT_EXPIRES_IN: duration('1h'),
  JWT_REFRESH_EXPIRES_IN: duration('7d'),
  ACTIVITY_HMAC_SECRET: secret,
  TWO_FACTOR_ISSUER: z.string().default('Vault Handover'),
  ADMIN_EMAILS: list,

  DB_HOST: z.string().default('127.0.0.1'),
  DB_PORT: port(5432),
  DB_NAME: z.string().default('vault'),
  DB_USER: z.string().default('vault'),
  DB_PASSWORD: z.string().default(''),
  REDIS_HOST: z.string().default('127.0.0.1'),
  REDIS_PORT: port(6379),
  REDIS_PASSWORD: z.string().default(''),
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

  FILES_DIR: z.string().default(''),
  FILES_S3_ENDPOINT: origin.optional(),
  FILES_S3_BUCKET: z.string().default(''),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().default(''),
  FILES_S3_SECRET_ACCESS_KEY: z.string().default(''),
  FILES_QUOTA_FREE: size('1GB'),
  FILES_QUOTA_PRO: size('20GB'),
  FILES_QUOTA_FAMILY: size('100GB'),

  SITE_DIR: z.string().default(''),
  SITE_OPERATOR: z.string().default(''),
  SITE_PLACE: z.string().default(''),
  SITE_CONTACT: z.string().default(''),

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

/** Thrown if the environment is invalid; its message names the variables and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration.
 *
 * @param env the process's environment by default
 * @throws ConfigError naming every variable that is missing or wrong, one line each
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, env[name]?.trim()] as const)
      .filter(([, value]) => value),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  }
  const config = parsed.data;
  checkTemporal(config);
  checkBounces(config);
  checkFiles(config);
  if (config.NODE_ENV === 'production') {
    if (config.DAY_LENGTH_MS !== UNIT_MS.d) {
      throw new ConfigError('DAY_LENGTH_MS is for tests and demos: leave it unset in production');
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

/** Without TLS these have no effect, so setting them is a mistake. */
const NEEDS_TLS = [
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_TLS_CA',
  'TEMPORAL_TLS_CERT',
  'TEMPORAL_TLS_KEY',
  'TEMPORAL_API_KEY',
] as const;

function checkTemporal(config: z.output<typeof schema>): void {
  const idle = NEEDS_TLS.find((name) => config[name] !== '');
  if (idle && !config.TEMPORAL_TLS) {
    throw new ConfigError(`${idle} is only used with TEMPORAL_TLS=true: set that too, or leave it unset`);
  }
  if ((config.TEMPORAL_TLS_CERT === '') !== (config.TEMPORAL_TLS_KEY === '')) {
    throw new ConfigError('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY belong together: set both, or neither');
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

function readPem(config: Config, name: 'TEMPORAL_TLS_CA' | 'TEMPORAL_TLS_CERT' | 'TEMPORAL_TLS_KEY'): Buffer {
  try {
    return readFileSync(config[name]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} names a file that cannot be read: ${config[name]} (${code})`);
  }
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
  return {
    address,
    tls: {
      ...(serverNameOverride === '' ? {} : { serverNameOverride }),
      ...(config.TEMPORAL_TLS_CA === ''
        ? {}
        : { serverRootCACertificate: readPem(config, 'TEMPORAL_TLS_CA') }),
      ...(config.TEMPORAL_TLS_CERT === ''
        ? {}
        : {
            clientCertPair: {
              crt: readPem(config, 'TEMPORAL_TLS_CERT'),
              key: readPem(config, 'TEMPORAL_TLS_KEY'),
            },
          }),
    },
    ...(apiKey === '' ? {} : { apiKey }),
  };
}

/** The planner's rules: the lengths of a day and of a grace period, both in milliseconds. */
export const rulesOf = (config: Config): { dayMs: number; graceMs: number } => ({
  dayMs: config.DAY_LENGTH_MS,
  graceMs: (config.GRACE_PERIOD_HOURS / 24) * config.DAY_LENGTH_MS,
});

export const databaseOf = (config: Config) => ({
  host: config.DB_HOST,
  port: config.DB_PORT,
  name: config.DB_NAME,
  user: config.DB_USER,
  password: config.DB_PASSWORD,
});

export const redisOf = (config: Config) => ({
  host: config.REDIS_HOST,
  port: config.REDIS_PORT,
  password: config.REDIS_PASSWORD,
});

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
