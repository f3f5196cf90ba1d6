/** Collects the evidence about a mailbox that refuses mail, and tells operators while an owner can't be warned. */
import { Mail, type MailRow } from '../db/entities/mail.ts';
import { endDeadMail, queueMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import {
  EVIDENCE_DAYS,
  type Evidence,
  isUndeliverable,
  proofOf,
  type RefusalReason,
  type Refusals,
} from '../switch/dead-mailbox.ts';
import type { SwitchState } from '../switch/state.ts';
import type { MailDeps } from './deps.ts';
import type { UnreachableRule } from './kinds/owner-unreachable.ts';
import { acceptancesProveUntil, goneForGood, operatorsMail } from './retry.ts';

type DeadMailboxDeps = Pick<MailDeps, 'operators' | 'rules'>;

/** The operators other than the holder of this mailbox, who can't be reached there. */
const operatorsExcept = ({ operators }: DeadMailboxDeps, recipient: string): string[] =>
  operators.filter((each) => each.toLowerCase() !== recipient.toLowerCase());

/**
 * What the mail server did for other recipients.
 *
 * @param now later dates are ignored, as only a wrong clock can have written them
 * @param state the state of the switch that waits for the mail, if one does
 */
export async function evidenceFromOthers(
  deps: DeadMailboxDeps,
  em: EntityManager,
  { recipient, userId }: MailRow,
  now: number,
  state: Pick<SwitchState, 'returnedAt'> = { returnedAt: null },
): Promise<Evidence> {
  const { dayMs } = deps.rules;
  const from = new Date(now - EVIDENCE_DAYS * dayMs);
  const by = new Date(acceptancesProveUntil('others', state, now, deps.rules));
  const accepted = (
    which: string,
  ) => `(select accepted_at from mail where status = 'accepted' and by_mail and ${which}
    and recipient <> ? and accepted_at between ? and ? order by accepted_at desc limit 1)`;
  // `refused_day_at` is when the mail's next day of refusals begins, at most a day after the latest refusal. A blank
  // recipient belonged to a deleted account.
  const [found] = await em.execute<Record<'others' | 'operator' | 'neighbour' | 'refused', string | null>[]>(
    `select ${accepted(`kind <> 'owner_unreachable'`)} as others,
       ${accepted(`kind = 'owner_unreachable'`)} as operator,
       ${accepted(`lower(split_part(recipient, '@', -1)) = lower(split_part(?, '@', -1))`)} as neighbour,
       (select refused_day_at from mail where status <> 'accepted' and by_mail and kind <> 'owner_unreachable'
          and recipient not in (?, '') and (channel_id is null or user_id <> ?)
          and exists (select 1 from mail before where before.status = 'accepted' and before.recipient = mail.recipient)
          and refused_day_at between ? and ? order by refused_day_at desc limit 1) as refused`,
    [
      ...[recipient, from, by],
      ...[recipient, from, by],
      ...[recipient, recipient, from, by],
      ...[recipient, userId, from, new Date(now + dayMs)],
    ],
  );
  const moment = (date: string | null | undefined) => (date == null ? null : new Date(date).getTime());
  return {
    othersAcceptedAt: moment(found?.others),
    othersRefusedAt: moment(found?.refused),
    neighbourAcceptedAt: moment(found?.neighbour),
    operatorAcceptedAt: moment(found?.operator),
  };
}

/**
 * Why this mailbox itself last refused a mail, if that is held against it. A provider that has put the address on its
 * suppression list no longer asks the mailbox. `blocked` if it refused none, or has accepted one since.
 *
 * @param seenAt an owner who was seen after a refusal can be someone whose mailbox works
 */
export async function lastAnswer(
  em: EntityManager,
  { id, userId, recipient }: MailRow,
  seenAt: number,
): Promise<RefusalReason> {
  const [found] = await em.execute<{ answer: RefusalReason }[]>(
    `select case when bool_or(permanent_since > since) then 'gone'
       when bool_or(against_days > 0 and refused_since > since) then 'unavailable' else 'blocked' end as answer
     from mail, (select greatest(?::timestamptz,
       (select max(accepted_at) from mail where status = 'accepted' and recipient = ? and id <> ?)) as since) as proof
     where user_id = ? and recipient = ?`,
    [new Date(seenAt), recipient, id, userId, recipient],
  );
  return found?.answer ?? 'blocked';
}

/** The refusals so far, including the one just noted. */
async function refusalsOf(
  em: EntityManager,
  row: MailRow,
  reason: RefusalReason,
  now: number,
  acceptedBy: number,
): Promise<Refusals> {
  const [latest] = await em.execute<{ own: string | null }[]>(
    `select max(accepted_at) as own from mail where status = 'accepted' and recipient = ? and accepted_at <= ?`,
    [row.recipient, new Date(acceptedBy)],
  );
  return {
    reason,
    since: row.refusedSince?.getTime() ?? now,
    days: row.againstDays,
    permanentSince: row.permanentSince?.getTime() ?? null,
    permanentTries: row.permanentRefusals,
    acceptedAt: latest?.own ? new Date(latest.own).getTime() : null,
  };
}

/**
 * The rule that operators read about. It assumes that their own mail is accepted, because otherwise they don't read it.
 */
function ruleOf(
  reason: RefusalReason,
  evidence: Evidence,
  now: number,
  { rules }: DeadMailboxDeps,
): UnreachableRule {
  if (reason === 'blocked' || reason === 'unclear') return reason;
  const proof = proofOf({ ...evidence, operatorAcceptedAt: now }, now, rules);
  return proof === 'usual' ? reason : `${reason}_alike`;
}

/**
 * Tells the operators, who may be able to fix the problem. If their mail is accepted, the mail server isn't the
 * problem.
 */
async function tellOperators(
  deps: DeadMailboxDeps,
  em: EntityManager,
  { id, userId, recipient, lastError }: MailRow,
  { since }: Refusals,
  rule: UnreachableRule,
  now: number,
): Promise<void> {
  const round = operatorsMail(since, now, deps.rules);
  if (round === null) return;
  for (const [i, operator] of operatorsExcept(deps, recipient).entries()) {
    const key = `owner_unreachable/${id}/${round}/${i}`;
    // This mail is already queued or sent.
    if ((await em.count(Mail, { key })) > 0) continue;
    const data = { since, code: lastError ?? 'refused', rule };
    await em.transactional((tx) =>
      queueMail(tx, { key, kind: 'owner_unreachable', recipient: operator, userId, data }, new Date(now)),
    );
  }
}

/** Whether the owner's mailbox is dead, now that it has refused another warning. If not, operators are told. */
export async function isMailboxDead(
  deps: DeadMailboxDeps,
  em: EntityManager,
  { id }: MailRow,
  state: SwitchState,
  reason: RefusalReason,
  evidence: Evidence,
  now: number,
): Promise<boolean> {
  const row = await em.findOneOrFail(Mail, { id }, { refresh: true });
  const refusals = await refusalsOf(
    em,
    row,
    reason,
    now,
    acceptancesProveUntil('itself', state, now, deps.rules),
  );
  if (isUndeliverable(state, refusals, evidence, now, deps.rules)) return true;
  await tellOperators(deps, em, row, refusals, ruleOf(reason, evidence, now, deps), now);
  return false;
}

/** A mail that nothing waits for ends once its mailbox is dead. @returns whether it has ended */
export async function giveUp(
  { rules }: DeadMailboxDeps,
  em: EntityManager,
  mail: MailRow,
  evidence: Evidence,
  at: Date,
): Promise<boolean> {
  const gone = goneForGood(proofOf(evidence, at.getTime(), rules), at.getTime(), rules);
  return gone !== null && endDeadMail(em, mail, gone);
}
