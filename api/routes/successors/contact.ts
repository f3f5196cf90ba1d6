/** A successor's answer to the contact question. */
import { answerQuestion } from '../../../db/contact-questions.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { findLinkedSuccessor, optedOutThemselves } from '../../successors/linked-successor.ts';
import { ContactAnswer } from './schema.ts';

const MESSAGES = {
  here: 'Thank you. There is nothing more to do.',
  moved: 'Thank you for telling us. The owner sees your new address, and decides.',
  sheet_lost: 'Thank you for telling us. The owner sees that you need a new kit, and can send you a link.',
};

export const answerContact = route('POST /successors/contact', {
  name: 'answerContactQuestion',
  summary: 'Answer the question whether a successor can be reached and has their sheet',
  description:
    'Takes the token of the email that asks them once a year, or as often as the owner chose (`contactMonths`). The ' +
    'owner sees the answer; nothing else changes. The answer can be changed while the link works. With `moved` they ' +
    'tell the owner, unasked too, that they want us to write to `email`, with the link at the end of any of our emails ' +
    'to them, or the one in the verification email. Only the owner can change the address.',
  access: 'public',
  limit: 'token_link',
  body: ContactAnswer,
  example: { token: 'Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1', answer: 'here' },
  responses: { 200: messageBody },
  errors: ['token_invalid', 'token_expired', 'successor_opted_out'],
  async handler({ em, body: { token, ...given }, now, deps }) {
    const purposes =
      given.answer === 'moved'
        ? (['contact', 'opt_out', 'successor_verification'] as const)
        : (['contact'] as const);
    const { successor } = await findLinkedSuccessor(deps, em, token, purposes, now);
    if (successor.optedOutAt) throw optedOutThemselves();
    const newEmail = given.answer === 'moved' ? given.email : null;
    await answerQuestion(em, deps.signRecord, successor, { answer: given.answer, newEmail }, now);
    return { about: successor.userId, body: { message: MESSAGES[given.answer] } };
  },
});
