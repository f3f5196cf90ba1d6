/** Takes the step of the switch that follows from a mail's outcome. */
import type { DueResult } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import type { LoadedSwitch } from '../db/load-switch.ts';
import type { EntityManager } from '../db/orm.ts';
import { putMessage } from '../db/outbox.ts';
import { changeSwitch } from '../db/switch.ts';
import { plan } from '../switch/plan.ts';
import type { SwitchState } from '../switch/state.ts';
import type { MailDeps } from './deps.ts';
import { kindOf } from './kinds/index.ts';

/** `undeliverable`: the mailbox is dead for good; `dropped`: the mail has become obsolete. */
export interface MailOutcome {
  what: 'accepted' | 'undeliverable' | 'dropped';
  /** Domain time. */
  at: Date;
}

export interface StepOptions {
  /** Whether to signal the workflow, because it no longer waits for the result. */
  signalWorkflow: () => boolean;
  /** When the workflow will look next, if it waits for the result. */
  nextEventAt?: (due: DueResult) => Date | null;
}

/**
 * @param due what was due when the mail was written; null if the mail isn't a warning
 * @returns what is due after the step; null if none was taken, or the mail isn't a warning
 */
export async function takeStep(
  deps: MailDeps,
  tx: EntityManager,
  mail: MailRow,
  due: DueResult | null,
  { what, at }: MailOutcome,
  options: StepOptions = { signalWorkflow: () => true },
): Promise<DueResult | null> {
  const kind = kindOf(mail);
  if (what === 'accepted') await kind.noteAccepted?.({ em: tx, signRecord: deps.signRecord }, mail, at);
  const event = kind[what];
  if (!event && !due) return null;
  const now = Math.max(due?.now ?? 0, at.getTime());
  const after = (state: SwitchState): DueResult | null =>
    due && {
      ...due,
      loaded: { ...due.loaded, state },
      now,
      plan: plan(state, now, deps.rules, due.conditions),
    };
  const taken = await changeSwitch(
    { ...deps, em: tx, now: at },
    mail.userId,
    ({ seq, state }: LoadedSwitch) => {
      // If the switch has changed since, for example by a new address, this refusal says nothing about it.
      if (!event || (what === 'undeliverable' && seq !== due?.loaded.seq)) return null;
      return event(state, mail, at.getTime(), tx);
    },
    {
      record: (_before, state) =>
        mail.channelId ? wayRecord(mail.channelId, mail) : recordOf(mail, what, after(state)),
      signalWorkflow: options.signalWorkflow() ? 'if_changed' : 'never',
      ...(options.nextEventAt && due ? { nextEventAt: (state) => options.nextEventAt!(after(state)!) } : {}),
    },
  );
  if (!taken) {
    // The owner has been seen since. The workflow may still be waiting for this mail, so make it look again.
    if (due && what !== 'undeliverable' && options.signalWorkflow()) {
      await putMessage(tx, { kind: 'switch', subjectId: mail.userId, seq: due.loaded.seq }, at);
    }
    return null;
  }
  const found = after(taken.state);
  return found && { ...found, loaded: taken };
}

/** The activity record of a warning that another way than the mailbox took. */
function wayRecord(channelId: string, { kind, data }: MailRow) {
  const which = { kind: kind.replace(/^channel_/, ''), n: Number(data.n ?? 0) };
  return { type: 'channel_warned' as const, detail: { ...which, channelId } };
}

/** The activity record of a warning, with the deadline that applies from now on, or of access that starts again. */
function recordOf({ kind, data, successorId }: MailRow, what: MailOutcome['what'], after: DueResult | null) {
  if (kind === 'access' && what === 'accepted' && successorId)
    return { type: 'access_renewed' as const, detail: { successorId } };
  if (!after) return null;
  const type = what === 'undeliverable' ? ('warning_undeliverable' as const) : ('reminder_sent' as const);
  if (kind !== 'reminder') return { type, detail: { kind, n: 0 } };
  const { deadline } = after.plan;
  const until = deadline === null ? null : new Date(Math.round(deadline)).toISOString();
  return { type, detail: { kind, n: Number(data.n), of: Number(data.of), deadline: until } };
}
