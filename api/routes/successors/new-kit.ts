/** A new kit for a successor who has lost theirs, or whose owner has new keys. */
import { Successor } from '../../../db/entities/successor.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { route } from '../../http/route.ts';
import { countMailTo, dropKit, queueVerification, refuseOptedOut } from '../../successors/consequences.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { presentSuccessor } from '../../successors/present.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { NewKit, SuccessorParams, SuccessorWritten } from './schema.ts';

export const askForNewKit = route('POST /successors/:id/new-kit', {
  name: 'requestNewKit',
  summary: 'Ask a successor to make a new recovery kit',
  description:
    'Deletes their key, share, envelopes and list, so that their present kit opens nothing any more, and sends them a ' +
    'link to make another. Their address stays verified, and their assigned entries stay assigned. The new kit names ' +
    'the owner by `ownerKey`. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.',
  access: 'session',
  limit: 'owner_mail',
  mailsSuccessor: true,
  params: SuccessorParams,
  body: NewKit,
  responses: { 200: SuccessorWritten },
  errors: ['not_found', 'successor_opted_out', ...CHECK_IN_FIRST, 'confirmation_required'],
  async handler({ params: { id }, body: { ownerKey }, ...context }) {
    const { em, caller, now, record, deps } = context;
    await lockSuccessors(em, caller);
    const userId = caller.user.id;
    const successor = await findOwn(em, userId, id);
    await refuseOptedOut(deps, em, successor);
    await checkWeakening(context, { successor: 'new_kit' }, successor.name);
    await countMailTo(context, successor.email);
    await dropKit(em, successor);
    await em.nativeUpdate(Successor, { id }, { ownerKey });
    await queueVerification(em, successor, now, successor.verifiedAt ? { forKit: true, isNewKit: true } : {});
    await record('successor_changed', { successorId: id, newKit: true });
    return {
      body: {
        message: "We've asked the successor to make a new kit.",
        successor: await presentSuccessor(em, userId, id),
      },
    };
  },
});
