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
  'Tus-Resumable': z
    .string()
    .describe('The version of tus, `1.0.0`.')
    .meta({ examples: ['1.0.0'] }),
  'Upload-Length': z
    .string()
    .describe('The size of the file in bytes, up to 2 GiB.')
    .meta({ examples: ['1048576'] }),
  'Upload-Metadata': z
    .string()
    .describe(
      'Pairs of a name and a value in base64, separated by commas: `entryId`, `sha256` (of the ciphertext, 64 ' +
        'hexadecimal digits), and `id` (a UUID) if the client chooses it. Nothing else is accepted.',
    )
    .meta({
      examples: [
        'entryId MDE5OWFhYWEtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx,sha256 ' +
          'OWY4NmQwODE4ODRjN2Q2NTlhMmZlYWEwYzU1YWQwMTVhM2JmNGYxYjJiMGI4MjJjZDE1ZDZjMTViMGYwMGEwOA==',
      ],
    }),
  'Upload-Offset': z
    .string()
    .describe('How many bytes have arrived so far, as reported by HEAD.')
    .meta({ examples: ['0'] }),
  Range: z
    .string()
    .describe('One range of bytes (RFC 9110, 14.2). Anything else gets the whole file.')
    .meta({ examples: ['bytes=0-1048575'] }),
  'X-Webhook-Secret': z.string().describe('The password of the webhook, where HTTP Basic is not used.'),
  'X-Amz-Sns-Message-Type': z.string().describe('Sent by Amazon SNS, whose signature is in the body.'),
  'Stripe-Signature': z.string().describe("The payment provider's signature over the bytes of the body."),
} as const;

const header = (type: 'string' | 'integer', description: string, more: { examples?: string[] } = {}) => ({
  description,
  schema: { type, ...more },
});

/** Named by the routes that send them. */
const RESPONSE_HEADERS = {
  ETag: header('string', 'The version of the entry, to send as `If-Match`; of a file, its SHA-256.', {
    examples: ['"3"'],
  }),
  'Set-Cookie': header(
    'string',
    '`accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both ' +
      'HttpOnly; in production also Secure and SameSite=None. Absent for `app` and `bearer` sessions.',
  ),
  'Content-Disposition': header('string', 'A suggested file name.'),
  Location: header('string', 'The address of what was created.', {
    examples: ['/api/v1/files/0199aaaa-0000-7000-8000-000000000001'],
  }),
  'Tus-Resumable': header('string', 'The version of tus.', { examples: ['1.0.0'] }),
  'Upload-Offset': header('integer', 'How many bytes have arrived.'),
  'Upload-Length': header('integer', 'The size of the file in bytes.'),
  'Upload-Expires': header('string', 'When an upload expires unless it is continued (RFC 9110, 5.6.7).'),
  'Accept-Ranges': header('string', '`bytes`.'),
  'Content-Range': header('string', 'Which bytes of how many these are.'),
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
