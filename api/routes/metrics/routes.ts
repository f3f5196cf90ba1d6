/** Metrics: for Prometheus and its like. */
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { metricsOf } from '../../monitoring/metrics.ts';

const metrics = route({
  method: 'get',
  path: '/metrics',
  tag: 'Monitoring',
  summary: 'Numbers for monitoring, in the text format of Prometheus',
  description:
    'Public and about nobody: no ID, address or requested path is in it. Put it behind the proxy where how busy the ' +
    'service is should stay inside. Answers within about a second, without the numbers that only the database knows ' +
    'while that does not answer (`vault_database_up 0`). Also at the root, as /metrics.',
  access: 'public',
  limit: 'none',
  contentType: 'text/plain',
  responses: { 200: z.string() },
  async handler({ deps, ctx }) {
    const { contentType, text } = metricsOf(deps);
    ctx.type = contentType;
    return { status: 200, text: await text() };
  },
});

export const metricsRoutes = [metrics];
