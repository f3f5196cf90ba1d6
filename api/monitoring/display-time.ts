/** The time for display only. Health and metrics answer even if no clock can be trusted, and date nothing. */
import type { ApiDeps } from '../deps.ts';
import { withTimeout } from '../http/timeout.ts';

const PATIENCE_MS = 200;

export const displayTime = async ({ clock }: Pick<ApiDeps, 'clock'>): Promise<Date> =>
  new Date(await withTimeout((async () => clock())(), PATIENCE_MS).catch(() => Date.now()));
