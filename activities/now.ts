/** The time for an activity, and whether its worker's clock can be trusted. */
import { ApplicationFailure } from '@temporalio/common';
import { MAX_CLOCK_SKEW_MS } from '../switch/plan.ts';
import type { ActivityDeps } from './deps.ts';

/** Whose switch it is, and the workflow's time. */
export interface StepInput {
  userId: string;
  workflowNow: number;
  /** Whether this runs as soon as `workflowNow` was read, so that the two clocks can be compared both ways. */
  atOnce: boolean;
}

/**
 * Checks that this worker's clock can be trusted with dates, because a wrong one would have effects for years.
 *
 * @throws ApplicationFailure, retryable, while this clock and the reference clock are too far apart
 */
export async function trustClock({ clock, referenceClock }: ActivityDeps): Promise<void> {
  const apart = Math.abs((await clock()) - (await referenceClock()));
  if (apart > MAX_CLOCK_SKEW_MS) throw tryAgain('clock_skew');
}

/** A failure for a step that can't be taken now but may be later: Temporal tries again. */
export const tryAgain = (why: string) => ApplicationFailure.retryable(why, 'TryAgain');
