/** The rows of mails: one per step and person, however often the same mail is asked for. */
import { randomUUIDv7 } from 'node:crypto';
import type { RefusalReason } from '../switch/dead-mailbox.ts';
import { Mail, type MailData, type MailRow } from './entities/mail.ts';
import { type Locale, localeIn } from './locale.ts';
import { type EntityManager, plainRow } from './orm.ts';
import { reachedAtOther } from './other-mailbox.ts';
import { REPLACE_WORKFLOW } from './outbox.ts';
import type { NewToken } from './tokens.ts';

export interface MailRequest {
  /** Unique per step and person: asking twice is one mail. */
  key: string;
  /** A name in `mail_kind`. */
  kind: string;
  recipient: string;
  userId: string;
  successorId?: string | null;
  handoverId?: string | null;
  /** The way that it goes to. */
  channelId?: string | null;
  /** Whether it goes to a mailbox; if left out, it does. */
  byMail?: boolean;
  epoch?: number | null;
  data?: MailData;
  /** Until when it is left alone; if left out, it is sent at once. */
  restsUntil?: Date;
}

/** How long a claim lasts: after this, another worker takes over the mail of one that has crashed. */
const CLAIM_SECONDS = 60;

/** A claim that ends later was written by a clock that was ahead. It must not keep a mail for years. */
export const LONGEST_CLAIM_SECONDS = 2 * CLAIM_SECONDS;
export const CLAIMED_AT_MOST = `clock_timestamp() + make_interval(secs => ${LONGEST_CLAIM_SECONDS})`;

/** Whether no worker has claimed a mail. */
const UNCLAIMED = `(claimed_until is null
  or claimed_until not between clock_timestamp() and ${CLAIMED_AT_MOST})`;

/** The kind of outbox message for a mail of the kind `k`. Account mail has a task queue of its own. */
export const MESSAGE_KIND = `case when k.account_queue then 'account_mail' else 'mail' end`;

/** Makes sure that the row exists, and returns it as it is. */
export async function ensureMail(em: EntityManager, request: MailRequest, now: Date): Promise<MailRow> {
  const [made] = await em.execute<Record<string, unknown>[]>(
    `insert into mail (id, key, kind, recipient, user_id, successor_id, handover_id, channel_id, by_mail, epoch, data, status,
       created_at, rests_until)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?) on conflict (key) do nothing returning *`,
    [
      randomUUIDv7(),
      request.key,
      request.kind,
      request.recipient,
      request.userId,
      request.successorId ?? null,
      request.handoverId ?? null,
      request.channelId ?? null,
      request.byMail ?? true,
      request.epoch ?? null,
      JSON.stringify(request.data ?? {}),
      now,
      request.restsUntil ?? null,
    ],
  );
  return made ? em.map(Mail, made) : em.findOneOrFail(Mail, { key: request.key }, { refresh: true });
}

/** Queues a mail again that had become obsolete, or that an operator had put aside by hand. @returns the new row */
export async function requeueMail(em: EntityManager, id: string): Promise<MailRow> {
  await em.nativeUpdate(Mail, { id, status: 'obsolete' }, { status: 'queued' });
  return em.findOneOrFail(Mail, { id }, { refresh: true });
}

/** The mail that a change is added to. */
type GatheringMail = Pick<MailRow, 'kind' | 'recipient' | 'userId'> & {
  sessionId: string;
  ipAddress: string;
};

/**
 * Adds a change to a mail that rests until more changes are made, unless a worker has tried to send it. A worker reads
 * the row again once it has claimed it, so no change is lost between the two.
 *
 * @returns whether there was such a mail
 */
export async function addChange(
  em: EntityManager,
  { kind, recipient, userId, sessionId, ipAddress }: GatheringMail,
  change: MailData,
  now: Date,
): Promise<boolean> {
  const added = await em.execute<unknown[]>(
    `update mail set data = jsonb_set(data::jsonb, '{changes}', data::jsonb -> 'changes' || ?::jsonb)::json
     where user_id = ? and kind = ? and recipient = ? and status = 'queued' and attempts = 0 and rests_until > ?
       and data ->> 'sessionId' = ? and data ->> 'ipAddress' = ?
     returning 1`,
    [JSON.stringify([change]), userId, kind, recipient, now, sessionId, ipAddress],
  );
  return added.length > 0;
}

/** Queues a mail. A workflow of its own sends it, and retries. */
export async function queueMail(em: EntityManager, request: MailRequest, now: Date): Promise<void> {
  const mail = await ensureMail(em, request, now);
  if (mail.status !== 'queued') return;
  await em.execute(
    `insert into outbox (kind, subject_id, seq, created_at)
     select ${MESSAGE_KIND}, ?, 0, ? from mail_kind k where k.name = ?`,
    [mail.id, now, mail.kind],
  );
}

/** Gives queued mails a new workflow each. @param which a condition on `mail` and its kind `k` */
async function replaceWorkflows(
  em: EntityManager,
  now: Date,
  which: string,
  values: readonly string[] = [],
): Promise<void> {
  await em.execute(
    `insert into outbox (kind, subject_id, seq, created_at)
     select ${MESSAGE_KIND}, mail.id, ${REPLACE_WORKFLOW}, ? from mail join mail_kind k on k.name = mail.kind
     where status = 'queued' and ${which}`,
    [now, ...values],
  );
}

/**
 * Gives every queued mail a new workflow, because this database may lack what the previous ones did: a mail whose
 * workflow has sent it or dropped it, and ended, is queued again here.
 */
export const replaceAllWorkflows = (em: EntityManager, now: Date): Promise<void> =>
  replaceWorkflows(em, now, 'true');

/** Resets the refusals, for a new address. */
const NOT_YET_REFUSED = `refused_since = null, refused_days = 0, refused_day_at = null, refusal = null,
  against_days = 0, against_day_at = null, permanent_refusals = 0, permanent_since = null, rests_until = null`;

/** Redirects queued mails for an owner to their new address. They are tried at once, as it has refused nothing yet. */
export async function readdressMails(
  em: EntityManager,
  userId: string,
  recipient: string,
  now: Date,
): Promise<void> {
  // Mails that are resting after a refusal get a new workflow.
  await replaceWorkflows(em, now, 'k.follows_owner and user_id = ? and refused_since is not null', [userId]);
  await em.execute(
    `update mail set recipient = ?, ${NOT_YET_REFUSED}
     from mail_kind k where k.name = mail.kind and k.follows_owner and user_id = ? and status = 'queued'`,
    [recipient, userId],
  );
}

/** One worker's claim on a mail. Once there is a later attempt, nothing that this worker notes is used. */
export interface ClaimedMail {
  id: string;
  attempt: number;
  /** When it was taken, by `performance.now()`. */
  takenAt: number;
}

/**
 * Claims a mail, so that two workers never send it at once.
 *
 * @returns null while another worker has it, or once it is done
 */
export async function claimMail(em: EntityManager, id: string): Promise<ClaimedMail | null> {
  const takenAt = performance.now();
  const [claimed] = await em.execute<Omit<ClaimedMail, 'takenAt'>[]>(
    `update mail set attempts = attempts + 1,
       claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
     where id = ? and status = 'queued' and ${UNCLAIMED}
     returning id, attempts as attempt`,
    [id],
  );
  return claimed ? { ...claimed, takenAt } : null;
}

/** Whether a worker is sending a mail, or noting the result. */
export async function isClaimed(em: EntityManager, id: string): Promise<boolean> {
  const claimed = await em.execute<unknown[]>(
    `select 1 from mail where id = ? and status = 'queued' and not ${UNCLAIMED}`,
    [id],
  );
  return claimed.length > 0;
}

/** A new mail to an owner, claimed by this worker. */
export interface TakenMail {
  mail: MailRow;
  claim: ClaimedMail;
  /** The owner's name, and how they read. */
  name: string;
  locale: Locale;
  /** The token of the check-in link in it, if it has one. */
  token?: string;
}

interface OwnerColumns {
  owner_name: string;
  language: string;
  time_zone: string;
}

/**
 * Inserts a mail to an owner at their present address, stores the token of its check-in link, and claims the mail. One
 * statement does it all, because a storm of warnings consists of these.
 *
 * @param minted null if the mail has no check-in link
 * @returns null if the mail already exists, in whatever state, or the owner doesn't; no token is stored then
 */
export async function takeNewMail(
  em: EntityManager,
  { key, kind, userId, epoch, data }: Omit<MailRequest, 'recipient'>,
  minted: NewToken | null,
  now: Date,
): Promise<TakenMail | null> {
  const takenAt = performance.now();
  const [made] = await em.execute<(OwnerColumns & Record<string, unknown>)[]>(
    // `for key share`: if the address changes right now, either we read the new one or the change finds this mail.
    `with owner as (select email, name, language, time_zone from "user" where id = ? for key share),
       made as (
         insert into mail (id, key, kind, recipient, user_id, epoch, data, status, created_at, attempts, claimed_until)
         select ?, ?, ?, email, ?, ?, ?, 'queued', ?, 1, clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
         from owner on conflict (key) do nothing returning *),
       minted as (
         insert into token (id, hash, purpose, user_id, epoch, created_at)
         select ?, hash, 'check_in', user_id, epoch, created_at from made, (select ?::bytea as hash) t
         where hash is not null)
     select made.*, owner.name as owner_name, owner.language, owner.time_zone from made, owner`,
    [
      userId,
      randomUUIDv7(),
      key,
      kind,
      userId,
      epoch ?? null,
      JSON.stringify(data ?? {}),
      now,
      randomUUIDv7(),
      minted?.hash ?? null,
    ],
  );
  if (!made) return null;
  const { owner_name: name, language, time_zone: timeZone, ...columns } = made;
  const mail = plainRow(em, Mail, columns);
  return {
    mail,
    claim: { id: mail.id, attempt: mail.attempts, takenAt },
    name,
    locale: localeIn({ language, timeZone }),
    ...(minted ? { token: minted.token } : {}),
  };
}

/** Gives back a mail that was not tried. */
export async function releaseClaim(em: EntityManager, { id, attempt }: ClaimedMail): Promise<void> {
  await em.execute(
    `update mail set claimed_until = null where id = ? and attempts = ? and status = 'queued'`,
    [id, attempt],
  );
}

/**
 * Extends a claim while the mail server decides.
 *
 * @returns whether the claim still held
 */
export async function extendClaim(em: EntityManager, { id, attempt }: ClaimedMail): Promise<boolean> {
  const held = await em.execute<unknown[]>(
    `update mail set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
     where id = ? and attempts = ? and status = 'queued' returning 1`,
    [id, attempt],
  );
  return held.length === 1;
}

/**
 * Once a mail has ended and its account is gone, the row stays to keep its key taken. The statement that ends the mail
 * also removes the address and the names in it. A statement that waits for the deletion still sees the account, but also
 * the owner's name, which only mails of deleted accounts keep.
 */
const HAS_ACCOUNT = `data ->> 'ownerName' is null and exists (select 1 from "user" where id = mail.user_id)`;
const FORGET_OF_THE_GONE = `
  recipient = case when ${HAS_ACCOUNT} then recipient else '' end,
  data = case when ${HAS_ACCOUNT} then data else '{}' end`;

/**
 * Notes that the mail server accepted a mail. Earlier refusals stay in the row as history.
 *
 * @param recipient the address that took it; if left out, the mail's
 * @returns false if the mail goes to another address by now, which has yet to take it
 */
export async function mailAccepted(
  em: EntityManager,
  id: string,
  at: Date,
  recipient: string | null = null,
): Promise<boolean> {
  const noted = await em.execute<unknown[]>(
    `update mail set status = 'accepted', accepted_at = ?, claimed_until = null, rests_until = null, last_error = null,
       refusal = null, ${FORGET_OF_THE_GONE} where id = ? and recipient = coalesce(?, recipient) returning 1`,
    [at, id, recipient],
  );
  return noted.length > 0;
}

export async function mailObsolete(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update mail set status = 'obsolete', claimed_until = null, ${FORGET_OF_THE_GONE}
     where id = ? and status = 'queued'`,
    [id],
  );
}

/**
 * Ends a mail that nothing waits for, once its mailbox has been gone for long enough. Its refusals stay in the row as
 * history.
 *
 * @param gone the latest time by which the mailbox must have been gone, and how often it must have said so
 * @returns whether the mail has ended
 */
export async function endDeadMail(
  em: EntityManager,
  { id }: MailRow,
  { since, refusals }: { since: Date; refusals: number },
): Promise<boolean> {
  const ended = await em.execute<unknown[]>(
    `update mail set status = 'obsolete', claimed_until = null, ${FORGET_OF_THE_GONE}
     where id = ? and status = 'queued' and permanent_since <= ? and permanent_refusals >= ?
       and (not (select awaited from mail_kind where name = mail.kind) or ${reachedAtOther('mail')})
     returning 1`,
    [id, since, refusals],
  );
  return ended.length > 0;
}

/** The mail server's refusal, or its silence. */
export interface RefusedAttempt {
  /** The address that refused; if left out, the mail's. A refusal by an old address isn't held against the new one. */
  recipient?: string;
  /** Why; null if the server said nothing about this very mail. */
  reason: RefusalReason | null;
  /** Whether it is held against the mailbox; if left out, it isn't. */
  against?: boolean;
  /** Domain time. */
  at: Date;
  /** Until when the mail rests; if left out, it may be tried at once. */
  restsUntil?: Date | null;
  /** Length of a day, to count the days of refusals. */
  dayMs?: number;
}

/** Whether a refusal at the bound moment is the first on a new day; null binds none. */
const beginsDay = (column: string): string => `?::timestamptz >= coalesce(${column}, '-infinity')`;

/** Gives a refused mail back and notes the refusal. `claimed_until` then says when it was last tried. */
export async function mailRefused(
  em: EntityManager,
  { id, attempt }: ClaimedMail,
  lastError: string,
  { reason, against = false, at, restsUntil = null, dayMs = 86_400_000, recipient }: RefusedAttempt,
): Promise<void> {
  const answered = reason !== null;
  const permanent = reason === 'gone';
  const nextDay = new Date(at.getTime() + dayMs);
  await em.execute(
    `update mail set last_error = ?, claimed_until = clock_timestamp(), rests_until = ?,
       refusal = coalesce(?, refusal), refused_since = coalesce(refused_since, ?::timestamptz),
       refused_days = refused_days + case when ${beginsDay('refused_day_at')} then 1 else 0 end,
       refused_day_at = case when ${beginsDay('refused_day_at')} then ?::timestamptz else refused_day_at end,
       against_days = against_days + case when ${beginsDay('against_day_at')} then 1 else 0 end,
       against_day_at = case when ${beginsDay('against_day_at')} then ?::timestamptz else against_day_at end,
       permanent_refusals = permanent_refusals + ?,
       permanent_since = coalesce(permanent_since, ?::timestamptz)
     where id = ? and attempts = ? and status = 'queued' and recipient = coalesce(?, recipient)`,
    [
      lastError,
      restsUntil,
      reason,
      answered ? at : null,
      answered ? at : null,
      answered ? at : null,
      nextDay,
      against ? at : null,
      against ? at : null,
      nextDay,
      permanent ? 1 : 0,
      permanent ? at : null,
      id,
      attempt,
      recipient ?? null,
    ],
  );
}

/**
 * Queues a mail again that came back after the mail server had accepted it, and notes the refusal as if the server had
 * refused it at once. A mail that follows its owner goes to their present address now.
 *
 * @param mail the row with the acceptance that the report is about
 * @returns the row as it is now; null if the mail is no longer as it was
 */
export async function mailReturned(
  em: EntityManager,
  { id, attempts, recipient, channelId, data }: MailRow,
  lastError: string,
  refusal: Omit<RefusedAttempt, 'recipient'>,
): Promise<MailRow | null> {
  const queued = await em.nativeUpdate(
    Mail,
    { id, attempts, recipient, status: 'accepted' },
    {
      status: 'queued',
      acceptedAt: null,
      // From now on its acceptance by this way proves nothing.
      ...(channelId ? { data: { ...data, returned: true } } : {}),
    },
  );
  if (queued === 0) return null;
  await mailRefused(em, { id, attempt: attempts, takenAt: 0 }, lastError, refusal);
  await em.execute(
    `update mail set recipient = u.email, ${NOT_YET_REFUSED} from mail_kind k, "user" u
     where mail.id = ? and k.name = kind and k.follows_owner and u.id = user_id and u.email <> recipient`,
    [id],
  );
  await replaceWorkflows(em, refusal.at, 'mail.id = ?', [id]);
  return em.findOneOrFail(Mail, { id }, { refresh: true });
}
