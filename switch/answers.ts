/** How successors answer an invitation. */
import { releaseWhenQuorum } from './handover.ts';
import {
  isOpen,
  isSuccessor,
  OWNER_ALIVE_EACH,
  OWNER_ALIVE_IN_ALL,
  ownerAliveAnswers,
  type Rules,
  type SuccessorResponse,
  type SwitchState,
  updateInvitee,
} from './state.ts';

/** After the release, an acceptance can't be taken back, but those who haven't accepted still can. */
export function afterResponse(
  state: SwitchState,
  { successorId, response }: { successorId: string; response: SuccessorResponse },
  now: number,
  rules: Rules,
): SwitchState | null {
  const { status, handover } = state;
  if (!isOpen(handover)) return null;
  const invitee = handover.invitees.find((each) => each.successorId === successorId);
  if (!invitee || invitee.invitationsSent === 0 || !isSuccessor(state, successorId)) return null;
  if (invitee.response === response) return state;
  if (status === 'released' && invitee.response === 'accept') return null;
  const answered = updateInvitee(handover, successorId, (each) => ({ ...each, response, respondedAt: now }));
  const next = { ...state, handover: answered };
  // While the warnings start over, the answer is kept but releases nothing.
  return handover.status === 'grace_period' ? next : releaseWhenQuorum(next, now, rules);
}

/** A successor says that the owner is alive: the warnings start over, and the other answers are kept. */
export function afterOwnerAlive(state: SwitchState, successorId: string, now: number): SwitchState | null {
  const { handover } = state;
  const invitee = handover?.invitees.find((each) => each.successorId === successorId);
  if (!isOpen(handover) || !invitee || invitee.invitationsSent === 0 || !isSuccessor(state, successorId))
    return null;
  // The warnings have already started over, but an earlier answer of this successor is still taken back.
  if (state.ownerAliveAt !== null) {
    return invitee.response === null
      ? state
      : {
          ...state,
          handover: updateInvitee(handover, successorId, (each) => ({
            ...each,
            response: null,
            respondedAt: now,
          })),
        };
  }
  // The switch is reminding again if a warning came back.
  if (!['awaiting_successors', 'grace_period', 'reminding'].includes(state.status)) return null;
  if (invitee.ownerAliveCount >= OWNER_ALIVE_EACH || ownerAliveAnswers(state) >= OWNER_ALIVE_IN_ALL)
    return null;
  return {
    ...state,
    status: 'reminding',
    finalNoticeAt: null,
    reachedByWay: false,
    ownerAliveAt: now,
    handover: updateInvitee(
      { ...handover, status: 'grace_period', graceEndedAt: null },
      successorId,
      (each) => ({
        ...each,
        response: null,
        respondedAt: now,
        ownerAliveCount: each.ownerAliveCount + 1,
      }),
    ),
  };
}
