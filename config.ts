/**
 * Configuration, and the only reader of `process.env`: it is read and checked here, and each part of the service gets
 * what it needs. The variables are in `config/schema.ts`.
 */
import { checkTogether } from './config/checks.ts';
import { ConfigError, orExit } from './config/config-error.ts';
import { type GivenConfig, schema } from './config/schema.ts';
import { readNamedFile, SECRET_FILES, withSecretFiles } from './config/secret-files.ts';
import { withServerUrls } from './config/server-urls.ts';
import type { SecretList } from './db/secret-list.ts';

export { ConfigError, orExit, schema };

export type Config = Omit<
  GivenConfig,
  'FRONTEND_URL' | 'LIVENESS_URL' | 'SMTP_REQUIRE_TLS' | 'BOUNCE_IMAP_REQUIRE_TLS' | 'DEFAULT_PLAN'
> & {
  FRONTEND_URL: string;
  SMTP_REQUIRE_TLS: boolean;
  BOUNCE_IMAP_REQUIRE_TLS: boolean;
  /** Null if no address is checked. */
  LIVENESS_URL: string | null;
  /** Without paid plans nobody could buy more room, so everything is included. */
  DEFAULT_PLAN: 'free' | 'pro' | 'family';
};

const SITE_FACTS = ['SITE_OPERATOR', 'SITE_PLACE', 'SITE_CONTACT'] as const;

/** A sentence that names what the operator has not configured about themselves; null if nothing is missing. */
export function missingForSite(given: Partial<Record<(typeof SITE_FACTS)[number], string>>): string | null {
  const missing = SITE_FACTS.filter((name) => !given[name]);
  if (missing.length === 0) return null;
  return `${missing.join(', ')} not set: the first page can't say who runs this service`;
}

/** The settings that paid plans require. */
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
  checkTogether(config, given.SMTP_FROM);
  const {
    FRONTEND_URL = `http://localhost:${config.API_PORT}`,
    LIVENESS_URL = `${FRONTEND_URL}/health`,
    SMTP_REQUIRE_TLS = config.NODE_ENV === 'production',
    BOUNCE_IMAP_REQUIRE_TLS = config.NODE_ENV === 'production',
    DEFAULT_PLAN = PAYMENT_SETTINGS.every((name) => config[name] !== '') ? 'free' : 'family',
  } = config;
  return {
    ...config,
    FRONTEND_URL,
    LIVENESS_URL: LIVENESS_URL === 'off' ? null : LIVENESS_URL,
    SMTP_REQUIRE_TLS,
    BOUNCE_IMAP_REQUIRE_TLS,
    DEFAULT_PLAN,
  };
}
/** The servers that we reach over TLS if their `…_TLS` says so. */
type TlsServer = 'DB' | 'REDIS' | 'TEMPORAL';

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

/** How PostgreSQL's programs connect to dump and restore. */
export const backupToolsOf = (config: Config) => ({
  path: process.env.PATH ?? '',
  host: config.DB_HOST,
  port: config.DB_PORT,
  user: config.BACKUP_USER || config.DB_USER,
  password: config.BACKUP_PASSWORD || config.DB_PASSWORD,
  tls: config.DB_TLS ? { ca: config.DB_TLS_CA, cert: config.DB_TLS_CERT, key: config.DB_TLS_KEY } : null,
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
        requireTls: config.BOUNCE_IMAP_REQUIRE_TLS,
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
