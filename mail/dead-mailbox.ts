/** What the mails say about a mailbox that refuses one, and who is told while an owner cannot be warned. */
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

type Deps = Pick<MailDeps, 'operators' | 'rules'>;

/** The operators who can be written to although this mailbox takes no mail. */
const operatorsBeside = ({ operators }: Deps, recipient: string): string[] =>
  operators.filter((each) => each.toLowerCase() !== recipient.toLowerCase());

/**
 * What the mail server did for others.
 *
 * @param now later dates are ignored, as only a wrong clock can have written them
 * @param state of the switch that waits for the mail, if one does
 */
export async function evidenceBeside(
  deps: Deps,
  em: EntityManager,
  { recipient }: MailRow,
  now: number,
  state: Pick<SwitchState, 'returnedAt'> = { returnedAt: null },
): Promise<Evidence> {
  const { dayMs } = deps.rules;
  const from = new Date(now - EVIDENCE_DAYS * dayMs);
  const by = new Date(acceptancesProveUntil('others', state, now, deps.rules));
  const accepted = (which: string) => `(select accepted_at from mail where status = 'accepted' and ${which}
    and recipient <> ? and accepted_at between ? and ? order by accepted_at desc limit 1)`;
  // A mail is refused at most a day before `refused_day_at`, when its next day of refusals begins.
  const [found] = await em.execute<Record<'others' | 'operator' | 'neighbour' | 'refused', string | null>[]>(
    `select ${accepted(`kind <> 'owner_unreachable'`)} as others,
       ${accepted(`kind = 'owner_unreachable'`)} as operator,
       ${accepted(`lower(split_part(recipient, '@', -1)) = lower(split_part(?, '@', -1))`)} as neighbour,
       (select refused_day_at from mail where status <> 'accepted' and kind <> 'owner_unreachable' and recipient <> ?
          and refused_day_at between ? and ? order by refused_day_at desc limit 1) as refused`,
    [
      ...[recipient, from, by],
      ...[recipient, from, by],
      ...[recipient, recipient, from, by],
      ...[recipient, from, new Date(now + dayMs)],
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

/** The refusals so far, with the one that was just noted. */
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

/** Which rule the operators read about. The mail that tells them is accepted when they read it. */
function ruleOf(reason: RefusalReason, evidence: Evidence, now: number, { rules }: Deps): UnreachableRule {
  if (reason === 'blocked' || reason === 'unclear') return reason;
  const proof = proofOf({ ...evidence, operatorAcceptedAt: now }, now, rules);
  return proof === 'usual' ? reason : `${reason}_alike`;
}

/** Tells the operators, who may be able to fix it. If their mail is accepted, the mail server isn't at fault. */
async function tellOperators(
  deps: Deps,
  em: EntityManager,
  { id, userId, recipient, lastError }: MailRow,
  { since }: Refusals,
  rule: UnreachableRule,
  now: number,
): Promise<void> {
  const round = operatorsMail(since, now, deps.rules);
  if (round === null) return;
  for (const [i, operator] of operatorsBeside(deps, recipient).entries()) {
    const key = `owner_unreachable/${id}/${round}/${i}`;
    // This one has already been queued.
    if ((await em.count(Mail, { key })) > 0) continue;
    const data = { since, code: lastError ?? 'refused', rule };
    await em.transactional((tx) =>
      queueMail(tx, { key, kind: 'owner_unreachable', recipient: operator, userId, data }, new Date(now)),
    );
  }
}

/** Whether the owner's mailbox is dead, now that it has refused a warning once more. If not yet, operators are told. */
export async function isMailboxDead(
  deps: Deps,
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
  { rules }: Deps,
  em: EntityManager,
  mail: MailRow,
  evidence: Evidence,
  at: Date,
): Promise<boolean> {
  const gone = goneForGood(proofOf(evidence, at.getTime(), rules), at.getTime(), rules);
  return gone !== null && endDeadMail(em, mail, gone);
}
