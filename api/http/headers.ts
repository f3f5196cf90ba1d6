/** The headers that requests and responses may carry, beyond those of any JSON API. */
import { z } from 'zod';

/** Named by the routes that read them. */
export const REQUEST_HEADERS = {
  'If-Match': z
    .string()
    .describe(
      'The `ETag` of the version the change is based on. A stale one is refused with `version_conflict`.',
    )
    .meta({ examples: ['"3"'] }),
  'X-Webhook-Secret': z.string().describe('The password of the webhook, where HTTP Basic is not used.'),
  'X-Amz-Sns-Message-Type': z.string().describe('Sent by Amazon SNS, whose signature is in the body.'),
  'Stripe-Signature': z.string().describe("The payment provider's signature over the bytes of the body."),
} as const;

const header = (type: 'string' | 'integer', description: string, more: { examples?: string[] } = {}) => ({
  description,
  schema: { type, ...more },
});

/** Named by the routes that send them. */
export const RESPONSE_HEADERS = {
  ETag: header('string', 'The version of the entry, to send as `If-Match`.', { examples: ['"3"'] }),
  'Set-Cookie': header(
    'string',
    '`accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both ' +
      'HttpOnly; in production also Secure and SameSite=None. Absent for `app` and `bearer` sessions.',
  ),
  'Content-Disposition': header('string', 'A suggested file name.'),
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const EVERYWHERE = {
  'X-Request-Id': header('string', 'The ID sent with the request, or a new one. It also appears in our log.'),
};

const LIMITED = {
  'RateLimit-Limit': header(
    'integer',
    'Requests per window. If a request counts against several limits, these three headers describe the ' +
      'one with the fewest requests left.',
  ),
  'RateLimit-Remaining': header('integer', 'Requests left in the window.'),
  'RateLimit-Reset': header('integer', 'Seconds until the window ends.'),
};

const RETRY = { 'Retry-After': header('integer', 'Seconds to wait before trying again.') };

const CHALLENGE = {
  'WWW-Authenticate': header(
    'string',
    '`Bearer`: send a valid access token or a session cookie (RFC 9110, 11.6.1).',
  ),
};

/** Components that responses refer to. */
export const HEADERS = { ...EVERYWHERE, ...LIMITED, ...RETRY, ...CHALLENGE, ...RESPONSE_HEADERS };

/** References to the headers of a route's response. */
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
