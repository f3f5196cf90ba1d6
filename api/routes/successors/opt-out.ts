/** Opting out as a successor, at any time and without a reason. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { queueMail } from '../../../db/mail.ts';
import { type OptOutScope, rememberOptOut } from '../../../db/opt-outs.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { dropRehearsal } from '../../../db/rehearsal.ts';
import { changeSwitch } from '../../../db/switch.ts';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { eligibilityChanged, markSharesStale, UNPROVEN } from '../../successors/consequences.ts';
import { findLinkedSuccessor, type LinkedSuccessor } from '../../successors/linked-successor.ts';
import { concernsShares } from '../../successors/owned.ts';
import { OptedOut, OptOut } from './schema.ts';

/** The links that someone can opt out with. */
export const OPT_OUT_PURPOSES = ['opt_out', 'successor_verification'] as const;

/** Leaving during a handover declines it, if the answer may still change. */
async function decline(
  { signRecord, rules }: ApiDeps,
  em: EntityManager,
  { id, userId }: SuccessorRow,
  now: Date,
): Promise<void> {
  const event = { kind: 'responded', successorId: id, response: 'decline' } as const;
  await changeSwitch({ em, signRecord, rules, now }, userId, event);
}

async function tellOwner(em: EntityManager, { id, userId, name }: SuccessorRow, now: Date): Promise<void> {
  const owner = await em.findOneOrFail(User, { id: userId });
  await queueMail(
    em,
    {
      key: `successor_opted_out/${id}/${randomUUIDv7()}`,
      kind: 'successor_opted_out',
      recipient: owner.email,
      userId,
      data: { successorName: name },
    },
    now,
  );
}

async function leave(deps: ApiDeps, em: EntityManager, successor: SuccessorRow, now: Date) {
  const { id, userId, verifiedAt } = successor;
  await decline(deps, em, successor, now);
  await em.nativeUpdate(Successor, { id }, { ...UNPROVEN, optedOutAt: now });
  await em.nativeDelete(AssignedEntry, { successorId: id });
  await dropRehearsal(em, userId, id);
  // Existing links stay, but only say that the successor has opted out.
  if (concernsShares(successor)) await markSharesStale(em, userId);
  await tellOwner(em, successor, now);
  const detail = { successorId: id };
  await recordActivity(em, deps.signRecord, { userId, type: 'successor_opted_out', at: now, detail });
  if (verifiedAt) await eligibilityChanged(deps, em, userId, now);
}

/**
 * Stores the opt-out outside the successor's row, which the owner may delete. It covers both of their mailboxes for
 * this owner. For all owners it covers only the one whose link was used, because the second one, set by an owner, may
 * be someone else's.
 */
async function remember(
  { config }: ApiDeps,
  em: EntityManager,
  { token, successor }: LinkedSuccessor,
  scope: OptOutScope,
  now: Date,
): Promise<void> {
  await rememberOptOut(em, config, successor, 'owner', now);
  if (scope !== 'everybody') return;
  const { userId, email, secondEmail } = successor;
  const own = { userId, email: token.toSecond && secondEmail ? secondEmail : email };
  await rememberOptOut(em, config, own, scope, now);
}

export const optOut = route('POST /successors/opt-out', {
  name: 'optOut',
  summary: 'Stop being a successor',
  description:
    'Uses the link at the end of every email to a successor, or the one in the verification email. We ' +
    'remember it: the owner can name none of their addresses again, and with `"scope": "everybody"` nobody can name ' +
    'the one that the link was sent to. Can be repeated, with a different scope too.',
  access: 'public',
  limit: 'token_link',
  body: OptOut,
  responses: { 200: OptedOut },
  errors: ['token_invalid', 'token_expired'],
  async handler({ em, body, now, deps }) {
    const linked = await findLinkedSuccessor(deps, em, body.token, OPT_OUT_PURPOSES, now);
    const { successor } = linked;
    const alreadyOptedOut = successor.optedOutAt != null;
    if (!alreadyOptedOut) await leave(deps, em, successor, now);
    await remember(deps, em, linked, body.scope, now);
    return {
      about: successor.userId,
      body: {
        message: alreadyOptedOut
          ? "You had already opted out. You are not a successor, and we don't write to you about it any more."
          : "You are no longer a successor. We're telling the person who named you.",
        alreadyOptedOut,
      },
    };
  },
});
