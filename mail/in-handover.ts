import type { MailRow } from '../db/entities/mail.ts';
import type { Due } from '../switch/plan.ts';
import type { Handover, Invitee, SwitchState } from '../switch/state.ts';
import type { MailContext } from './kind.ts';
import { notYet } from './not-yet.ts';
import { RETRY } from './retry.ts';

export interface InHandover {
  state: SwitchState;
  handover: Handover;
  invitee: Invitee;
  due: Due;
}

/**
 * The handover that a mail is about, and its reader's entry in it; null once that handover is over.
 *
 * @throws ApplicationFailure, retryable, while it isn't known whether the handover is over
 */
export async function inHandover(
  { due }: MailContext,
  { handoverId, successorId }: MailRow,
): Promise<InHandover | null> {
  const found = await due();
  if (found?.conditions.holds.includes('database_changed'))
    throw notYet('database_changed', RETRY.unjudgedMs);
  if (!found) return null;
  const { state } = found.loaded;
  const { handover } = state;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  if (!handover || !invitee || handover.id !== handoverId) return null;
  return { state, handover, invitee, due: found.plan.due };
}
