/**
 * Proves that a caller has an account's recovery code, which the server never sees: the code opens a secret, and a key
 * derived from that secret signs the token of a mailed link (docs/crypto.md).
 */
import { createPublicKey, verify } from 'node:crypto';
import type { EntityManager } from '../../db/orm.ts';

/** A key that a recovery code opens, as the client sealed it. */
export interface RecoverableKey {
  vaultKey: { recovery: { iv: string; data: string } };
  /** Ed25519, in base64. */
  proofKey: string;
}

/**
 * Whether PostgreSQL can read a bundle. It keeps every bundle as it came, but it can't read one with U+0000 or half a
 * surrogate pair, and any statement that tries fails.
 */
export const READABLE = "pg_input_is_valid(key_bundle::text, 'jsonb')";

const LABEL = 'second-factor-removal-v2';

/**
 * The keys in the account's bundles that the recovery code opens, newest first. Bundles that a reset by mail stored are
 * left out, because access to the mailbox is enough to store one. A thief may have replaced the current one, so the
 * archived ones are included. Anything much longer than our clients produce is left out too: it can only be there to
 * inflate the list.
 */
export async function recoverableKeys(em: EntityManager, userId: string): Promise<RecoverableKey[]> {
  const rows = await em.execute<{ recovery: unknown; proofKey: string }[]>(
    `select recovery, "proofKey" from (
       select distinct on (b->'vaultKey'->>'recovery', b->>'proofKey')
         b->'vaultKey'->'recovery' as recovery, b->>'proofKey' as "proofKey", at
       from (
         select case when ${READABLE} then key_bundle end as b, at from (
           select key_bundle, 'infinity'::timestamptz as at from "user"
           where id = ? and not key_bundle_from_reset and key_bundle is not null
           union all
           select key_bundle, archived_at from key_bundle_archive where user_id = ? and not from_reset
         ) stored
       ) bundle
       where json_typeof(b) = 'object' and json_typeof(b->'vaultKey') = 'object'
         and length(b->'vaultKey'->>'recovery') <= 1000 and length(b->>'proofKey') <= 100
       order by b->'vaultKey'->>'recovery', b->>'proofKey', at desc
     ) key order by at desc`,
    [userId, userId],
  );
  return rows.flatMap(({ recovery, proofKey }) =>
    isBox(recovery) ? [{ vaultKey: { recovery: boxOf(recovery) }, proofKey }] : [],
  );
}

const isBox = (value: unknown): value is { iv: string; data: string } => {
  const { iv, data } = (value ?? {}) as Record<string, unknown>;
  return typeof iv === 'string' && typeof data === 'string';
};

/** Without other members that a client may have put there. */
const boxOf = ({ iv, data }: { iv: string; data: string }) => ({ iv, data });

/** Whether one of these keys signed the token. */
export function provesRecoveryCode(
  keys: readonly RecoverableKey[],
  token: string,
  signature: string,
): boolean {
  const message = Buffer.from(`${LABEL}${token}`);
  const given = Buffer.from(signature, 'base64');
  const publicKeys = new Set(keys.map(({ proofKey }) => proofKey));
  return [...publicKeys].some((publicKey) => isSignedBy(publicKey, message, given));
}

/** Also false for text that isn't a key. */
function isSignedBy(publicKey: string, message: Buffer, signature: Buffer): boolean {
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
