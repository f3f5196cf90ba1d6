/** The headers that requests and answers may carry, beyond those of any JSON API. */
import { z } from 'zod';

/** Named by the routes that read them. */
export const REQUEST_HEADERS = {
  'If-Match': z
    .string()
    .describe('The `ETag` of the version the change is based on. A stale one is answered `version_conflict`.')
    .meta({ examples: ['"3"'] }),
  'Stripe-Signature': z.string().describe("The payment provider's signature over the bytes of the body."),
} as const;

/** Named by the routes that send them. */
export const RESPONSE_HEADERS = {
  ETag: {
    description: 'The version of the entry, to send as `If-Match`.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'Set-Cookie': {
    description:
      '`accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both ' +
      'HttpOnly; in production also Secure and SameSite=None. Absent for `app` and `bearer` sessions.',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'A suggested file name.', schema: { type: 'string' } },
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const EVERYWHERE = {
  'X-Request-Id': {
    description: 'The ID sent with the request, or a new one. It also appears in our log.',
    schema: { type: 'string' },
  },
} as const;

const LIMITED = {
  'RateLimit-Limit': {
    description:
      'Requests per window. If a request counts against several limits, these three headers describe the ' +
      'one with the fewest requests left.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
} as const;

const RETRY = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
} as const;

const CHALLENGE = {
  'WWW-Authenticate': {
    description: '`Bearer`: send a valid access token or a session cookie (RFC 9110, 11.6.1).',
    schema: { type: 'string' },
  },
} as const;

/** Components for answers to refer to. */
export const HEADERS = { ...EVERYWHERE, ...LIMITED, ...RETRY, ...CHALLENGE, ...RESPONSE_HEADERS };

/** References to the headers of a route's answer. */
export function headersOf(
  { limit, responseHeaders = [] }: { limit: string; responseHeaders?: readonly ResponseHeader[] },
  status: number,
) {
  const names = [
    ...Object.keys(EVERYWHERE),
    ...(limit !== 'none' ? Object.keys(LIMITED) : []),
    ...(status === 429 || status === 503 ? Object.keys(RETRY) : []),
    ...(status === 401 ? Object.keys(CHALLENGE) : []),
    ...(status < 300 ? responseHeaders : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
