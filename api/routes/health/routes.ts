/** Health: for load balancers, monitoring and `npm start`. */
import type { z } from 'zod';
import { remembered } from '../../cache/remembered.ts';
import type { ApiDeps } from '../../deps.ts';
import { route, tagged } from '../../http/route.ts';
import { displayTime } from '../../monitoring/display-time.ts';
import { version } from '../../monitoring/version.ts';
import { checkAll } from './checks.ts';
import { Health } from './schema.ts';

interface Report {
  status: z.output<typeof Health>['status'];
  checks: z.output<typeof Health>['checks'];
  /** The report as it is sent. */
  json: string;
}

/**
 * How long a report is given again. No rate limit applies, so a flood asks the database once at a time, and ten times a
 * second at most.
 */
export const FRESH_MS = 100;

async function report(deps: ApiDeps, now: Date): Promise<Report> {
  const checks = await checkAll(deps, now);
  const { files, ...needed } = checks;
  // A service without files lacks nothing.
  const allUp = files.status !== 'degraded' && Object.values(needed).every(({ status }) => status === 'up');
  const serves = checks.database.status !== 'down' && checks.clock.status === 'up';
  const status = serves ? (allUp ? 'ok' : 'degraded') : 'down';
  const body: z.output<typeof Health> = { status, version, checks };
  return { status, checks, json: JSON.stringify(body) };
}

const reports = new WeakMap<ApiDeps, () => Promise<Report>>();

/** The report of this process; within a tenth of a second, the same one. */
export function sharedReport(deps: ApiDeps): Promise<Report> {
  let latest = reports.get(deps);
  if (!latest) {
    latest = remembered(FRESH_MS, async () => report(deps, await displayTime(deps)));
    reports.set(deps, latest);
  }
  return latest();
}

const health = route('GET /health', {
  name: 'getHealth',
  summary: 'Whether the service and its dependencies are up',
  description:
    'Responds within a second. Requests within a tenth of a second get the same report. 503 only if the API ' +
    'cannot serve. Also at the root, as /health.',
  access: 'public',
  limit: 'none',
  quiet: true,
  noEntityManager: true,
  responses: { 200: Health, 503: Health },
  async handler({ deps, ctx }) {
    const { status, json } = await sharedReport(deps);
    if (status !== 'down') return { json };
    ctx.set('Retry-After', '5');
    return { status: 503, json };
  },
});

export const healthRoutes = tagged('Monitoring', [health]);
