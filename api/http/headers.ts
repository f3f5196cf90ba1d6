/** The headers that requests and answers may carry, beyond those of any JSON API. */
import { z } from 'zod';

/** Named by the routes that read them. */
export const REQUEST_HEADERS = {
  'If-Match': z
    .string()
    .describe(
      'The `ETag` of the version that the change was made on; a stale one is answered `version_conflict`.',
    )
    .meta({ examples: ['"3"'] }),
  'Stripe-Signature': z.string().describe("The payment provider's signature over the bytes of the body."),
} as const;

/** Named by the routes that answer with them. */
export const RESPONSE_HEADERS = {
  ETag: {
    description: 'The version of the entry, for `If-Match`.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'Set-Cookie': {
    description:
      '`accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both HttpOnly; in ' +
      'production Secure and SameSite=None. None for `app` and `bearer` sessions.',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'A file name for whoever saves it.', schema: { type: 'string' } },
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const EVERYWHERE = {
  'X-Request-Id': {
    description: 'The one that the request carried, or a new one; it stands in our log.',
    schema: { type: 'string' },
  },
} as const;

const LIMITED = {
  'RateLimit-Limit': {
    description:
      'Requests in the window. Of all counters that the request counts against, these three headers tell of the one ' +
      'with the fewest left.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
} as const;

const RETRY = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
} as const;

const CHALLENGE = {
  'WWW-Authenticate': {
    description: '`Bearer`: send a valid access token, or the cookie of a session (RFC 9110, 11.6.1).',
    schema: { type: 'string' },
  },
} as const;

/** Components, for answers to refer to. */
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
