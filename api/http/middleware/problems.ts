import { randomUUID } from 'node:crypto';
import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Context, Middleware } from 'koa';
import { DatabaseChanged } from '../../../db/judgement.ts';
import { ClockUntrusted } from '../../../db/trusted-clock.ts';
import type { ApiDeps } from '../../deps.ts';
import { CHALLENGE, Problem } from '../errors.ts';
import type { RouteDeclaration } from '../route.ts';
import { isDocumented, ProblemBody } from '../route-errors.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The codes with which a route reports that its subject, or the caller, is gone. */
const GONE = ['not_found', 'token_invalid', 'unauthenticated'] as const;

/** Turns an error of a library into a problem; null for an unforeseen error. */
export function asProblem(error: unknown, route?: RouteDeclaration): Problem | null {
  if (error instanceof Problem) return error;
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413 || type === 'entity.too.large') return new Problem('payload_too_large');
  if (status === 415) return new Problem('unsupported_media_type');
  if (status === 400) return new Problem('malformed_json');
  // The subject of the request was removed during it, perhaps with its whole account.
  if (error instanceof ForeignKeyConstraintViolationException) {
    return new Problem(GONE.find((code) => isDocumented(route, code)) ?? 'not_found');
  }
  // Another request took the same ID between the check and the write.
  if (error instanceof UniqueConstraintViolationException && isDocumented(route, 'already_exists'))
    return new Problem('already_exists');
  if (error instanceof ClockUntrusted) {
    const detail = error.cause
      ? undefined
      : 'This service cannot verify its clock right now. Try again later.';
    return new Problem('dependency_unavailable', detail, { retryAfter: 5 });
  }
  if (error instanceof DatabaseChanged) {
    const detail = 'The database has changed and is being checked. Try again in a moment.';
    return new Problem('dependency_unavailable', detail, { retryAfter: 5 });
  }
  if (isUnreachable(error)) return new Problem('dependency_unavailable', undefined, { retryAfter: 5 });
  if (isCancelled(error)) {
    const detail = 'The database took too long over this request and stopped. Try again later.';
    return new Problem('dependency_unavailable', detail, { retryAfter: 30 });
  }
  return null;
}

/** A statement took longer than it may (db/orm.ts), or an operator ended it. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === '57014' || isCancelled(error.cause));

const UNREACHABLE = /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0\d|08\d{3}|53\d{3}|25P03|25006/;

/** Errors of the `pg` package, which have no code. */
const LOST = /^(timeout exceeded when trying to connect|connection terminated|client .* not queryable)/i;

/** The database is down, starting, out of connections, memory or space, or may only be read, as a standby. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: string }).code ?? '');
  if (UNREACHABLE.test(code)) return true;
  if (LOST.test(error.message)) return true;
  return error.cause !== undefined && isUnreachable(error.cause);
}

/** @returns the error to respond with and log instead if the route does not declare this problem; null if it does */
function undeclaredError(route: RouteDeclaration | undefined, problem: Problem, id: string): Error | null {
  if (!isDocumented(route, problem.code)) {
    return new Error(`${route?.method} ${route?.path} does not declare the error ${problem.code}`);
  }
  return ProblemBody.safeParse(problem.toBody(id)).error ?? null;
}

/** Gives each request an ID, and turns every error into a problem. Nothing else does either. */
export const problems =
  (deps: ApiDeps): Middleware =>
  async (ctx: Context, next) => {
    const { databaseSpace, log, checkResponses } = deps;
    const given = ctx.req.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    try {
      await next();
    } catch (error) {
      databaseSpace.noteError(error);
      const route: RouteDeclaration | undefined = ctx.state.declaration;
      const meant = asProblem(error, route) ?? new Problem('internal');
      const undeclared = checkResponses ? undeclaredError(route, meant, requestId) : null;
      const problem = undeclared ? new Problem('internal', undeclared.message) : meant;
      if (problem.status >= 500) {
        const name = route && `${route.method.toUpperCase()} ${route.path}`;
        // Our own refusals, such as those of a full queue, say why and need no stack.
        if (problem === error && problem.status === 503)
          log.warn({ err: problem.message, requestId, route: name }, 'request refused');
        else log.error({ err: undeclared ?? error, requestId, route: name }, 'request failed');
      }
      if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter));
      if (problem.status === 401) ctx.set('WWW-Authenticate', CHALLENGE);
      ctx.state.code = problem.code;
      ctx.status = problem.status;
      ctx.body = problem.toBody(requestId);
      ctx.type = 'application/problem+json';
    }
  };
