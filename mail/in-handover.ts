import type { MailRow } from '../db/entities/mail.ts';
import type { Handover, Invitee, SwitchState } from '../switch/state.ts';
import type { MailContext } from './kind.ts';

/** The handover that a mail is about, and the part its reader has in it; null once that handover is over. */
export async function inHandover(
  { due }: MailContext,
  { handoverId, successorId }: MailRow,
): Promise<{ state: SwitchState; handover: Handover; invitee: Invitee } | null> {
  const state = (await due())?.loaded.state;
  const handover = state?.handover;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  return state && handover && invitee && handover.id === handoverId ? { state, handover, invitee } : null;
}
