/** Asks a successor again whether they can be reached and have their sheet. */
import { askSuccessor } from '../../../db/contact-questions.ts';
import { mailboxesOf } from '../../../db/successor-mail.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { countMailTo } from '../../successors/consequences.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { presentSuccessor } from '../../successors/present.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { SuccessorParams, SuccessorWritten } from './schema.ts';

export const askAgain = route('POST /successors/:id/contact-question', {
  name: 'askSuccessorAgain',
  summary: 'Ask a successor again whether they can be reached and have their sheet',
  description:
    'The question that they otherwise get every `contactMonths`, asked now. The next one comes that long after it. An ' +
    'earlier answer is forgotten, but not when they last answered `here`.',
  access: 'session',
  limit: 'owner_mail',
  mailsSuccessor: true,
  params: SuccessorParams,
  responses: { 200: SuccessorWritten },
  errors: ['not_found', 'successor_not_verified', 'successor_opted_out', ...CHECK_IN_FIRST],
  async handler({ em, caller, params: { id }, limitMailbox, now, deps }) {
    await lockSuccessors(em, caller);
    const userId = caller.user.id;
    const successor = await findOwn(em, userId, id);
    if (successor.optedOutAt) throw new Problem('successor_opted_out');
    if (!successor.verifiedAt) throw new Problem('successor_not_verified');
    for (const { recipient } of mailboxesOf(successor)) await countMailTo({ limitMailbox }, recipient);
    await askSuccessor(em, successor, deps.rules.dayMs, now);
    return {
      body: { message: "We're asking them again.", successor: await presentSuccessor(em, userId, id) },
    };
  },
});
