/** What programs may not change while their owner may be gone. */
import { handoverActive, type SwitchState } from '../../switch/state.ts';
import type { Caller } from '../auth/caller.ts';
import { Problem } from '../http/errors.ts';

/** The problems of `refuseProgram`, for the `errors` of routes. */
export const CHECK_IN_FIRST = ['handover_active', 'handover_completed'] as const;

/**
 * Refuses a program's change of settings or successors from the grace period until the owner gives a sign of life. The
 * same applies after a completed handover, because successors may get access again. A person's request is itself a sign
 * of life.
 *
 * @throws Problem `handover_active` or `handover_completed`
 */
export function refuseProgram({ human }: Pick<Caller, 'human'>, state: SwitchState): void {
  if (human) return;
  if (handoverActive(state)) throw new Problem('handover_active');
  if (state.status === 'completed') throw new Problem('handover_completed');
}
