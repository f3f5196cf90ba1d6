/** Health: for load balancers, monitoring and `npm start`. */
import type { z } from 'zod';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { version } from '../../monitoring/version.ts';
import { checkAll } from './checks.ts';
import { Health } from './schema.ts';

interface Report {
  status: z.output<typeof Health>['status'];
  /** The report as it is sent. */
  json: string;
}

/**
 * How long a report is given again. No rate limit applies, so a flood asks the database once at a time, and ten times a
 * second at most.
 */
export const FRESH_MS = 100;

interface Shared {
  report: Promise<Report>;
  /** On the monotonic clock; infinite while the report is being made. */
  freshUntil: number;
}

const latest = new WeakMap<ApiDeps, Shared>();

async function report(deps: ApiDeps, now: Date): Promise<Report> {
  const checks = await checkAll(deps, now);
  const allUp = Object.values(checks).every((check) => check.status === 'up');
  const status = checks.database.status === 'down' ? 'down' : allUp ? 'ok' : 'degraded';
  const body: z.output<typeof Health> = { status, version, checks };
  return { status, json: JSON.stringify(body) };
}

function sharedReport(deps: ApiDeps, now: Date): Promise<Report> {
  const known = latest.get(deps);
  if (known && performance.now() < known.freshUntil) return known.report;
  const made: Shared = {
    freshUntil: Number.POSITIVE_INFINITY,
    report: report(deps, now).finally(() => {
      made.freshUntil = performance.now() + FRESH_MS;
    }),
  };
  latest.set(deps, made);
  return made.report;
}

const health = route({
  method: 'get',
  path: '/health',
  tag: 'Monitoring',
  summary: 'Whether the service and its dependencies are up',
  description:
    'Answers within a second. Requests within a tenth of a second get the same report. 503 only if the API cannot ' +
    'serve. Also at the root, as /health.',
  access: 'public',
  limit: 'none',
  quiet: true,
  noEntityManager: true,
  responses: { 200: Health, 503: Health },
  async handler({ deps, now, ctx }) {
    const { status, json } = await sharedReport(deps, now);
    if (status !== 'down') return { json };
    ctx.set('Retry-After', '5');
    return { status: 503, json };
  },
});

export const healthRoutes = [health];
