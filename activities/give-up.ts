/** A warning to an owner whose address may be dead: when it counts as undeliverable, and who hears of it before. */
import type { MailRow } from '../db/entities/mail.ts';
import { Mail } from '../db/entities/mail.ts';
import { queueMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { isUndeliverable, type Refusals, type SwitchState } from '../workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { deliver, isRefusal } from './mail.ts';

/** Operators hear of it after so many days of refusals, and then once a week. */
const TELL_AFTER_DAYS = 1;
const TELL_EVERY_DAYS = 7;

export interface Outcome {
  what: 'accepted' | 'undeliverable';
  /** Domain time, in milliseconds. */
  at: number;
}

/** What became of the tries so far. */
async function refusalsOf(em: EntityManager, { id, recipient }: MailRow): Promise<Refusals> {
  const row = await em.findOneOrFail(Mail, { id }, { refresh: true });
  const [others] = await em.execute<{ at: Date | null }[]>(
    `select accepted_at as at from mail where status = 'accepted' and recipient <> ?
     order by accepted_at desc limit 1`,
    [recipient],
  );
  return {
    since: row.refusedSince?.getTime() ?? null,
    permanentSince: row.permanentSince?.getTime() ?? null,
    permanentTries: row.permanentRefusals,
    othersAcceptedAt: others?.at ? new Date(others.at).getTime() : null,
  };
}

/** Tells the operators, who may be able to mend it; that they can be told also shows whose fault it is not. */
async function tellOperators(
  { operators, rules }: ActivityDeps,
  em: EntityManager,
  mail: MailRow,
  { since }: Refusals,
  now: number,
): Promise<void> {
  const days = since === null ? 0 : (now - since) / rules.dayMs;
  if (days < TELL_AFTER_DAYS) return;
  const code = (await em.findOneOrFail(Mail, { id: mail.id }, { refresh: true })).lastError ?? 'refused';
  for (const [i, recipient] of operators.entries()) {
    const key = `owner_unreachable/${mail.id}/${Math.floor(days / TELL_EVERY_DAYS)}/${i}`;
    const data = { since: since ?? now, code };
    await em.transactional((tx) =>
      queueMail(tx, { key, kind: 'owner_unreachable', recipient, userId: mail.userId, data }, new Date(now)),
    );
  }
}

/**
 * Delivers a warning, or finds that its owner's address is dead for good.
 *
 * @param deadline what a reminder says of the owner's time
 * @returns null where the mail has lost its point
 * @throws as `deliver`, while it is not accepted and not undeliverable either
 */
export async function deliverOrGiveUp(
  deps: ActivityDeps,
  em: EntityManager,
  mail: MailRow,
  state: SwitchState,
  deadline: number | null,
): Promise<Outcome | null> {
  try {
    const acceptedAt = await deliver(deps, em, mail, deadline === null ? {} : { deadline });
    return acceptedAt && { what: 'accepted', at: acceptedAt.getTime() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const now = await deps.clock();
    const refusals = await refusalsOf(em, mail);
    if (isUndeliverable(state, refusals, now, deps.rules)) return { what: 'undeliverable', at: now };
    await tellOperators(deps, em, mail, refusals, now);
    throw error;
  }
}
