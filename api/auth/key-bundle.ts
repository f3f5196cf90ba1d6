/**
 * The key bundle, which opens the vault and is opaque to us, except for the public key (api/auth/recovery-proof.ts).
 * Replacing it loses nothing: the old bundle is archived with the salt and the address its keys were derived from.
 */
import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { KeyBundleArchive } from '../../db/entities/key-bundle-archive.ts';
import type { UserRow } from '../../db/entities/user.ts';
import type { EntityManager } from '../../db/orm.ts';
import { textArray } from '../../db/text-array.ts';
import type { ApiDeps } from '../deps.ts';
import { invalid, Problem } from '../http/errors.ts';
import { LIMITS } from '../http/limits.ts';
import { tryAgain } from '../http/try-again.ts';
import type { ArchivedKeyBundle } from '../routes/auth/schema.ts';
import type { Caller } from './caller.ts';
import { requireConfirmed } from './confirmed-session.ts';
import { READABLE } from './recovery-proof.ts';

export type OpaqueKeyBundle = Record<string, unknown>;

/**
 * Whether a bundle differs from the account's. Clients may send back the response of a GET with its members in any
 * order.
 */
export const isNewBundle = (
  user: UserRow,
  keyBundle: OpaqueKeyBundle | undefined,
): keyBundle is OpaqueKeyBundle => keyBundle !== undefined && !isDeepStrictEqual(keyBundle, user.keyBundle);

/**
 * New keys cannot open an old bundle.
 *
 * @throws Problem `validation_failed` naming `body.keyBundle`, if the account has a bundle and none was sent
 */
export function requireKeyBundle({ keyBundle: present }: UserRow, sent: OpaqueKeyBundle | undefined): void {
  if (!present || sent) return;
  throw invalid([
    {
      path: 'body.keyBundle',
      message: 'is required: the current one could not be opened with the new password',
    },
  ]);
}

/**
 * With two-factor authentication on, the password in the body is only half of a confirmation.
 *
 * @throws Problem `confirmation_required`
 */
export function requireSecondHalf(
  { twoFactorEnabled }: Pick<UserRow, 'twoFactorEnabled'>,
  caller: Caller,
  now: Date,
): void {
  if (twoFactorEnabled) requireConfirmed(caller, now);
}

/**
 * Two devices that read the same bundle would otherwise undo each other's changes, such as a rotation.
 *
 * @param basedOn the version of the bundle that the client changed, if it sent one
 * @throws Problem `version_conflict` if the bundle has been replaced since
 */
export function requireBasis({ keyBundleVersion }: UserRow, basedOn: number | undefined): void {
  if (basedOn === undefined || basedOn === keyBundleVersion) return;
  throw new Problem(
    'version_conflict',
    'Your keys have changed since you read them, and nothing was changed now. Read the profile again and start over.',
  );
}

/** How many bundles may be replaced a day, and since when they are counted. */
const replacementLimit = ({ config }: Pick<ApiDeps, 'config'>, now: Date) => ({
  most: Math.max(1, Math.round(LIMITS.key_bundle.points * config.RATE_LIMIT_SCALE)),
  since: new Date(now.getTime() - LIMITS.key_bundle.seconds * 1000),
});

/**
 * The number of replacements a day is limited, so that an intruder cannot bury the one bundle that matters under
 * thousands. Owners use resets by mail to get an account back, and thieves of a mailbox to keep them out. So neither
 * resets nor replacements of the bundles they stored are counted, and such a bundle can always be replaced.
 *
 * @throws Problem `rate_limited`
 */
export async function limitReplacements(
  deps: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  { id: userId, keyBundleFromReset }: Pick<UserRow, 'id' | 'keyBundleFromReset'>,
  now: Date,
): Promise<void> {
  if (keyBundleFromReset) return;
  const { most, since } = replacementLimit(deps, now);
  const latest = await em.find(
    KeyBundleArchive,
    { userId, archivedAt: { $gt: since }, fromReset: false, reason: 'replaced' },
    { fields: ['archivedAt'], orderBy: { archivedAt: 'desc' }, limit: most },
  );
  // The limit is reached. The next replacement is possible once the first of these is a day old.
  const first = latest[most - 1];
  if (!first) return;
  const retryAfter = Math.ceil((first.archivedAt.getTime() - since.getTime()) / 1000);
  throw new Problem('rate_limited', `The key bundle was replaced too often. ${tryAgain(retryAfter)}`, {
    retryAfter,
  });
}

/**
 * Archives the current key bundle unchanged, with the salt and the address its keys were derived from. Call it before
 * any of them changes.
 */
export async function archiveKeyBundle(
  em: EntityManager,
  userId: string,
  now: Date,
  { reason, last }: { reason: ArchivedKeyBundle['reason']; last: boolean } = {
    reason: 'replaced',
    last: false,
  },
): Promise<void> {
  await em.execute(
    `insert into key_bundle_archive (id, user_id, key_bundle, email, salt, archived_at, from_reset, reason)
     select ?, id, key_bundle, email, salt, ?, key_bundle_from_reset or ?, ? from "user"
     where id = ? and key_bundle is not null and key_bundle::text <> 'null'`,
    [randomUUIDv7(), now, last, reason, userId],
  );
}

/**
 * Like `archiveKeyBundle`, before a reset by mail, which is never refused. Between resets, a thief of the mailbox can
 * log in and store any bundle. So once resets have replaced a day's limit of bundles, further ones are listed last,
 * among those that resets have stored.
 */
export async function archiveBeforeReset(
  deps: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<void> {
  const { most, since } = replacementLimit(deps, now);
  const counted = { userId, archivedAt: { $gt: since }, fromReset: false, reason: 'reset' };
  const last = (await em.count(KeyBundleArchive, counted)) >= most;
  await archiveKeyBundle(em, userId, now, { reason: 'reset', last });
}

/** The Ed25519 half of each former public key that a bundle certifies. */
const formerKeys = (former: unknown): string[] =>
  (Array.isArray(former) ? former : []).map((each) =>
    Buffer.from(String(each?.ownerKey), 'base64').subarray(0, 32).toString('base64'),
  );

/**
 * Drops the seeds of the owner's current signing keys, and of those that they replaced, from the archive. Otherwise
 * anyone with an old bundle and a leaked password or code could open them. The new bundle should contain the current
 * seed, but we can't see that: call it only for someone who has just shown a password that no recent reset by mail has
 * set.
 */
export async function dropArchivedSeeds(
  em: EntityManager,
  userId: string,
  keyBundle: OpaqueKeyBundle | undefined,
): Promise<void> {
  const { publicKey, seed, former } = (keyBundle?.signing ?? {}) as Record<string, unknown>;
  if (typeof publicKey !== 'string' || !seed) return;
  await em.execute(
    `update key_bundle_archive set key_bundle = (key_bundle::jsonb #- '{signing,seed}')::json
     where user_id = ? and case when ${READABLE} then
       json_typeof(key_bundle) = 'object' and json_typeof(key_bundle->'signing') = 'object'
       and key_bundle->'signing'->>'publicKey' = any(?::text[]) and key_bundle->'signing'->'seed' is not null end`,
    [userId, textArray([publicKey, ...formerKeys(former)])],
  );
}
