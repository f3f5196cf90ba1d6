/** The baseline's Koa application: one middleware, no router, no schemas, no log. */
import type { Redis } from 'ioredis';
import Koa from 'koa';
import type { Pool } from 'pg';
import { checkIns, safeCheckIns } from './check-in.ts';
import { logIn } from './log-in.ts';
import { readHandoverStatus, readProfile, readSuccessors } from './reads.ts';
import type { BaselineRequest } from './request.ts';
import { type BaselineSettings, callers } from './sessions.ts';
import { createEntry, createEntryWithinPlan, listEntries, readEntry } from './vault.ts';

const ENTRIES = '/api/v1/vault/entries';

type BaselineHandler = (request: BaselineRequest) => Promise<void>;

export function createBaseline(settings: BaselineSettings, pool: Pool, redis: Redis): Koa {
  const app = new Koa();
  const { callerOf, openSession } = callers(settings, pool, redis);
  const handlers = new Map<string, BaselineHandler>([
    [`GET ${ENTRIES}`, listEntries],
    [`POST ${ENTRIES}`, settings.promises ? createEntryWithinPlan : createEntry],
    [
      'POST /api/v1/activity/check-in',
      (settings.promises ? safeCheckIns : checkIns)(settings.activitySecret),
    ],
    ['GET /api/v1/handover/status', readHandoverStatus],
    ['GET /api/v1/auth/profile', readProfile],
    ['GET /api/v1/successors', readSuccessors],
  ]);
  app.use(async (ctx) => {
    const { method, path } = ctx;
    if (path === '/health') {
      ctx.body = { status: 'ok' };
      return;
    }
    if (method === 'POST' && path === '/api/v1/auth/login') return logIn(ctx, pool, openSession);
    const oneEntry = method === 'GET' && path.startsWith(`${ENTRIES}/`);
    const handler = oneEntry ? readEntry : handlers.get(`${method} ${path}`);
    if (!handler) return;
    const now = new Date();
    const userId = await callerOf(ctx, now);
    await handler({ ctx, pool, userId, now });
  });
  return app;
}
