/** Secrets in files, as Docker, Kubernetes and systemd provide them. */
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Each of these may be in a file instead: `JWT_SECRET_FILE` is its path. */
export const SECRETS = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ACTIVITY_HMAC_SECRET',
  'ACTIVITY_HMAC_SECRET_PREVIOUS',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'DB_PASSWORD',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'TEMPORAL_API_KEY',
  'SMTP_PASS',
  'BOUNCE_IMAP_PASS',
  'BOUNCE_WEBHOOK_SECRET',
  'PAYMENT_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
  'FILES_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSWORD',
] as const;

export const SECRET_FILES: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

/**
 * The bytes of a file that a variable names.
 *
 * @throws ConfigError with the variable and the path if it can't be read
 */
export function readNamedFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} names a file that cannot be read: ${path} (${code})`);
  }
}

/**
 * The environment with the content of each secret's file in place of its path. Space around it is removed.
 *
 * @throws ConfigError if a file can't be read or is empty, or a secret is given both ways
 */
export function withSecretFiles(env: Readonly<Record<string, string>>): Record<string, string> {
  const all = { ...env };
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    delete all[`${name}_FILE`];
    if (all[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them`);
    const text = readNamedFile(`${name}_FILE`, path).toString().trim();
    if (text === '') throw new ConfigError(`${name}_FILE names an empty file: ${path}`);
    all[name] = text;
  }
  return all;
}
