/** The moment at which an activity runs. */
import { ApplicationFailure } from '@temporalio/common';
import { MAX_CLOCK_SKEW_MS } from '../switch/plan.ts';
import type { ActivityDeps } from './deps.ts';

/** Whose switch, and what time the workflow believes it is. */
export interface StepInput {
  userId: string;
  workflowNow: number;
  /** Whether this runs as soon as `workflowNow` was read, so that the two clocks can be compared both ways. */
  atOnce: boolean;
}

/**
 * Whether this worker's clock can be trusted to date anything: what it writes down wrongly, others believe for years.
 *
 * @throws ApplicationFailure, retryable, while clock and second opinion are further apart than they may be
 */
export async function trustClock({ clock, referenceClock }: ActivityDeps): Promise<void> {
  const apart = Math.abs((await clock()) - (await referenceClock()));
  if (apart > MAX_CLOCK_SKEW_MS) throw tryAgain('clock_skew');
}

/** Thrown where a step cannot be taken now but may be later; Temporal tries again. */
export const tryAgain = (why: string) => ApplicationFailure.retryable(why, 'TryAgain');
