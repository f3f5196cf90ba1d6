/**
 * The activity log: one hash chain of records per owner.
 * `signature = HMAC-SHA-256(ACTIVITY_HMAC_SECRET, canonical record + previous signature)`, so changing, removing or
 * inserting a record breaks every signature after it.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { Activity, type ActivityType } from './entities/activity.ts';
import type { EntityManager } from './orm.ts';

export type ActivityDetail = Record<string, string | number | boolean | null>;

export interface NewActivityRecord {
  userId: string;
  type: ActivityType;
  at: Date;
  ipAddress?: string | null;
  userAgent?: string | null;
  /** Small facts. Never a token, secret, ciphertext or another person's address. */
  detail?: ActivityDetail;
}

/**
 * A change, for a record's detail: old and new values side by side.
 *
 * @returns `{ quorumBefore: 2, quorum: 1 }` for a quorum that went from 2 to 1; nothing for what did not change
 */
export const changedValues = <T extends ActivityDetail>(before: T, after: T): ActivityDetail =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => after[key] !== before[key])
      .flatMap((key) => [
        [`${key}Before`, before[key] ?? null],
        [key, after[key] ?? null],
      ]),
  );

/** Signs a record. */
export type SignRecord = (message: string) => string;

export function recordSigner(secret: string): SignRecord {
  const key = createSecretKey(secret, 'base64');
  return (message) => createHmac('sha256', key).update(message).digest('base64url');
}

const sortedEntries = (detail: Record<string, unknown>) =>
  Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1));

/** The signed text. It is an array so that no field can run into the next. */
export const canonical = (record: Required<NewActivityRecord>, previous: string): string =>
  JSON.stringify([
    record.userId,
    record.type,
    record.at.toISOString(),
    record.ipAddress,
    record.userAgent,
    sortedEntries(record.detail),
    previous,
  ]);

/**
 * Appends a record to its owner's chain. Call it in a transaction: the end of the chain is locked until commit, so that
 * an owner's concurrent records follow each other.
 */
export async function recordActivity(
  em: EntityManager,
  signRecord: SignRecord,
  record: NewActivityRecord,
): Promise<void> {
  await recordActivities(em, signRecord, [record]);
}

/** The last signature of an owner's chain, locked until commit. Empty if there is none. */
async function chainEnd(em: EntityManager, userId: string): Promise<string> {
  const [last] = await em.execute<{ signature: string | null }[]>('select chain_end(?) as signature', [
    userId,
  ]);
  return last?.signature ?? '';
}

/**
 * Like `recordActivity`, for several records of one owner, in order.
 *
 * @param end the end of the chain, if this transaction has just locked it
 * @returns the new end of the chain; undefined if there was nothing to record and no end was passed
 */
export async function recordActivities(
  em: EntityManager,
  signRecord: SignRecord,
  records: readonly NewActivityRecord[],
  end?: string,
): Promise<string | undefined> {
  const [first] = records;
  if (!first) return end;
  const signed = signRecords(signRecord, records, end ?? (await chainEnd(em, first.userId)));
  await em.insertMany(Activity, signed as never);
  return signed.at(-1)?.signature;
}

const complete = (record: NewActivityRecord): Required<NewActivityRecord> => ({
  ipAddress: null,
  userAgent: null,
  detail: {},
  ...record,
});

/** The signature of a record that follows `end`. */
export const signatureAfter = (end: string, signRecord: SignRecord, record: NewActivityRecord): string =>
  signRecord(canonical(complete(record), end));

/** The next rows of one owner's chain. */
function signRecords(signRecord: SignRecord, records: readonly NewActivityRecord[], end: string) {
  let signature = end;
  return records.map((record) => {
    signature = signatureAfter(signature, signRecord, record);
    return { ...complete(record), signature };
  });
}

/** Like `recordActivity`, for one record of each of many owners. Their chains are locked until commit. */
export async function recordForMany(
  em: EntityManager,
  signRecord: SignRecord,
  records: readonly NewActivityRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const ends = await em.execute<{ userId: string; signature: string | null }[]>(
    'select id as "userId", chain_end(id) as signature from unnest(?::uuid[]) id order by id',
    [`{${records.map(({ userId }) => userId).join(',')}}`],
  );
  const endOf = new Map(ends.map(({ userId, signature }) => [userId, signature ?? '']));
  const signed = records.flatMap((record) =>
    signRecords(signRecord, [record], endOf.get(record.userId) ?? ''),
  );
  await em.insertMany(Activity, signed as never);
}
