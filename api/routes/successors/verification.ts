/** Verifying a successor's address. */
import { recordActivity } from '../../../db/activity-log.ts';
import { scheduleQuestions } from '../../../db/contact-questions.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import type { ApiDeps } from '../../deps.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody, tokenQuery } from '../../http/schemas.ts';
import {
  countMailTo,
  eligibilityChanged,
  queueVerification,
  refuseOptedOut,
} from '../../successors/consequences.ts';
import { findLinkedSuccessor, optedOutThemselves } from '../../successors/linked-successor.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { ResentVerification, SuccessorParams, Verified } from './schema.ts';
import { queueSecondAddress } from './second-address.ts';

/** The address is verified: the successor may be invited from now on, and the switch may arm. */
async function markVerified(
  deps: ApiDeps,
  em: EntityManager,
  successor: SuccessorRow,
  now: Date,
): Promise<void> {
  const { id, userId } = successor;
  await em.nativeUpdate(Successor, { id }, { verifiedAt: now, returnedAt: null });
  await em.nativeUpdate(User, { id: userId, returnedAt: { $ne: null } }, { returnedAt: null });
  // Nothing about the successor's browser: the log is the owner's.
  const detail = { successorId: id };
  await recordActivity(em, deps.signRecord, { userId, type: 'successor_verified', at: now, detail });
  await scheduleQuestions(em, userId, deps.rules.dayMs);
  await eligibilityChanged(deps, em, userId, now);
}

export const verify = route('GET /successors/verify', {
  name: 'verifySuccessor',
  summary: "Verify a successor's email address with the link from the email",
  description: 'Can be repeated. The page behind the link calls this when someone presses its button.',
  access: 'public',
  limit: 'token_link',
  query: tokenQuery,
  responses: { 200: Verified },
  errors: ['token_invalid', 'token_expired', 'successor_opted_out'],
  handler: ({ em, query, now, deps }) =>
    transact(em, async (tx) => {
      const { successor } = await findLinkedSuccessor(deps, tx, query.token, ['successor_verification'], now);
      if (successor.optedOutAt) throw optedOutThemselves();
      const alreadyVerified = successor.verifiedAt != null;
      const { id, userId, name, email, language, publicKey, ownerKey } = successor;
      if (!alreadyVerified) await markVerified(deps, tx, successor, now);
      const owner = await tx.findOneOrFail(User, { id: userId });
      return {
        about: userId,
        body: {
          message: alreadyVerified ? 'You had already confirmed.' : 'You have confirmed.',
          alreadyVerified,
          ownerName: owner.name,
          language,
          successor: { id, name, email, publicKey: publicKey ?? null, ownerKey: ownerKey ?? null },
        },
      };
    }),
});

export const resend = route('POST /successors/:id/resend-verification', {
  name: 'resendSuccessorVerification',
  summary: 'Send the verification email to a successor again',
  description:
    'A successor who has verified their address gets a new link to make their recovery kit, until the owner has pinned ' +
    'its key. With `second`, their second address gets the email that asks to confirm it.',
  access: 'session',
  limit: 'owner_mail',
  mailsSuccessor: true,
  params: SuccessorParams,
  body: ResentVerification,
  responses: { 200: messageBody },
  errors: ['not_found', 'already_verified', 'successor_opted_out', ...CHECK_IN_FIRST],
  async handler({ em, caller, params, body, limitMailbox, now, deps }) {
    await lockSuccessors(em, caller);
    const successor = await findOwn(em, caller.user.id, params.id);
    if (successor.optedOutAt) throw new Problem('successor_opted_out');
    const message = "We're writing to them again.";
    if (body?.second) {
      const { secondEmail, secondVerifiedAt } = successor;
      if (!secondEmail) throw notFound('Second address');
      if (secondVerifiedAt) throw new Problem('already_verified');
      await countMailTo({ limitMailbox }, secondEmail);
      await queueSecondAddress(deps, em, successor, secondEmail, now);
      return { body: { message } };
    }
    // A successor who came back with a restored backup confirms again, and keeps their key.
    if (successor.keyPinnedAt && successor.verifiedAt)
      throw new Problem('already_verified', 'You have pinned their key, so they need no link any more.');
    await refuseOptedOut(deps, em, successor);
    await countMailTo({ limitMailbox }, successor.email);
    await queueVerification(em, successor, now, successor.verifiedAt ? { forKit: true } : {});
    return { body: { message } };
  },
});
