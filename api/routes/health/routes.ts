/** Health: for load balancers, monitoring and `npm start`. */
import { route, tagged } from '../../http/route.ts';
import { Health } from './schema.ts';

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
    const { status, json } = await deps.health();
    if (status !== 'down') return { json };
    ctx.set('Retry-After', '5');
    return { status: 503, json };
  },
});

export const healthRoutes = tagged('Monitoring', [health]);
