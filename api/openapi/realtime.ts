/** The websocket, as far as OpenAPI has words for it. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '../http/errors.ts';
import { ProblemBody } from '../http/route-errors.ts';

const DESCRIPTION = `A WebSocket. Browsers send the \`accessToken\` cookie, and the upgrade must then carry the \`Origin\` of an allowed \
page. Apps and programs send \`Authorization: Bearer\`, and need no \`Origin\`. It answers at \`/ws\` of the host too. Nothing that is sent to it is read, and nothing here is a sign of life.

Every message is JSON, \`{ "event", "payload", "at" }\`. First comes \`realtime.connected\` with the state as it is; then \
everything that was recorded after it, each once.

| event | payload |
|---|---|
| \`realtime.connected\` | \`status\`, \`epoch\`, \`deadline\`, \`lastSeenAt\`, \`holds\`, \`pausedUntil\`: the switch as it is |
| \`inactivity.reminder\` | \`n\`, \`of\`, \`deadline\`, \`daysLeft\` |
| \`handover.status_changed\` | \`from\`, \`to\`, \`epoch\`, \`handoverId?\`, \`deadline\` |
| \`handover.successor_responded\` | \`successorId\`, \`response\` |
| \`activity.recorded\` | \`id\`, \`type\`, \`at\`, \`detail\`: each record of \`GET /activity\` |
| \`session.revoked\` | \`sessionId\`; the connection closes after it |

The server pings every 30 seconds and cuts whoever does not answer. What each close code means stands in the introduction.`;

const refusal = (code: ErrorCode, description: string) => ({
  description: `\`${code}\`: ${description}`,
  content: {
    'application/problem+json': {
      schema: ProblemBody,
      examples: { [code]: { $ref: `#/components/examples/${code}` } },
    },
  },
});

export const realtime: ZodOpenApiPathsObject = {
  '/ws': {
    get: {
      operationId: 'getWs',
      tags: ['Realtime'],
      summary: 'Open the realtime channel',
      description: DESCRIPTION,
      security: [{ cookie: [] }, { bearer: [] }],
      requestParams: {
        header: z.object({
          Upgrade: z
            .string()
            .describe('`websocket`.')
            .meta({ examples: ['websocket'] }),
          Origin: z
            .string()
            .optional()
            .describe('Of an allowed page; needed with the cookie.')
            .meta({ examples: ['https://vault.example.com'] }),
        }),
      },
      responses: {
        '101': { description: 'The connection is a WebSocket now.' },
        '401': refusal('unauthenticated', 'Not logged in.'),
        '403': refusal('origin_not_allowed', 'Origin not allowed.'),
        '429': refusal('rate_limited', 'Too many requests, or too many open pages.'),
        '503': refusal('dependency_unavailable', 'Service unavailable.'),
      },
    },
  },
};
