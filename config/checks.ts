/** Checks across several variables: which belong together, and what production requires. */
import { ConfigError } from './config-error.ts';
import type { GivenConfig } from './schema.ts';
import { UNIT_MS } from './values.ts';

/** Without TLS these have no effect, so setting them is a mistake. */
const NEEDS_TLS = [
  ...(['DB_TLS_CA', 'DB_TLS_CERT', 'DB_TLS_KEY'] as const),
  ...(['REDIS_TLS_CA', 'REDIS_TLS_CERT', 'REDIS_TLS_KEY'] as const),
  'TEMPORAL_TLS_SERVER_NAME',
  ...(['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY', 'TEMPORAL_API_KEY'] as const),
] as const;

function checkTls(config: GivenConfig): void {
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

function checkBounces(config: GivenConfig): void {
  const { BOUNCE_IMAP_HOST: host, BOUNCE_IMAP_USER: user, BOUNCE_IMAP_PASS: pass } = config;
  if ([host, user, pass].some((each) => each === '') && [host, user, pass].some((each) => each !== '')) {
    throw new ConfigError(
      'BOUNCE_IMAP_HOST, BOUNCE_IMAP_USER and BOUNCE_IMAP_PASS belong together: set all of them, or none',
    );
  }
  if (host !== '' && config.BOUNCE_ADDRESS === '') {
    throw new ConfigError('BOUNCE_IMAP_HOST needs BOUNCE_ADDRESS: the address of the mailbox that is read');
  }
  // SES reports no header of ours, only the return address.
  if (config.BOUNCE_SNS_TOPIC !== '' && config.BOUNCE_ADDRESS === '') {
    throw new ConfigError(
      'BOUNCE_SNS_TOPIC needs BOUNCE_ADDRESS: the return address by which a report names its mail',
    );
  }
}

function checkFiles(config: GivenConfig): void {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: id, FILES_S3_SECRET_ACCESS_KEY: key } = config;
  if ([bucket, id, key].some((each) => each === '') && [bucket, id, key].some((each) => each !== '')) {
    throw new ConfigError(
      'FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY belong together: set all of them, or none',
    );
  }
}

function checkProduction(config: GivenConfig, from: string | undefined): void {
  if (config.NODE_ENV !== 'production') return;
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
  if (config.SMTP_HOST !== '' && !from) {
    throw new ConfigError('SMTP_FROM is required in production: mail from vault@localhost is not delivered');
  }
}

/**
 * Checks what each variable requires of the others.
 *
 * @param from what `SMTP_FROM` was set to, if it was
 * @throws ConfigError saying what to set
 */
export function checkTogether(config: GivenConfig, from: string | undefined): void {
  checkTls(config);
  checkBounces(config);
  checkFiles(config);
  checkProduction(config, from);
}
