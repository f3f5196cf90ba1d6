/** Metrics for Prometheus and the like. */
import { z } from 'zod';
import { route, tagged } from '../../http/route.ts';

const metrics = route('GET /metrics', {
  name: 'getMetrics',
  summary: 'Metrics in the Prometheus text format',
  description:
    'Public, and without personal data: no IDs, addresses or requested paths. If outsiders should not see how ' +
    'busy the service is, block this at the proxy. Responds within about a second; while the database does not ' +
    'respond, the numbers that come from it are left out (`vault_database_up 0`). Also at the root, as /metrics.',
  access: 'public',
  limit: 'none',
  quiet: true,
  noEntityManager: true,
  contentType: 'text/plain',
  responses: { 200: z.string() },
  async handler({ deps, ctx }) {
    const { contentType, text } = deps.metrics;
    ctx.type = contentType;
    return { text: await text() };
  },
});

export const metricsRoutes = tagged('Monitoring', [metrics]);
