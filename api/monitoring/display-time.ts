/** The time for display only. Health and metrics answer even if no clock can be trusted, and date nothing. */
import type { ApiDeps } from '../deps.ts';
import { withTimeout } from '../http/timeout.ts';

const PATIENCE_MS = 200;

export async function displayTime({ clock }: Pick<ApiDeps, 'clock'>): Promise<Date> {
  try {
    const time = clock();
    return new Date(typeof time === 'number' ? time : await withTimeout(time, PATIENCE_MS));
  } catch {
    return new Date();
  }
}
