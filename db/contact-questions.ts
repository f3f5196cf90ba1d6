/**
 * The question that each successor is asked once a year, or as often as their owner chose: is this still you, and do you
 * still have your sheet? Silence shows on the owner's home and changes nothing else.
 */
import { type NewActivityRecord, recordActivity, type SignRecord } from './activity-log.ts';
import { type ContactAnswer, ContactQuestion } from './entities/contact-question.ts';
import type { SuccessorRow } from './entities/successor.ts';
import type { EntityManager } from './orm.ts';
import { type Addressee, queueForSuccessor } from './successor-mail.ts';
import { tellOwnerOf } from './successor-problems.ts';

/** A twelfth of a year without a leap day. */
const MONTH_DAYS = 365 / 12;

const monthSeconds = (dayMs: number): number => (MONTH_DAYS * dayMs) / 1_000;

/**
 * Sets when each successor of an owner is asked next: the chosen number of months after they confirmed their address,
 * or were last asked. Call it when any of these changes.
 */
export async function scheduleQuestions(em: EntityManager, userId: string, dayMs: number): Promise<void> {
  await em.execute(
    `update successor s set next_question_at = make_interval(secs => w.contact_months * ?::float8)
       + greatest(s.verified_at, (select asked_at from contact_question q where q.successor_id = s.id))
     from switch w where w.user_id = s.user_id and s.user_id = ? and s.verified_at is not null`,
    [monthSeconds(dayMs), userId],
  );
}

/** No more than this at a time: they are written to while all is well, so nothing is urgent. */
const BATCH = 500;

/**
 * Asks the successors who are due. None is asked while a handover is open or its owner is being reminded: then there are
 * more important mails. Nor is anyone whose last answer waits for their owner, because a new question forgets it.
 *
 * @returns how many were asked
 */
export async function askDueSuccessors(em: EntityManager, dayMs: number, now: Date): Promise<number> {
  return em.transactional(async (tx) => {
    const due = await tx.execute<Addressee[]>(
      `select s.id, s.user_id as "userId", s.email, s.second_email as "secondEmail",
         s.second_verified_at as "secondVerifiedAt"
       from successor s join switch w on w.user_id = s.user_id
       where s.next_question_at <= ? and s.verified_at is not null and s.opted_out_at is null
         and w.status in ('armed', 'paused') and w.last_seen_at >= coalesce((select restoring()), '-infinity')
         and not exists (select 1 from contact_question q
           where q.successor_id = s.id and q.answer in ('moved', 'sheet_lost'))
       order by s.next_question_at limit ${BATCH} for update of s skip locked`,
      [now],
    );
    for (const successor of due) await askSuccessor(tx, successor, dayMs, now);
    return due.length;
  });
}

/** Asks a successor now. An earlier answer is forgotten. */
export async function askSuccessor(
  em: EntityManager,
  successor: Addressee,
  dayMs: number,
  now: Date,
): Promise<void> {
  const { id, userId } = successor;
  const fresh = { mailAcceptedAt: null, answer: null, newEmail: null, answeredAt: null, toldAt: null };
  const question = { successorId: id, userId, askedAt: now, ...fresh, confirmedAt: null };
  await em.upsert(ContactQuestion, question, {
    onConflictFields: ['successorId'],
    onConflictMergeFields: ['askedAt', 'mailAcceptedAt', 'answer', 'newEmail', 'answeredAt', 'toldAt'],
  });
  await em.execute(
    `update successor s set next_question_at = ?::timestamptz + make_interval(secs => w.contact_months * ?::float8)
     from switch w where w.user_id = s.user_id and s.id = ?`,
    [now, monthSeconds(dayMs), id],
  );
  const askedAt = now.getTime();
  const key = `contact_question/${id}/${askedAt}`;
  await queueForSuccessor(em, successor, { key, kind: 'contact_question', data: { askedAt } }, now);
}

/** Notes that the mail server accepted a question, unless there has been a newer one. */
export async function noteAsked(
  em: EntityManager,
  successorId: string,
  askedAt: Date,
  now: Date,
): Promise<void> {
  await em.nativeUpdate(ContactQuestion, { successorId, askedAt }, { mailAcceptedAt: now });
}

/** Keeps an answer, and records it unless it is the same as before. The log has no addresses. */
export async function answerQuestion(
  em: EntityManager,
  signRecord: SignRecord,
  { id: successorId, userId }: Pick<SuccessorRow, 'id' | 'userId'>,
  { answer, newEmail = null }: { answer: ContactAnswer; newEmail?: string | null | undefined },
  now: Date,
): Promise<void> {
  const [answered] = await em.execute<{ askedAt: string | null }[]>(
    `insert into contact_question as q (successor_id, user_id, answer, new_email, answered_at, confirmed_at)
     values (?, ?, ?, ?, ?, ?) on conflict (successor_id) do update
       set answer = excluded.answer, new_email = excluded.new_email, answered_at = excluded.answered_at,
         confirmed_at = coalesce(excluded.confirmed_at, q.confirmed_at)
       where (q.answer, q.new_email) is distinct from (excluded.answer, excluded.new_email)
     returning asked_at as "askedAt"`,
    [successorId, userId, answer, newEmail, now, answer === 'here' ? now : null],
  );
  if (!answered) return;
  const detail = { successorId, answer };
  const record: NewActivityRecord = { userId, type: 'contact_answered', at: now, detail };
  await recordActivity(em, signRecord, record);
  // Once for each question, however often the answer changes.
  if (answer === 'sheet_lost')
    await tellOwnerOf(em, answer, { id: successorId, userId }, new Date(answered.askedAt ?? 0), now);
}

/** Forgets an answer, but not that there was one: nobody waits for another answer to the question. */
const FORGOTTEN = { answer: null, newEmail: null, answeredAt: null, mailAcceptedAt: null } as const;

/** Forgets that a sheet was lost, once the kit that it opened is gone. */
export async function forgetLostSheet(em: EntityManager, successorId: string): Promise<void> {
  await em.nativeUpdate(ContactQuestion, { successorId, answer: 'sheet_lost' }, FORGOTTEN);
}

/** Forgets the address that a successor asked us to use, once we write to it. */
export async function forgetMove(em: EntityManager, successorId: string, newEmail: string): Promise<void> {
  await em.nativeUpdate(ContactQuestion, { successorId, answer: 'moved', newEmail }, FORGOTTEN);
}
