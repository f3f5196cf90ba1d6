/** What `/health` says when nothing held this process up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FRESH_MS } from '../../../api/monitoring/health.ts';
import type { TestApi } from '../servers/api.ts';
import { until } from '../until.ts';
import { client, type TestReply } from './client.ts';

/**
 * A check that takes 700 ms is over, and Redis has 250 ms (api/monitoring/health-checks.ts, api/cache/shared-value.ts).
 * A timer may end a moment early.
 */
const LIMIT_MS = 690;
const REDIS_LIMIT_MS = 240;

/** Whether no check of a report was cut short, so that each says what it found. */
export const isWhole = ({ body }: TestReply): boolean =>
  Object.entries<{ latencyMs: number }>(body.checks ?? {}).every(
    ([name, { latencyMs }]) => latencyMs < (name === 'cache' ? REDIS_LIMIT_MS : LIMIT_MS),
  );

/** A report made after the call, once none of its checks was cut short. An earlier one has expired by then. */
export const health = (of: Pick<TestApi, 'url'>) =>
  until('a report that nothing held up', async () => {
    await sleep(FRESH_MS + 1);
    const reply = await client(of).get('/health');
    return isWhole(reply) && reply;
  });

/** Asks until the answer isn't 503, as it is while a database that is up has too little time. */
export const served = <T extends { status: number }>(ask: () => Promise<T>): Promise<T> =>
  until('an answer that is not 503', async () => {
    const reply = await ask();
    return reply.status !== 503 && reply;
  });
