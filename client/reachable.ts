import type { components } from '../docs/openapi.d.ts';

type Successor = components['schemas']['Successor'];
type SuccessorMailState = Pick<Successor, 'mailProblem' | 'secondVerifiedAt' | 'secondMailProblem'>;

/** Whether our emails arrive at one of a successor's addresses, as far as we know. One is enough. */
export const isReachable = ({
  mailProblem,
  secondVerifiedAt,
  secondMailProblem,
}: SuccessorMailState): boolean =>
  mailProblem === null || (secondVerifiedAt !== null && secondMailProblem === null);

/** How long an answer to our question may take before we say so, in milliseconds. */
const ANSWERS_WITHIN = 30 * 24 * 60 * 60 * 1000;

/** Whether our question whether they can be reached has been in their mailbox for a month. */
export function hasNotAnswered({ contact }: Pick<Successor, 'contact'>): boolean {
  if (!contact?.mailAcceptedAt || contact.answer !== null) return false;
  return Date.now() - Date.parse(contact.mailAcceptedAt) > ANSWERS_WITHIN;
}
