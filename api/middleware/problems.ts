import { randomUUID } from 'node:crypto';
import { DriverException, ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { Context, Middleware } from 'koa';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../errors.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** What the libraries below throw, in our words; null for what nobody foresaw. */
function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413 || type === 'entity.too.large') return new Problem('payload_too_large');
  if (status === 415) return new Problem('unsupported_media_type');
  if (status === 400) return new Problem('malformed_json');
  // What the request is about was removed while it was on its way, up to the account itself.
  if (error instanceof ForeignKeyConstraintViolationException) return new Problem('not_found');
  if (isUnreachable(error)) return new Problem('dependency_unavailable', undefined, { retryAfter: 5 });
  return null;
}

const UNREACHABLE = /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0\d|08\d{3}|53300|25P03/;

/** A database that is down, starting, or cannot take another connection. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: string }).code ?? '');
  if (UNREACHABLE.test(code)) return true;
  if (/^(timeout exceeded when trying to connect|connection terminated)/i.test(error.message)) return true;
  if (error instanceof DriverException && /terminated/i.test(error.message)) return true;
  return error.cause !== undefined && isUnreachable(error.cause);
}

/** Gives each request an ID, and turns whatever was thrown into a problem. The only place that does. */
export const problems =
  ({ log }: ApiDeps): Middleware =>
  async (ctx: Context, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } catch (error) {
      const problem = asProblem(error) ?? new Problem('internal');
      if (problem.status >= 500)
        log.error({ err: error, requestId, route: ctx.state.route }, 'request failed');
      if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter));
      ctx.status = problem.status;
      ctx.body = problem.toBody(requestId);
      ctx.type = 'application/problem+json';
    }
  };
