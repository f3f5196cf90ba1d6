/** Owners with everything that the routes read, as rows that the API would have written, and tokens of their sessions. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Redis } from 'ioredis';
import { hashPassword } from '../../api/auth/passwords.ts';
import { accessTokens } from '../../api/auth/sessions.ts';
import type { Config } from '../../config.ts';
import { recordForMany, recordSigner } from '../../db/activity-log.ts';
import type { EntityManager } from '../../db/orm.ts';
import { sessionKey } from '../baseline/sessions.ts';

export interface BenchOwner {
  id: string;
  email: string;
  token: string;
  entryIds: string[];
}

const DAY = 86_400_000;
/** The list of 20 has another page. */
const ENTRIES = 25;
/** The ciphertext of 285 bytes: AES-GCM adds 16. */
const CIPHERTEXT_BYTES = 301;
export const PASSWORD = randomBytes(32).toString('base64');

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64');

/** A new entry's content, as a client sends it. */
export const newEntry = () => ({
  encryptedData: base64(CIPHERTEXT_BYTES),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM',
  category: 'Letters',
  tags: ['family', '2026'],
});

/** Sealed bytes as in a key bundle: AES-GCM adds 16. */
const box = (bytes: number) => ({ iv: base64(12), data: base64(bytes + 16) });

const KEY_BUNDLE = {
  version: 1,
  kdf: { version: 1, name: 'argon2id', memoryKiB: 65_536, passes: 3, parallelism: 4 },
  vaultKey: { password: box(64), recovery: box(64), recoveryKey: box(32) },
  previous: [],
  signing: { publicKey: base64(32), seed: box(32), former: [] },
  successors: box(600),
};

/** Makes verified owners with an armed switch, a verified successor and 25 entries, all logged in with an app. */
export async function makeOwners(
  em: EntityManager,
  redis: Redis,
  config: Config,
  count: number,
): Promise<BenchOwner[]> {
  const now = new Date();
  const since = new Date(now.getTime() - 30 * DAY);
  const until = new Date(now.getTime() + 7 * DAY);
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  const sessions = ids.map(() => randomUUIDv7());
  const list = (of: readonly string[]) => `{${of.join(',')}}`;
  await em.execute(
    `insert into "user" (id, email, name, auth_hash, salt, key_bundle, plan, email_verified_at, created_at)
     select id, 'owner-' || id || '@bench.test', 'Olive Owner', ?, ?, ?, 'family', ?, ? from unnest(?::uuid[]) id`,
    [await hashPassword(PASSWORD), base64(16), JSON.stringify(KEY_BUNDLE), since, since, list(ids)],
  );
  await em.execute(
    `insert into session (id, user_id, kind, refresh_hash, created_at, last_used_at, expires_at, confirmed_at)
     select id, user_id, 'app', sha256(id::text::bytea), ?, ?, ?, ? from unnest(?::uuid[], ?::uuid[]) s(id, user_id)`,
    [since, now, until, since, list(sessions), list(ids)],
  );
  await em.execute(
    `insert into successor (id, user_id, email, name, verified_at, public_key, public_key_salt, key_pinned_at, created_at)
     select gen_random_uuid(), id, 'sam-' || id || '@bench.test', 'Sam Successor', ?, ?, ?, ?, ?
     from unnest(?::uuid[]) id`,
    [since, base64(1_216), base64(16), since, since, list(ids)],
  );
  await em.execute(
    `insert into switch (user_id, status, epoch, seq, last_seen_at, seen_in_person_at, clock_started_at,
       threshold_days, reminder_percents, quorum, access_days, next_event_at)
     select id, 'armed', 1, 1, ?, ?, ?, 90, '{75,85,95}', 1, 90, ? from unnest(?::uuid[]) id`,
    [since, since, since, until, list(ids)],
  );
  // Statements planned for an empty table would scan what log-ins add to it.
  await em.execute(
    `insert into mail (id, key, kind, recipient, user_id, data, status, attempts, created_at, accepted_at)
     select gen_random_uuid(), kind || '/' || id, kind, 'owner-' || id || '@bench.test', id, '{}', 'accepted', 1, ?, ?
     from unnest(?::uuid[]) id, unnest('{verify_email,reminder,password_reset}'::text[]) kind`,
    [since, since, list(ids)],
  );
  const entries = ids.flatMap((userId) =>
    Array.from({ length: ENTRIES }, (_, i) => ({
      userId,
      id: randomUUIDv7(),
      ...newEntry(),
      at: new Date(since.getTime() + i * 60_000).toISOString(),
    })),
  );
  await em.execute(
    `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
       updated_at)
     select "userId", id, "encryptedData", iv, salt, algorithm, category, tags, 1, at, at
     from json_to_recordset(?) e("userId" uuid, id uuid, "encryptedData" text, iv text, salt text, algorithm text,
       category text, tags text[], at timestamptz)`,
    [JSON.stringify(entries)],
  );
  await em.transactional((tx) =>
    recordForMany(
      tx,
      recordSigner(config.ACTIVITY_HMAC_SECRET),
      ids.map((userId) => ({ userId, type: 'login', at: since })),
    ),
  );
  const tokens = accessTokens({ ...config, JWT_EXPIRES_IN: DAY });
  return Promise.all(
    ids.map(async (id, i) => {
      const sessionId = sessions[i] as string;
      await redis.set(sessionKey(sessionId), id, 'PX', DAY);
      return {
        id,
        email: `owner-${id}@bench.test`,
        token: await tokens.issue(id, sessionId, now),
        entryIds: entries.filter(({ userId }) => userId === id).map((entry) => entry.id),
      };
    }),
  );
}
