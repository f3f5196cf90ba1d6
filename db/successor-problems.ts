/** Mails that tell an owner once what to put right while they live, besides the to-do on their pages. */
import type { MailRow } from './entities/mail.ts';
import { User } from './entities/user.ts';
import { queueMail } from './mail.ts';
import { bounces } from './mail-problems.ts';
import type { EntityManager } from './orm.ts';

/** `mailbox`: it refuses our mail. `silent`: our question has been there for a month. */
export type SuccessorProblem = 'mailbox' | 'sheet_lost' | 'silent';

interface Concerned {
  id: string;
  userId: string;
}

/** How long an answer may take. The web app and the command line use the same limit (client/reachable.ts). */
const ANSWER_DAYS = 30;
/** A mailbox that doesn't say that it is gone may only be full. After this many days it should be put right. */
const REFUSED_DAYS = 3;
/** How many days after the last mail an owner is told again that a successor's mailbox is still dead. */
const TOLD_AGAIN_DAYS = 365;
const BATCH = 500;
/** While a handover is open, other mails matter more. */
const WELL = `w.status in ('armed', 'paused')`;

/** @param occurrence there is one mail for each */
export async function tellOwnerOf(
  em: EntityManager,
  problem: SuccessorProblem,
  { id, userId }: Concerned,
  occurrence: Date,
  now: Date,
): Promise<void> {
  const { email } = await em.findOneOrFail(User, { id: userId }, { refresh: true });
  const key = `successor_problem/${id}/${problem}/${occurrence.getTime()}`;
  const data = { successorId: id, problem };
  await queueMail(em, { key, kind: 'successor_problem', recipient: email, userId, data }, now);
}

/** Tells the owners whose successors don't answer. @returns how many */
export async function tellOfSilence(em: EntityManager, dayMs: number, now: Date): Promise<number> {
  return em.transactional(async (tx) => {
    const silent = await tx.execute<Concerned[]>(
      `update contact_question set told_at = ? where successor_id in (
         select q.successor_id from contact_question q join switch w on w.user_id = q.user_id
           join successor s on s.id = q.successor_id and s.opted_out_at is null
         where q.answer is null and q.told_at is null and q.mail_accepted_at < ? and ${WELL}
         limit ${BATCH} for update of q skip locked)
       returning successor_id as id, user_id as "userId"`,
      [now, new Date(now.getTime() - ANSWER_DAYS * dayMs)],
    );
    for (const each of silent) await tellOwnerOf(tx, 'silent', each, now, now);
    return silent.length;
  });
}

/** Tells the owner about a mail that a successor's mailbox has just refused, if it is time to. */
export async function tellOfRefusal(
  em: EntityManager,
  { id, successorId }: Pick<MailRow, 'id' | 'successorId'>,
  dayMs: number,
  now: Date,
): Promise<void> {
  if (!successorId) return;
  await em.transactional(async (tx) => {
    const [told] = await tx.execute<Concerned[]>(
      `update successor s set bounce_told_at = ? from mail m, switch w
       where s.id = m.successor_id and w.user_id = s.user_id and m.id = ?
         and (m.permanent_since is not null or m.refused_days >= ${REFUSED_DAYS})
         and s.opted_out_at is null and coalesce(s.bounce_told_at, '-infinity') < ? and ${WELL}
         and (${bounces('s.email')} or ${bounces('s.second_email')})
       returning s.id, s.user_id as "userId"`,
      [now, id, new Date(now.getTime() - TOLD_AGAIN_DAYS * dayMs)],
    );
    if (told) await tellOwnerOf(tx, 'mailbox', told, now, now);
  });
}

/** Which addresses of a successor refuse our mail. */
export async function refusingAddresses(
  em: EntityManager,
  id: string,
): Promise<{ first: boolean; second: boolean }> {
  const refuses = (address: Parameters<typeof bounces>[0]) =>
    `exists (select 1 from mail m where m.user_id = s.user_id and m.successor_id = s.id and ${bounces(address)})`;
  const [found] = await em.execute<{ first: boolean; second: boolean }[]>(
    `select ${refuses('s.email')} as first, ${refuses('s.second_email')} as second from successor s where s.id = ?`,
    [id],
  );
  return found ?? { first: false, second: false };
}
