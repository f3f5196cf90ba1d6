/**
 * How clients derive keys from a password. We never see the password. We keep the version of each account, so that a
 * new version can cost more without locking anyone out.
 *
 * An address without a verified account gets a decoy: always the same version, and each version as often as accounts
 * have it. An unverified account gets one too, because anyone could have registered it a moment ago with a version of
 * their choice, and would see the response change.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { EntityManager } from '../../db/orm.ts';
import { invalid } from '../http/errors.ts';

export interface KeyDerivation {
  version: number;
  name: 'argon2id';
  memoryKiB: number;
  passes: number;
  parallelism: number;
}

/** Oldest first. A version never changes, and an API must know every version that an account has. */
export const KEY_DERIVATIONS: readonly KeyDerivation[] = [
  { version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 },
];

interface DerivationDeps {
  config: Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>;
  keyDerivations: readonly KeyDerivation[];
}

/**
 * A number from 0 to below 1, always the same for an address, and evenly spread over addresses. It uses the oldest
 * secret, because a decoy that changes with a new secret would show that the address has no account.
 */
function fractionOf(config: DerivationDeps['config'], email: string): number {
  const secret = config.JWT_SECRET_PREVIOUS.at(-1) ?? config.JWT_SECRET;
  const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'key derivation decoys', 32);
  const digest = createHmac('sha256', Buffer.from(key)).update(email).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/**
 * The decoy for an address. The newest versions have the lowest fractions, so as accounts move to newer versions,
 * decoys do too, and none ever moves back.
 *
 * @param versions oldest first
 * @param shares for each version, the share of accounts that have it or a newer one
 */
export function decoyVersion(
  versions: readonly number[],
  shares: Readonly<Record<string, number>>,
  fraction: number,
): number {
  const [oldest = 1] = versions;
  const newest = versions.at(-1) ?? oldest;
  // No accounts have been counted yet. The first ones will have the newest version.
  if (Object.keys(shares).length === 0) return newest;
  return versions.toReversed().find((version) => fraction < (shares[version] ?? 0)) ?? oldest;
}

export interface Derivations {
  /** How the account's password was derived. */
  kdf: KeyDerivation;
  /** How to derive a new password. */
  current: KeyDerivation;
}

/** The same statement and the same work for every address. */
export async function derivationsFor(
  { config, keyDerivations }: DerivationDeps,
  em: EntityManager,
  email: string,
): Promise<Derivations> {
  const [found] = await em.execute<{ version: number | null; shares: Record<string, number> }[]>(
    `select u.kdf_version as version, c.kdf_shares as shares
     from counted c left join "user" u on u.email = ? and u.email_verified_at is not null where c.id = 1`,
    [email],
  );
  const versions = keyDerivations.map(({ version }) => version);
  const decoy = decoyVersion(versions, found?.shares ?? {}, fractionOf(config, email));
  const version = found?.version ?? decoy;
  const current = newestOf({ keyDerivations });
  const kdf = keyDerivations.find((each) => each.version === version);
  if (!kdf) throw new Error(`this API does not know version ${version} of the key derivation`);
  return { kdf, current };
}

/** How a new password is derived. */
export function newestOf({ keyDerivations }: Pick<DerivationDeps, 'keyDerivations'>): KeyDerivation {
  const newest = keyDerivations.at(-1);
  if (!newest) throw new Error('this API knows no key derivation');
  return newest;
}

/**
 * Checks the version that a new password was derived with.
 *
 * @param atLeast the account's version, or the newest one for a new account
 * @throws Problem `validation_failed`
 */
export function checkKdfVersion(
  { keyDerivations }: Pick<DerivationDeps, 'keyDerivations'>,
  version: number,
  atLeast: number,
): void {
  const known = keyDerivations.some((each) => each.version === version);
  const path = 'body.kdfVersion';
  if (!known)
    throw invalid([
      { path, message: 'is unknown here: use the version that POST /auth/kdf returns as current' },
    ]);
  if (version < atLeast) throw invalid([{ path, message: `must be at least ${atLeast}` }]);
}
