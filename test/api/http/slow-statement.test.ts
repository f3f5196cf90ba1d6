import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { findCaller } from '../../../api/auth/find-caller.ts';
import { Problem } from '../../../api/http/errors.ts';
import { serveFor } from '../../../api/http/quotas/current-requester.ts';
import { createFairQueue } from '../../../api/http/quotas/fair-queue.ts';
import { requesterOf } from '../../../api/http/quotas/requester.ts';
import { buildOwner } from '../../support/builders/owner.ts';
import { newEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();

test('a request whose statement the database cuts off changes nothing and may be tried again', async () => {
  const owner = await buildOwner(api);
  const id = await storeEntry(owner);
  const { entry: before } = (await owner.program.get(`/vault/entries/${id}`)).body;
  const edit = () => owner.program.raw.put(`/vault/entries/${id}`, { ...newEntry(), version: 1 } as never);
  const reply = await api.em().transactional(async (em) => {
    await em.execute('select 1 from vault_entry where id = ? for update', [id]);
    const answered = edit();
    // As the statement limit does it, with the same SQLSTATE.
    await until('the statement waits, and is cancelled', async () => {
      const cancelled = await api.em().execute<unknown[]>(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return cancelled.length > 0;
    });
    return answered;
  });
  const { headers } = await expectProblem(reply, '503 dependency_unavailable');
  expect(headers.get('retry-after')).toBe('30');
  expect((await owner.program.get(`/vault/entries/${id}`)).body.entry).toEqual(before);
  expect((await edit()).status).toBe(200);
});

test('a request that waits too long for a connection is told when to try again', async () => {
  const requester = requesterOf({ ip: '10.0.0.1' });
  const most = { account: 1, network: 1, '/56': 1, '/48': 1 };
  const queue = createFairQueue({ concurrency: 1, most, timeoutMs: 50 }, 'Too many requests are under way');
  const claims = { userId: randomUUIDv7(), sessionId: randomUUIDv7() };
  const find = () =>
    serveFor({ requester, priority: false }, queue, () =>
      findCaller(api.orm, { claims, via: 'header', now: new Date() }),
    );
  const release = await queue.acquire(requester);
  const refusal: unknown = await find().catch((error: unknown) => error);
  // Any other error would be answered with 500.
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({ code: 'dependency_unavailable', status: 503, retryAfter: 5 });
  release();
  expect(await find()).toBeNull();
});
