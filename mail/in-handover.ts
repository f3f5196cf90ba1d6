import type { MailRow } from '../db/entities/mail.ts';
import type { Handover, Invitee, SwitchState } from '../switch/state.ts';
import type { MailContext } from './kind.ts';
import { notYet } from './not-yet.ts';
import { RETRY } from './retry.ts';

export interface InHandover {
  state: SwitchState;
  handover: Handover;
  invitee: Invitee;
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
  const state = found?.loaded.state;
  const handover = state?.handover;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  return state && handover && invitee && handover.id === handoverId ? { state, handover, invitee } : null;
}
