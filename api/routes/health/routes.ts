/** Health: for load balancers, monitoring and `npm start`. */
import type { z } from 'zod';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { version } from '../../monitoring/version.ts';
import { checkAll } from './checks.ts';
import { Health } from './schema.ts';

type Report = z.output<typeof Health>;

/** No rate limit applies, so simultaneous requests share one answer: a flood asks the database once. */
const underWay = new WeakMap<ApiDeps, Promise<Report>>();

async function report(deps: ApiDeps, now: Date): Promise<Report> {
  const checks = await checkAll(deps, now);
  const allUp = Object.values(checks).every((check) => check.status === 'up');
  const status = checks.database.status === 'down' ? 'down' : allUp ? 'ok' : 'degraded';
  return { status, version, checks };
}

const health = route({
  method: 'get',
  path: '/health',
  tag: 'Monitoring',
  summary: 'Whether the service and its dependencies are up',
  description: 'Answers within a second. 503 only if the API cannot serve. Also at the root, as /health.',
  access: 'public',
  limit: 'none',
  responses: { 200: Health, 503: Health },
  async handler({ deps, now, ctx }) {
    let asking = underWay.get(deps);
    if (!asking) {
      asking = report(deps, now).finally(() => underWay.delete(deps));
      underWay.set(deps, asking);
    }
    const body = await asking;
    if (body.status !== 'down') return { body };
    ctx.set('Retry-After', '5');
    return { status: 503, body };
  },
});

export const healthRoutes = [health];
