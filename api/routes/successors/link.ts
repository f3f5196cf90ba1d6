/** What the link in a successor's mail is about, so that its page can greet them before they press anything. */
import { Successor } from '../../../db/entities/successor.ts';
import type { TokenPurpose, TokenRow } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { REHEARSAL_PURPOSES } from '../../../db/rehearsal.ts';
import { findToken, tokenExpired } from '../../../db/tokens.ts';
import { effectiveQuorum } from '../../../switch/state.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { tokenQuery } from '../../http/schemas.ts';
import { optedOutThemselves } from './link-holder.ts';
import { SuccessorLink } from './schema.ts';

const PURPOSES = [
  'successor_verification',
  'response',
  'access',
  ...REHEARSAL_PURPOSES,
  'opt_out',
] as const satisfies readonly TokenPurpose[];

async function find({ seal }: ApiDeps, em: EntityManager, text: string, now: Date): Promise<TokenRow> {
  for (const purpose of PURPOSES) {
    const token = await findToken(em, seal, purpose, text);
    if (token && tokenExpired(token, now)) throw new Problem('token_expired');
    if (token) return token;
  }
  throw new Problem('token_invalid');
}

/** The handover that the link invites to. @throws Problem `token_expired` once it is over */
async function handoverBehind(em: EntityManager, { userId, successorId, handoverId }: TokenRow) {
  const current = await loadSwitch(em, userId);
  const handover = current?.state.handover;
  if (!current || handover?.id !== handoverId || handover?.status === 'completed')
    throw new Problem('token_expired');
  const { invitees } = handover ?? { invitees: [] };
  return {
    silentSince: new Date(current.state.lastSeenAt).toISOString(),
    quorum: effectiveQuorum(current.state),
    accepted: invitees.filter(({ response }) => response === 'accept').length,
    released: current.state.status === 'released',
    response: invitees.find((each) => each.successorId === successorId)?.response ?? null,
  };
}

export const describeLink = route({
  method: 'get',
  path: '/successors/link',
  tag: 'Successors',
  summary: "Describe what the link in a successor's email is about, without following it",
  description:
    'Takes the token of any email to a successor. Changes nothing, so the page behind the link calls it before ' +
    'anybody presses a button.',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: SuccessorLink },
  errors: ['token_invalid', 'token_expired', 'successor_opted_out'],
  async handler({ em, query, now, deps }) {
    const token = await find(deps, em, query.token, now);
    const { userId, purpose } = token;
    const successor = await em.findOne(Successor, { id: token.successorId ?? '', userId });
    if (!successor) throw new Problem('token_invalid');
    if (successor.optedOutAt) throw optedOutThemselves();
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
        handover: purpose === 'response' ? await handoverBehind(em, token) : null,
        ...(REHEARSAL_PURPOSES.some((each) => each === purpose) ? { rehearsal: true } : {}),
      },
    };
  },
});
