/** The websocket, as far as OpenAPI can describe it. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '../http/errors.ts';
import { ProblemBody } from '../http/route-errors.ts';

const DESCRIPTION = `A WebSocket. Browsers send the \`accessToken\` cookie, and the \`Origin\` of the upgrade must be an allowed \
page. Apps and programs send \`Authorization: Bearer\`, or the cookie without an \`Origin\`. It is also available at \`/ws\` of the host. Clients send nothing, and nothing here is a sign of life.

Every message is JSON, \`{ "event", "payload", "at" }\`. The first is \`realtime.connected\` with the current state; then \
comes everything that is recorded after it, each record once.

| event | payload |
|---|---|
| \`realtime.connected\` | \`status\`, \`epoch\`, \`deadline\`, \`lastSeenAt\`, \`holds\`, \`pausedUntil\`: the current state of the switch |
| \`inactivity.reminder\` | \`n\`, \`of\`, \`deadline\`, \`daysLeft\` |
| \`handover.status_changed\` | \`from\`, \`to\`, \`epoch\`, \`handoverId?\`, \`deadline\` |
| \`handover.successor_responded\` | \`successorId\`, \`response\` |
| \`activity.recorded\` | \`id\`, \`type\`, \`at\`, \`detail\`: a record, as in \`GET /activity\` |
| \`session.revoked\` | \`sessionId\`; the connection closes after it |

Later versions may add events, and members to payloads: ignore what you do not know.

The server pings every 30 seconds and disconnects clients that do not respond. The introduction explains each close code.`;

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
      operationId: 'connectRealtime',
      tags: ['Realtime'],
      summary: 'Open the WebSocket',
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
            .describe('An allowed page. Browsers send it; with the cookie, any other is refused.')
            .meta({ examples: ['https://vault.example.com'] }),
        }),
      },
      responses: {
        '101': { description: 'The connection is now a WebSocket.' },
        '401': refusal('unauthenticated', 'Not logged in.'),
        '403': refusal('origin_not_allowed', 'Origin not allowed.'),
        '429': refusal('rate_limited', 'Too many requests.'),
        '503': refusal('dependency_unavailable', 'Service unavailable.'),
      },
    },
  },
};
