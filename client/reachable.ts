import type { components } from '../docs/openapi.d.ts';

type Reached = Pick<
  components['schemas']['Successor'],
  'mailProblem' | 'secondVerifiedAt' | 'secondMailProblem'
>;

/** Whether our emails arrive at one of a successor's addresses, as far as we know. One is enough. */
export const isReachable = ({ mailProblem, secondVerifiedAt, secondMailProblem }: Reached): boolean =>
  mailProblem === null || (secondVerifiedAt !== null && secondMailProblem === null);
