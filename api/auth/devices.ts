/**
 * Device cookies (OWASP, "Slow down online guessing attacks with device cookies"). A browser or app that has logged in
 * to an account carries a signed token, and its failed attempts are counted separately. Strangers who guess passwords
 * for the address then only lock out strangers.
 *
 * A token identifies the account, though not in plain text, the credentials it was made under, and when the device was
 * first used. After a change or reset of the password it is invalid. Nothing is stored, and it opens nothing: the
 * password is still needed.
 */

import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { jwtSecretsOf } from '../../config.ts';
import type { UserRow } from '../../db/entities/user.ts';
import type { SecretConfig } from './secret-config.ts';

type AccountCredentials = Pick<UserRow, 'email' | 'authHash'>;

/** Browsers keep no cookie longer. */
export const DEVICE_LIVES_MS = 400 * 86_400_000;

/** A device that has been in use this long is an established one of the owner's. A newer one may be a thief's. */
export const ESTABLISHED_AFTER_MS = 7 * 86_400_000;

/** A valid token, whatever account it is for. */
export interface DeviceToken {
  /** Random. Its attempts are counted under this. */
  id: string;
  /** The first log-in of this device with this password. */
  since: Date;
  /** Identifies the password it was issued under, as `deviceCredentials` does. */
  credentials: string;
  /** Whether it was issued for this address. */
  isFor(email: string): boolean;
  /** Whether it was issued for this account as it is now: same address, same password. */
  isOf(account: AccountCredentials): boolean;
}

const PART = 16;
const FORM = /^([\w-]{22})\.([0-9a-z]{1,8})\.([\w-]{22})\.([\w-]{22})\.([\w-]{22})$/;

function macs(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'device tokens', 32));
  const mac = (what: string, text: string) =>
    createHmac('sha256', key).update(`${what} ${text}`).digest().subarray(0, PART).toString('base64url');
  return {
    address: (email: string) => mac('address', email),
    credentials: (authHash: string) => mac('credentials', authHash),
    token: (...parts: readonly string[]) => mac('token', parts.join('.')),
  };
}

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A new token for a device that has just logged in. @param since from its last token; now, if it had none */
export function issueDevice(
  keys: SecretConfig,
  { email, authHash }: AccountCredentials,
  since: Date,
): string {
  const { address, credentials, token } = macs(keys.JWT_SECRET);
  const id = randomBytes(PART).toString('base64url');
  const seconds = Math.floor(since.getTime() / 1_000).toString(36);
  const parts = [id, seconds, address(email), credentials(authHash)];
  return [...parts, token(...parts)].join('.');
}

/** The `credentials` of tokens issued under this password, one for each secret. They don't reveal the password. */
export const deviceCredentials = (keys: SecretConfig, authHash: string): string[] =>
  jwtSecretsOf(keys).map((secret) => macs(secret).credentials(authHash));

/** @returns null for anything that is not a valid token */
export function readDevice(keys: SecretConfig, text: unknown): DeviceToken | null {
  const [, id, since = '', itsAddress = '', itsCredentials = '', mac = ''] =
    (typeof text === 'string' && text.match(FORM)) || [];
  if (id === undefined) return null;
  const ours = jwtSecretsOf(keys)
    .map(macs)
    .find(({ token }) => same(mac, token(id, since, itsAddress, itsCredentials)));
  if (!ours) return null;
  const { address, credentials } = ours;
  const isFor = (email: string) => same(itsAddress, address(email));
  return {
    id,
    since: new Date(Number.parseInt(since, 36) * 1_000),
    credentials: itsCredentials,
    isFor,
    isOf: ({ email, authHash }) => isFor(email) && same(itsCredentials, credentials(authHash)),
  };
}
