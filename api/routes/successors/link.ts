/** Describes the link in a successor's mail, so that its page can greet them before they press anything. */
import { Handover } from '../../../db/entities/handover.ts';
import { Invitee } from '../../../db/entities/invitee.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import type { TokenPurpose, TokenRow } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import { leavesSomething } from '../../../db/left.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { ownerBackAt } from '../../../db/owner-back.ts';
import { REHEARSAL_PURPOSES } from '../../../db/rehearsal.ts';
import { findToken, tokenExpired } from '../../../db/tokens.ts';
import {
  acceptancesSoFar,
  effectiveQuorum,
  type Handover as HandoverState,
  type Invitee as InviteeState,
  type SwitchState,
} from '../../../switch/state.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { tokenQuery } from '../../http/schemas.ts';
import { optedOutThemselves } from '../../successors/linked-successor.ts';
import { OPT_OUT_PURPOSES } from './opt-out.ts';
import { SuccessorLink } from './schema.ts';

const PURPOSES = [
  'successor_verification',
  'second_address',
  'response',
  'access',
  ...REHEARSAL_PURPOSES,
  'contact',
  'opt_out',
] as const satisfies readonly TokenPurpose[];

type SwitchInHandover = SwitchState & { handover: HandoverState };

/**
 * The switch in the handover that a response link or an access link belongs to.
 *
 * @throws Problem `handover_ended`, `token_expired`
 */
async function switchOfLink(em: EntityManager, token: TokenRow, now: Date): Promise<SwitchInHandover | null> {
  const { userId, handoverId, purpose } = token;
  const isOfHandover = handoverId !== null && (purpose === 'response' || purpose === 'access');
  const state = isOfHandover ? (await loadSwitch(em, userId))?.state : null;
  const handover = state?.handover;
  if (isOfHandover && handover?.id !== handoverId) {
    const former = await em.findOne(Handover, { id: handoverId ?? '' }, { refresh: true });
    // The owner may still be away: a successor's request can start the switch again after a completed handover.
    const isAway = former?.status === 'completed' && (await ownerBackAt(em, former)) === null;
    throw new Problem(isAway ? 'token_expired' : 'handover_ended');
  }
  if (tokenExpired(token, now) || handover?.status === 'completed') throw new Problem('token_expired');
  return state && handover ? { ...state, handover } : null;
}

/** The handover that the link invites to. */
const invitationTo = (state: SwitchInHandover, own: InviteeState | undefined) => ({
  lastSeenAt: new Date(state.lastSeenAt).toISOString(),
  effectiveQuorum: effectiveQuorum(state),
  accepted: acceptancesSoFar(state),
  released: state.status === 'released',
  response: own?.response ?? null,
});

/** When the access that a link gives ends; null before the release. @throws Problem `token_expired` */
function openUntil(state: SwitchInHandover | null, own: InviteeState | undefined, now: Date): Date | null {
  if (own?.response !== 'accept' || own.accessEndsAt === null) return null;
  if (own.accessEndsAt <= now.getTime()) throw new Problem('token_expired');
  return state?.status === 'released' ? new Date(own.accessEndsAt) : null;
}

const hasOthers = async (em: EntityManager, { id, userId }: SuccessorRow): Promise<boolean> =>
  (await em.count(Successor, { userId, id: { $ne: id }, verifiedAt: { $ne: null }, optedOutAt: null })) > 0;

/** Whether others may be unable to open what was left to them if this successor opts out now. */
async function othersNeedShare(em: EntityManager, { id, userId, encryptedShare }: SuccessorRow) {
  if (encryptedShare === null) return false;
  const state = (await loadSwitch(em, userId))?.state;
  const handover = state?.handover;
  const own = handover?.invitees.find(({ successorId }) => successorId === id);
  // Someone who hasn't been asked yet isn't told that a handover has begun.
  if (!state || !handover || !own || own.invitationsSent === 0) return false;
  // Once it's over, no link of theirs passes anything on.
  if (handover.status === 'completed') return false;
  const hasOtherHolders = state.successors.some((each) => each.holdsShare && each.id !== id);
  if (handover.quorum < 2 || !hasOtherHolders) return false;
  // Until the release, opting out takes back an acceptance, and with it what was passed on.
  if (handover.releasedAt === null || own.response !== 'accept') return true;
  const { reshares } = await em.findOneOrFail(Invitee, { handoverId: handover.id, successorId: id });
  return !reshares || reshares.length === 0;
}

export const describeLink = route('GET /successors/link', {
  name: 'describeSuccessorLink',
  summary: "Describe the link in a successor's email, without following it",
  description:
    'Takes the token of any email to a successor. Changes nothing, so the page behind the link calls it before ' +
    'anyone presses a button.',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: SuccessorLink },
  errors: ['token_invalid', 'token_expired', 'handover_ended', 'successor_opted_out'],
  async handler({ em, query, now, deps }) {
    const token = await findToken(em, deps.tokenSigner, PURPOSES, query.token);
    if (!token) throw new Problem('token_invalid');
    const { userId, purpose, expiresAt } = token;
    const successor = await em.findOne(Successor, { id: token.successorId ?? '', userId });
    if (!successor) throw new Problem('token_invalid');
    if (successor.optedOutAt && !tokenExpired(token, now)) throw optedOutThemselves();
    const state = await switchOfLink(em, token, now);
    const own = state?.handover.invitees.find(({ successorId }) => successorId === successor.id);
    const until = purpose === 'access' ? openUntil(state, own, now) : expiresAt;
    const asks = purpose === 'response' || purpose === 'rehearsal_response';
    const opens = purpose === 'access' || purpose === 'rehearsal_access';
    const optsOut = OPT_OUT_PURPOSES.some((each) => each === purpose);
    const owner = await em.findOneOrFail(User, { id: userId });
    const { name, language, verifiedAt, publicKey, keyPinnedAt } = successor;
    return {
      body: {
        ownerName: owner.name,
        language,
        successor: {
          name,
          verified: verifiedAt != null,
          hasKit: publicKey != null,
          keyPinned: keyPinnedAt != null,
        },
        handover:
          state && purpose === 'response'
            ? { ...invitationTo(state, own), leftSomething: await leavesSomething(em, successor) }
            : null,
        access: opens ? { accessEndsAt: until?.toISOString() ?? null } : null,
        ...(asks ? { hasOthers: await hasOthers(em, successor) } : {}),
        ...(optsOut && (await othersNeedShare(em, successor)) ? { shareNeeded: true } : {}),
        ...(REHEARSAL_PURPOSES.some((each) => each === purpose) ? { rehearsal: true } : {}),
      },
    };
  },
});
