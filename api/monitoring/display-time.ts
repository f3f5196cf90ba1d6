/** The time for display only. Health and metrics answer even if no clock can be trusted, and date nothing. */

import { withTimeout } from '../../db/timeout.ts';
import type { ApiDeps } from '../deps.ts';

const TIMEOUT_MS = 200;

/** Only a clock that is not trusted makes it wait. */
export function displayTime({ clock }: Pick<ApiDeps, 'clock'>): Date | Promise<Date> {
  try {
    const time = clock();
    if (typeof time === 'number') return new Date(time);
    return withTimeout(time, TIMEOUT_MS).then(
      (late) => new Date(late),
      () => new Date(),
    );
  } catch {
    return new Date();
  }
}
