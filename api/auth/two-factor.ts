/**
 * The second factor: TOTP (RFC 6238: SHA-1, 6 digits, 30 seconds, as in every authenticator app) and recovery codes.
 * Secrets are sealed with AES-256-GCM under a key from `JWT_SECRET`, so that a copy of the database produces no
 * codes. Recovery codes are hashes and keep working after `JWT_SECRET` is changed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUIDv7,
} from 'node:crypto';
import { type Config, jwtSecretsOf } from '../../config.ts';
import { RecoveryCode } from '../../db/entities/recovery-code.ts';
import { SecondFactorRemoval } from '../../db/entities/second-factor-removal.ts';
import { Token } from '../../db/entities/token.ts';
import { TwoFactor } from '../../db/entities/two-factor.ts';
import type { EntityManager } from '../../db/orm.ts';
import { transact } from '../../db/transact.ts';
import type { SecretConfig } from './secret-config.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 20;
const RESEAL_BATCH = 500;
/** Sorts before every user's ID. */
const NO_USER = '00000000-0000-0000-0000-000000000000';
/** The code of the step before or after is accepted too, because clocks differ and typing takes time. */
const TOLERANCE_SECONDS = 30;
/** A setup that was not finished within this time has to start over. */
const PENDING_MS = 60 * 60_000;

const RECOVERY_CODES = 10;
/** 16 of these are 80 bits, too many to guess even with the hashes. No I, L, O, U (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 16;

const sealKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'two-factor secrets', 32));

/** @returns base64 of IV, ciphertext and tag, bound to this owner */
function sealSecret(keys: SecretConfig, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealKey(keys.JWT_SECRET), iv).setAAD(Buffer.from(userId));
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, data, cipher.getAuthTag()]).toString('base64');
}

/** @returns null if it was sealed with a secret that is no longer listed or for another owner, or was altered */
function openSecret(keys: SecretConfig, userId: string, sealed: string): string | null {
  for (const secret of jwtSecretsOf(keys)) {
    const opened = openWith(secret, userId, sealed);
    if (opened !== null) return opened;
  }
  return null;
}

function openWith(secret: string, userId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const [iv, data, tag] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, -TAG_BYTES),
    bytes.subarray(-TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), iv)
      .setAAD(Buffer.from(userId))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * Seals every secret with the current `JWT_SECRET`. Each row changes only if it is still the one that was read. Each
 * batch is a transaction of its own, so that no owner's log-in waits long; what was done stays if a later batch fails.
 *
 * @returns how many were sealed with another `JWT_SECRET` before, and how many can't be opened with any that is listed
 */
export async function resealSecrets(
  em: EntityManager,
  keys: SecretConfig,
): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 };
  for (let after: string | undefined = NO_USER; after !== undefined; ) {
    const from: string = after;
    const done = await transact(em, (tx) => resealBatch(tx, keys, from));
    counts.resealed += done.resealed;
    counts.lost += done.lost;
    after = done.last;
  }
  return counts;
}

/** Seals the secrets of the next owners after this one. @returns also the last of them; undefined if there were none */
async function resealBatch(em: EntityManager, keys: SecretConfig, after: string) {
  const counts = { resealed: 0, lost: 0 };
  const rows = await em.find(
    TwoFactor,
    { userId: { $gt: after } },
    { orderBy: { userId: 'asc' }, limit: RESEAL_BATCH },
  );
  for (const row of rows) {
    const { userId } = row;
    for (const field of ['secret', 'pendingSecret'] as const) {
      const sealed = row[field];
      if (!sealed || openWith(keys.JWT_SECRET, userId, sealed) !== null) continue;
      const secret = openSecret(keys, userId, sealed);
      if (secret === null) counts.lost += 1;
      else
        counts.resealed += await em.nativeUpdate(
          TwoFactor,
          { userId, [field]: sealed },
          { [field]: sealSecret(keys, userId, secret) },
        );
    }
  }
  return { ...counts, last: rows.at(-1)?.userId };
}

/** @returns the time step of the code; null if it belongs to no step around now */
async function stepOf(secret: string, token: string, now: Date): Promise<number | null> {
  const digits = token.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  // Not loaded at start, because many processes never need it.
  const { verify } = await import('otplib');
  const result = await verify({ secret, token: digits, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Makes a new secret, shown only once. It has no effect until one of its codes is sent to `enableTwoFactor`. */
export async function setUpTwoFactor(
  em: EntityManager,
  config: Config,
  { id: userId, email }: { id: string; email: string },
  now: Date,
) {
  const [{ generateSecret, generateURI }, { toDataURL }] = await Promise.all([
    import('otplib'),
    import('qrcode'),
  ]);
  const secret = generateSecret({ length: SECRET_BYTES });
  const sealed = sealSecret(config, userId, secret);
  await em.execute(
    `insert into two_factor (user_id, pending_secret, pending_at) values (?, ?, ?)
     on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_at = excluded.pending_at`,
    [userId, sealed, now],
  );
  const otpauthUrl = generateURI({ issuer: config.TWO_FACTOR_ISSUER, label: email, secret });
  return { secret, otpauthUrl, qrCodeDataUrl: await toDataURL(otpauthUrl) };
}

/**
 * Activates the secret of the setup.
 *
 * @returns the recovery codes; `not_set_up` without a setup in the last hour; `wrong_code`
 */
export async function enableTwoFactor(
  em: EntityManager,
  keys: SecretConfig,
  userId: string,
  token: string,
  now: Date,
): Promise<string[] | 'not_set_up' | 'wrong_code'> {
  const row = await em.findOne(TwoFactor, { userId }, { refresh: true });
  const { pendingSecret, pendingAt } = row ?? {};
  const fresh = pendingAt && now.getTime() - pendingAt.getTime() < PENDING_MS;
  const secret = pendingSecret && fresh ? openSecret(keys, userId, pendingSecret) : null;
  if (!pendingSecret || !secret) return 'not_set_up';
  const step = await stepOf(secret, token, now);
  if (step === null) return 'wrong_code';
  const enabled = await em.nativeUpdate(
    TwoFactor,
    { userId, pendingSecret },
    { secret: pendingSecret, lastStep: step, pendingSecret: null, pendingAt: null },
  );
  return enabled === 1 ? renewRecoveryCodes(em, userId) : 'not_set_up';
}

/** Deletes a pending removal and its links: an owner with the second factor doesn't need them. */
export async function stopRemoval(em: EntityManager, userId: string): Promise<void> {
  await em.nativeDelete(SecondFactorRemoval, { userId });
  await em.nativeDelete(Token, { userId, purpose: 'second_factor_removal', consumedAt: null });
}

/** Deletes the secret and the recovery codes, and a pending removal. */
export async function removeTwoFactor(em: EntityManager, userId: string): Promise<void> {
  await stopRemoval(em, userId);
  await em.nativeDelete(TwoFactor, { userId });
  await em.nativeDelete(RecoveryCode, { userId });
}

/** Accepts a code from the authenticator app. Each time step is accepted only once. */
export async function useToken(
  em: EntityManager,
  keys: SecretConfig,
  userId: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const row = await em.findOne(TwoFactor, { userId }, { refresh: true });
  const sealed = row?.secret;
  const secret = sealed ? openSecret(keys, userId, sealed) : null;
  const step = secret === null ? null : await stepOf(secret, token, now);
  if (!sealed || step === null) return false;
  const taken = await em.nativeUpdate(
    TwoFactor,
    { userId, secret: sealed, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] },
    { lastStep: step },
  );
  return taken === 1;
}

/** The form that is hashed: without separators, and with look-alike characters replaced. */
const normalized = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');

const hashOf = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${normalized(code)}`)
    .digest();

/**
 * Replaces all recovery codes.
 *
 * @returns the new ones, shown only once: `XXXX-XXXX-XXXX-XXXX`
 */
export async function renewRecoveryCodes(em: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  );
  await em.nativeDelete(RecoveryCode, { userId });
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ id: randomUUIDv7(), userId, hash: hashOf(userId, code), usedAt: null })),
  );
  return codes;
}

/**
 * Uses up a recovery code.
 *
 * @returns how many are left; null if it is wrong or was already used
 */
export async function useRecoveryCode(
  em: EntityManager,
  userId: string,
  code: string,
  now: Date,
): Promise<number | null> {
  const used = await em.nativeUpdate(
    RecoveryCode,
    { userId, hash: hashOf(userId, code), usedAt: null },
    { usedAt: now },
  );
  return used === 1 ? em.count(RecoveryCode, { userId, usedAt: null }) : null;
}
