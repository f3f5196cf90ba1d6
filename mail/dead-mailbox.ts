/** When a warning counts as undeliverable because the owner's mailbox is dead, and who is told before that. */
import { Mail, type MailRow } from '../db/entities/mail.ts';
import { queueMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { isUndeliverable, type Refusals } from '../switch/plan.ts';
import type { SwitchState } from '../switch/state.ts';
import type { MailDeps } from './deps.ts';

/** Operators are told after a day of refusals, and then once a week. */
const TELL_AFTER_DAYS = 1;
const TELL_EVERY_DAYS = 7;

/** The refusals so far. @param now later dates are ignored, as only a wrong clock can have written them */
async function refusalsOf(
  em: EntityManager,
  { id, recipient }: MailRow,
  permanent: boolean,
  now: number,
): Promise<Refusals> {
  const row = await em.findOneOrFail(Mail, { id }, { refresh: true });
  const [latest] = await em.execute<{ own: Date | null; others: Date | null }[]>(
    `select (select max(accepted_at) from mail
         where status = 'accepted' and recipient = ? and accepted_at <= ?) as own,
       (select accepted_at from mail m where status = 'accepted' and recipient <> ? and accepted_at <= ?
          -- That operators can be reached proves little if mails to others are refused.
          and (kind <> 'owner_unreachable' or not exists (
            select 1 from mail where status = 'queued' and refused_since is not null and recipient <> ?))
        order by accepted_at desc limit 1) as others`,
    [recipient, new Date(now), recipient, new Date(now), recipient],
  );
  return {
    permanent,
    since: row.refusedSince?.getTime() ?? now,
    days: row.refusedDays,
    permanentSince: row.permanentSince?.getTime() ?? null,
    permanentTries: row.permanentRefusals,
    acceptedAt: latest?.own ? new Date(latest.own).getTime() : null,
    othersAcceptedAt: latest?.others ? new Date(latest.others).getTime() : null,
  };
}

/** Tells the operators, who may be able to fix it. If their mail is accepted, the mail server isn't at fault. */
async function tellOperators(
  { operators, rules }: MailDeps,
  em: EntityManager,
  mail: MailRow,
  { since }: Refusals,
  now: number,
): Promise<void> {
  const days = (now - since) / rules.dayMs;
  if (days < TELL_AFTER_DAYS) return;
  const code = (await em.findOneOrFail(Mail, { id: mail.id }, { refresh: true })).lastError ?? 'refused';
  for (const [i, recipient] of operators.filter((each) => each !== mail.recipient).entries()) {
    const key = `owner_unreachable/${mail.id}/${Math.floor(days / TELL_EVERY_DAYS)}/${i}`;
    // This week's mail has already been queued.
    if ((await em.count(Mail, { key })) > 0) continue;
    const data = { since, code };
    await em.transactional((tx) =>
      queueMail(tx, { key, kind: 'owner_unreachable', recipient, userId: mail.userId, data }, new Date(now)),
    );
  }
}

/**
 * Whether the owner's mailbox is dead, now that it has refused a warning once more. If not yet, operators are told.
 *
 * @param permanent whether the mail server has just said that there is no such mailbox
 */
export async function isMailboxDead(
  deps: MailDeps,
  em: EntityManager,
  mail: MailRow,
  state: SwitchState,
  permanent: boolean,
  now: number,
): Promise<boolean> {
  const refusals = await refusalsOf(em, mail, permanent, now);
  if (isUndeliverable(state, refusals, now, deps.rules)) return true;
  await tellOperators(deps, em, mail, refusals, now);
  return false;
}
