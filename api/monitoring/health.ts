/** Whether this process and what it depends on are up. */
import type { z } from 'zod';
import { memoize } from '../cache/memoize.ts';
import type { ApiDeps } from '../deps.ts';
import type { Health } from '../routes/health/schema.ts';
import { displayTime } from './display-time.ts';
import { type CheckedDeps, checkAll } from './health-checks.ts';
import type { HealthReport } from './port.ts';
import { version } from './version.ts';

/**
 * How long a report is reused, and so are the metrics. No rate limit applies, so this keeps a flood to one check of the
 * database at a time, and ten a second at most.
 */
export const FRESH_MS = 100;

async function report(deps: CheckedDeps, now: Date): Promise<HealthReport> {
  const checks = await checkAll(deps, now);
  const { files, ...needed } = checks;
  // A service without files lacks nothing.
  const allUp = files.status !== 'degraded' && Object.values(needed).every(({ status }) => status === 'up');
  const serves = checks.database.status !== 'down' && checks.clock.status === 'up';
  const status = serves ? (allUp ? 'ok' : 'degraded') : 'down';
  const body: z.output<typeof Health> = { status, version, checks };
  return { status, checks, json: JSON.stringify(body) };
}

export const createHealth = (deps: CheckedDeps): ApiDeps['health'] =>
  memoize(FRESH_MS, async () => report(deps, await displayTime(deps)));
