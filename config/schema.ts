/** The schema of all environment variables. `.env.example` lists the same ones; a test compares the two. */
import { z } from 'zod';
import { isPushKey } from './push-keys.ts';
import {
  addresses,
  boolean,
  duration,
  formerSecrets,
  integer,
  list,
  optionalBoolean,
  origin,
  origins,
  port,
  secret,
  size,
} from './values.ts';

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
  SMTP_REQUIRE_TLS: optionalBoolean,
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
  BOUNCE_IMAP_REQUIRE_TLS: optionalBoolean,
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

/** As written by the operator: before values that depend on other variables are filled in. */
export type GivenConfig = z.output<typeof schema>;
