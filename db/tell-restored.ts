/** After a restored backup, once every switch has started over: one mail and one record in the log for each owner. */
import { randomUUIDv7 } from 'node:crypto';
import { recordForMany } from './activity-log.ts';
import type { RestorationReason } from './entities/restoration.ts';
import { MESSAGE_KIND } from './mail.ts';
import type { EntityManager } from './orm.ts';
import { CLAIM, CLAIMABLE, type StartOverDeps } from './restoration.ts';
import { textArray } from './text-array.ts';

/** How many owners are told in one transaction. */
const BATCH = 500;
/** While this many messages wait for Temporal, nobody else is told, so that other mails don't wait long behind these. */
const MOST_WAITING = 1_000;

interface RestorationToTell {
  id: string;
  reason: RestorationReason;
  restoredAt: Date | string;
  knownUntil: Date | string | null;
  after: string | null;
}

/** Whether there is more to do: nothing, more at once, or more later. */
export type LeftToTell = 'nothing' | 'more' | 'later';

/**
 * Tells the next few hundred owners of the latest restored backup if no other process is doing so. The mails, the
 * records and how far we got are one transaction, so that nobody is told twice.
 *
 * @param claimant this process
 */
export async function tellSome(
  { fork, clock, signRecord }: Pick<StartOverDeps, 'fork' | 'clock' | 'signRecord'>,
  claimant: string,
  batch = BATCH,
): Promise<LeftToTell> {
  const em = fork();
  const open = `done_at is not null and told_at is null and reason <> 'moved'`;
  const [found] = await em.execute<{ busy: boolean }[]>(
    `select (select count(*) from (select 1 from outbox limit ${MOST_WAITING}) o) >= ${MOST_WAITING} as busy
     from restoration where ${open}`,
  );
  if (!found) return 'nothing';
  if (found.busy) return 'later';
  const at = new Date(await clock());
  return em.transactional(async (tx) => {
    const [restoration] = await tx.execute<RestorationToTell[]>(
      `update restoration set ${CLAIM} where ${open} and ${CLAIMABLE}
       returning id, reason, restored_at as "restoredAt", known_until as "knownUntil", told_after as after`,
      [claimant, claimant],
    );
    if (!restoration) return 'later';
    const owners = await nextOwners(tx, restoration, batch);
    const told = await queueMails(tx, restoration, owners, at);
    const { reason, knownUntil } = restoration;
    const detail = { reason, knownUntil: knownUntil === null ? null : new Date(knownUntil).toISOString() };
    const records = told.map((userId) => ({ userId, type: 'restored' as const, at, detail }));
    await recordForMany(tx, signRecord, records);
    const last = owners.length < batch;
    await tx.execute(
      'update restoration set told_after = coalesce(?, told_after), told = told + ?, told_at = ? where id = ?',
      [owners.at(-1)?.id ?? null, told.length, last ? at : null, restoration.id],
    );
    return last ? 'nothing' : 'more';
  });
}

interface OwnerToTell {
  id: string;
  email: string;
}

/** `for key share`: if an address changes right now, either we read the new one or the change finds the mail. */
const nextOwners = (
  em: EntityManager,
  { restoredAt, after }: RestorationToTell,
  batch: number,
): Promise<OwnerToTell[]> =>
  em.execute<OwnerToTell[]>(
    `select id, email from "user"
     where (?::uuid is null or id > ?) and email_verified_at is not null and created_at <= ?
     order by id limit ? for key share`,
    [after, after, restoredAt, batch],
  );

/** @returns the owners whose mail was not there yet */
async function queueMails(
  em: EntityManager,
  { id, reason, restoredAt, knownUntil }: RestorationToTell,
  owners: readonly OwnerToTell[],
  at: Date,
): Promise<string[]> {
  const data = {
    reason,
    restoredAt: new Date(restoredAt).getTime(),
    ...(knownUntil === null ? {} : { knownUntil: new Date(knownUntil).getTime() }),
  };
  const queued = await em.execute<{ userId: string }[]>(
    `with made as (
       insert into mail (id, key, kind, recipient, user_id, data, status, created_at)
       select mail_id, 'restored/' || ? || '/' || user_id, 'restored', email, user_id, ?, 'queued', ?
       from unnest(?::uuid[], ?::uuid[], ?::text[]) o (mail_id, user_id, email)
       on conflict (key) do nothing returning id, user_id, kind, created_at),
     told as (
       insert into outbox (kind, subject_id, seq, created_at)
       select ${MESSAGE_KIND}, id, 0, created_at from made join mail_kind k on k.name = made.kind)
     select user_id as "userId" from made`,
    [
      id,
      JSON.stringify(data),
      at,
      textArray(owners.map(() => randomUUIDv7())),
      textArray(owners.map((owner) => owner.id)),
      textArray(owners.map((owner) => owner.email)),
    ],
  );
  return queued.map(({ userId }) => userId);
}
