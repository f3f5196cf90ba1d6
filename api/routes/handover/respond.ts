/** An invited successor's answer. */
import { createHash } from 'node:crypto';
import { Handover } from '../../../db/entities/handover.ts';
import { Invitee } from '../../../db/entities/invitee.ts';
import { Successor } from '../../../db/entities/successor.ts';
import type { LoadedSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { changeSwitch } from '../../../db/switch.ts';
import { findToken, mintToken, tokenExpired } from '../../../db/tokens.ts';
import type { SwitchEvent, SwitchState } from '../../../switch/state.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { keepLocale, optedOutThemselves } from '../../successors/linked-successor.ts';
import { presentToThemselves } from '../../successors/present.ts';
import { respondInRehearsal } from './rehearsal.ts';
import { RespondBody, Responded } from './schema.ts';

const MESSAGES = {
  accept: "Thank you. You have accepted. We'll write to you as soon as the vault is open.",
  accept_released: 'Thank you. The vault is open to you.',
  decline:
    "Thank you. You have declined. We'll only ask you again if the handover cannot continue without you.",
  owner_alive: "Thank you. Nothing is released, and we're asking the owner to check in.",
};

interface InvitedSuccessor {
  userId: string;
  successorId: string;
  handoverId: string;
  /** Whether the invitation went to their second address. */
  toSecond: boolean;
}

const timeOver = () =>
  new Problem('token_expired', 'Your time to read what was left to you is over. We can send you a new link.');

/** The invited successor, in a handover that still accepts answers, as a postponed one does. */
async function invitedBy(
  deps: ApiDeps,
  em: EntityManager,
  { token: text, response }: RespondBody,
  now: Date,
): Promise<InvitedSuccessor> {
  // A successor who has accepted may have only an access link left, and others may still need their share.
  const token = await findToken(
    em,
    deps.tokenSigner,
    response === 'accept' ? ['response', 'access'] : 'response',
    text,
  );
  if (!token?.successorId || !token.handoverId) throw new Problem('token_invalid');
  const { userId, successorId, handoverId, toSecond } = token;
  const handover = await em.findOne(Handover, { id: handoverId }, { refresh: true });
  const successor = await em.findOne(Successor, { id: successorId }, { refresh: true });
  if (!successor) throw new Problem('token_invalid');
  if (successor.optedOutAt) throw optedOutThemselves();
  if (!handover || handover.status === 'cancelled') throw new Problem('handover_ended');
  if (token.purpose === 'access') {
    const hasAccepted = (await em.count(Invitee, { handoverId, successorId, response: 'accept' })) > 0;
    if (!hasAccepted) throw new Problem('token_invalid');
    if (tokenExpired(token, now)) throw timeOver();
  }
  if (handover.status === 'completed' || tokenExpired(token, now))
    throw new Problem('token_expired', "This handover is over. You don't need to do anything.");
  return { userId, successorId, handoverId, toSecond };
}

/** The holders that an accepting successor reseals their share to: all successors with a pinned key. */
async function holders(em: EntityManager, userId: string) {
  const pinned = await em.find(
    Successor,
    { userId, keyPinnedAt: { $ne: null }, publicKey: { $ne: null } },
    { orderBy: { id: 'asc' } },
  );
  return pinned.map(({ id, publicKey }) => ({
    successorId: id,
    publicKey: publicKey ?? '',
    keyFingerprint: createHash('sha256')
      .update(Buffer.from(publicKey ?? '', 'base64'))
      .digest('hex'),
  }));
}

/** If the vault is already open to them, access comes with the answer; the link is also mailed. */
async function access(
  deps: ApiDeps,
  em: EntityManager,
  state: SwitchState,
  invited: InvitedSuccessor,
  now: Date,
) {
  const own = state.handover?.invitees.find((each) => each.successorId === invited.successorId);
  if (state.status !== 'released' || !own?.accessEndsAt || own.accessEndsAt <= now.getTime()) return {};
  const expiresAt = new Date(own.accessEndsAt);
  const accessToken = await mintToken(
    em,
    deps.tokenSigner,
    { purpose: 'access', ...invited, expiresAt },
    now,
  );
  return { accessToken, accessExpiresAt: expiresAt.toISOString() };
}

const respond = route('POST /handover/respond', {
  name: 'respondToInvitation',
  summary: 'Answer an invitation: accept, decline, or say that the owner is alive',
  description:
    'An answer can be changed until the vault is released. The acceptance that completes the quorum releases it. ' +
    'After that, an acceptance is final, and the others can still accept. The token of a link to `/access` ' +
    'can only repeat an acceptance, to send `reshares`. `owner_alive` postpones the handover by 14 days, a final ' +
    'notice and a full grace period. Each successor can use it twice, and all of them together four times.',
  access: 'public',
  limit: 'token_link',
  bodyLimit: 256 * 1024,
  body: RespondBody,
  responses: { 200: Responded },
  errors: [
    'token_invalid',
    'token_expired',
    'handover_ended',
    'successor_opted_out',
    'response_final',
    'owner_alive_limit',
  ],
  async handler({ em, body, now, deps }) {
    const rehearsed = await findToken(em, deps.tokenSigner, 'rehearsal_response', body.token);
    if (rehearsed) return respondInRehearsal(deps, em, rehearsed, body, now);
    const invited = await invitedBy(deps, em, body, now);
    const { userId, successorId, handoverId } = invited;
    const { response } = body;
    let isReleased = false;
    const answered = ({ state: before }: LoadedSwitch): SwitchEvent => {
      // The owner may have come back before the lock was taken.
      if (before.handover?.id !== handoverId) throw new Problem('handover_ended');
      isReleased = before.status === 'released';
      return response === 'owner_alive'
        ? { kind: 'owner_alive', successorId }
        : { kind: 'responded', successorId, response };
    };
    const after = await changeSwitch({ ...deps, em, now }, userId, answered, {
      // The successor's address and browser are not for the owner's log.
      record: (before, after) =>
        after === before ? null : { type: 'successor_responded', detail: { successorId, response } },
    });
    if (!after)
      throw new Problem(response === 'owner_alive' && !isReleased ? 'owner_alive_limit' : 'response_final');
    await em.nativeUpdate(
      Invitee,
      { handoverId, successorId },
      {
        ...(body.message === undefined ? {} : { message: body.message }),
        ...(body.shareMessage === undefined ? {} : { messageShared: body.shareMessage }),
        ...(body.reshares === undefined ? {} : { reshares: body.reshares }),
      },
    );
    await keepLocale(em, successorId, body);
    const opened = await access(deps, em, after.state, invited, now);
    const accepted = body.response === 'accept';
    if (accepted && after.state.status === 'released' && !opened.accessToken) throw timeOver();
    const key = accepted && opened.accessToken ? 'accept_released' : body.response;
    const own = await em.findOneOrFail(Successor, { id: successorId });
    return {
      about: userId,
      body: {
        message: MESSAGES[key],
        status: after.state.status,
        ...opened,
        ...(accepted
          ? {
              successor: presentToThemselves(own),
              encryptedShare: own.encryptedShare ?? null,
              holders: await holders(em, userId),
            }
          : {}),
      },
    };
  },
});

export const respondRoutes = [respond];
