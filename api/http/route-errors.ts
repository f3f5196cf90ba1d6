/** The problems that a route may respond with, and their schema. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { isWrite, type RouteDeclaration } from './route.ts';

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const FieldErrorBody = z.object({
  path: z.string().describe('Where in the request, such as `body.email`.'),
  message: z.string().describe('What is wrong with it.'),
});

/** RFC 9457. */
export const ProblemBody = z
  .strictObject({
    type: z.string().describe('`urn:vault-handover:problem:` followed by the code.'),
    title: z.string().describe('A short title, the same for every problem with this code.'),
    status: z.int().describe('The HTTP status of the response.'),
    code: z.enum(CODES).describe('The code for programs to check.'),
    detail: z.string().describe('What to do about it, for people.'),
    requestId: z
      .string()
      .describe('The `X-Request-Id` of the response. Quote it to the operator of the service.'),
    errors: z
      .array(FieldErrorBody)
      .optional()
      .describe('With `validation_failed`: every field that is wrong.'),
  })
  .describe('What went wrong, and what to do about it (RFC 9457).');

/** Every error code of a route: its own, and those that follow from its declaration. */
export function errorsOf(route: RouteDeclaration): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const write = isWrite(route.method);
  // Every route responds with it to an unexpected body.
  codes.add('validation_failed');
  if (route.params) codes.add('not_found');
  if (write) {
    // The body of a write is read even if it declares none.
    for (const code of [
      'unsupported_media_type',
      'payload_too_large',
      'request_timeout',
      'rate_limited',
    ] as const)
      codes.add(code);
    if (!route.rawBody) codes.add('malformed_json');
  }
  if (route.access !== 'public') {
    codes.add('unauthenticated');
    if (route.access === 'automation' || route.access === 'admin') codes.add('forbidden');
    // Pages of other sites can't send an automation's token, because these routes read no cookies.
    if (route.access !== 'automation' && (write || route.access === 'admin')) codes.add('origin_not_allowed');
  }
  if (route.limit !== 'none' || route.access !== 'public') codes.add('rate_limited');
  codes.add('dependency_unavailable');
  return [...codes];
}

/**
 * Whether a route declares this code. `internal` is never declared, and a request that matched no route has no
 * declaration.
 */
export const isDocumented = (route: RouteDeclaration | undefined, code: ErrorCode): boolean =>
  route === undefined || code === 'internal' || errorsOf(route).includes(code);
