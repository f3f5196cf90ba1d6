/** A new access link for a successor who had access. It goes to their mailboxes and nowhere else. */
import { randomUUIDv7 } from 'node:crypto';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { REHEARSAL_PURPOSES } from '../../../db/rehearsal.ts';
import { mayOwnerBeBack } from '../../../db/restoration.ts';
import { type Mailbox, mailboxesOf, queueForSuccessor } from '../../../db/successor-mail.ts';
import { changeSwitch } from '../../../db/switch.ts';
import { findToken } from '../../../db/tokens.ts';
import { step } from '../../../switch/step.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { LIMITS } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { RenewBody } from './schema.ts';

const PURPOSES = ['access', 'response', ...REHEARSAL_PURPOSES] as const;

/** Whether this mailbox has used up its mails for this hour, or a mail with a working link is on its way. */
async function hasEnough(
  { config }: ApiDeps,
  em: EntityManager,
  whose: { successorId: string; handoverId: string; recipient: string },
  now: Date,
): Promise<boolean> {
  if ((await em.count(Mail, { ...whose, kind: 'access', status: 'queued' })) > 0) return true;
  const { points, seconds } = LIMITS.mail_address;
  const since = new Date(now.getTime() - seconds * 1000);
  const written = await em.count(Mail, { ...whose, kind: 'access', createdAt: { $gt: since } });
  return written >= Math.max(1, Math.round(points * config.RATE_LIMIT_SCALE));
}

/** @returns whether we write to the successor, which only the mail itself reveals */
async function renew(deps: ApiDeps, em: EntityManager, token: TokenRow, now: Date): Promise<boolean> {
  const { userId, successorId, handoverId } = token;
  if (!successorId || !handoverId) return false;
  const current = await loadSwitch(em, userId, { lock: true });
  if (current?.state.handover?.id !== handoverId) return false;
  const ownerMayBeBack = await mayOwnerBeBack(em, current.state.handover);
  const event = { kind: 'access_renewed', successorId, ownerMayBeBack } as const;
  const state = step(current.state, event, now.getTime(), deps.rules);
  if (!state) return false;
  // The owner may be back, so a new cycle starts instead.
  if (!state.handover) {
    await changeSwitch({ ...deps, em, now }, userId, event);
    return false;
  }
  const successor = await em.findOneOrFail(Successor, { id: successorId, userId }, { refresh: true });
  const mailboxes: Mailbox[] = [];
  for (const each of mailboxesOf(successor)) {
    const { recipient } = each;
    if (!(await hasEnough(deps, em, { successorId, handoverId, recipient }, now))) mailboxes.push(each);
  }
  if (mailboxes.length === 0) return false;
  if (state !== current.state) {
    const record = { type: 'access_renewed', detail: { successorId } } as const;
    await changeSwitch({ ...deps, em, now }, userId, event, { record });
  }
  const { epoch } = state;
  const key = `access/${handoverId}/${successorId}/${randomUUIDv7()}`;
  await queueForSuccessor(em, successor, { key, kind: 'access', handoverId, epoch }, now, mailboxes);
  return true;
}

const renewAccess = route('POST /handover/renew-access', {
  name: 'renewSuccessorAccess',
  summary: 'Request a new access link',
  description:
    'Send any old link to access or to respond, expired or not. A successor who had access gets a new link at ' +
    'their verified address, and if their time was over, a new window of `accessDays` starts. The old link ' +
    'itself opens nothing, and the response is the same in every case. Nothing is sent once the owner is back. If a ' +
    'backup was restored since the handover was completed, it may not show that the owner is back: then nothing is sent ' +
    'either, and the switch starts again with its reminders.',
  access: 'public',
  limit: 'renew_access',
  body: RenewBody,
  responses: { 200: messageBody },
  errors: ['token_invalid'],
  async handler({ em, body, now, deps }) {
    const token = await findToken(em, deps.tokenSigner, PURPOSES, body.token);
    if (!token) throw new Problem('token_invalid');
    const renewed = await renew(deps, em, token, now);
    return {
      ...(renewed ? { about: token.userId } : {}),
      body: {
        message: "If there is something for you to read, we've sent a new link to your email address.",
      },
    };
  },
});

export const renewRoutes = [renewAccess];
