/**
 * One log line per request, and the same in the metrics: method, declared route, status, duration, request ID. Never
 * the requested path, a query, a header or a body, because those hold tokens and addresses. Routes that monitoring calls
 * all the time are only logged if they fail.
 */
import type { Context, Middleware } from 'koa';
import type { ApiDeps } from '../../deps.ts';
import type { Metrics } from '../../monitoring/port.ts';
import type { ErrorCode } from '../errors.ts';
import type { RouteDeclaration } from '../route.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface LoggedResponse {
  method: string;
  /** As declared, such as `/vault/entries/:id`; or `page`, `preflight` or `none` if it is not a route. */
  route: string;
  status: number;
  /** The code of the problem, if the response is one. */
  code: ErrorCode | undefined;
}

interface LoggedState {
  declaration?: RouteDeclaration;
  code?: ErrorCode;
}

function outcomeOf(ctx: Context): LoggedResponse {
  const { declaration, code }: LoggedState = ctx.state;
  const method = METHODS.has(ctx.method) ? ctx.method : 'other';
  const status = ctx.res.statusCode;
  const undeclared = method === 'OPTIONS' ? 'preflight' : status < 400 ? 'page' : 'none';
  return { method, route: declaration?.path ?? undeclared, status, code };
}

/** The effect of each of these routes on sessions when it succeeds. */
const SESSION_RESULTS: Record<string, string> = {
  'POST /auth/login': 'opened',
  'POST /auth/login/passkey': 'opened',
  'POST /auth/refresh': 'refreshed',
  'POST /auth/logout': 'ended',
};

function count(
  metrics: Metrics,
  { method, route, status, code }: LoggedResponse,
  access: RouteDeclaration['access'] | undefined,
): void {
  const name = `${method} ${route}`;
  const succeeded = status < 400;
  const result = SESSION_RESULTS[name];
  if (result && succeeded) metrics.sessions.inc({ result });
  if (code === 'refresh_token_invalid') metrics.sessions.inc({ result: 'refresh_refused' });
  if (SESSION_RESULTS[name] === 'opened')
    metrics.logins.inc({ result: succeeded ? 'ok' : (code ?? 'aborted') });
  if (access && access !== 'public' && (code === undefined || status < 500)) {
    metrics.sessionChecks[code === 'unauthenticated' ? 'refused' : 'accepted'] += 1;
  }
}

/** Comes before everything else, so that every response is logged. */
export function accessLog({ log, metrics }: Pick<ApiDeps, 'log' | 'metrics'>): Middleware {
  return (ctx, next) => {
    const from = performance.now();
    // All of the response was sent, or the connection is gone.
    ctx.res.on('close', () => {
      const durationMs = performance.now() - from;
      const outcome = outcomeOf(ctx);
      const { method, route, status, code } = outcome;
      metrics.httpDuration.observe({ method, route, status }, durationMs / 1000);
      const { declaration }: LoggedState = ctx.state;
      count(metrics, outcome, declaration?.access);
      const aborted = !ctx.res.writableFinished;
      const quiet = declaration?.quiet && status < 400 && !aborted;
      log[quiet ? 'debug' : 'info'](
        {
          requestId: ctx.state.requestId,
          method,
          route,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          code,
          aborted: aborted || undefined,
        },
        'request',
      );
    });
    return next();
  };
}
