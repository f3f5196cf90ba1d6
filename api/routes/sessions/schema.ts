import { z } from 'zod';
import { extensibleEnum, id, message, moment } from '../../http/schemas.ts';

export const SessionParams = z.strictObject({ sessionId: id });

export const Session = z.strictObject({
  id,
  kind: extensibleEnum(['browser', 'app', 'bearer']).describe(
    '`browser`: uses cookies. `app`: an app that a person uses. `bearer`: a program.',
  ),
  device: z.string().describe('Such as "Firefox on Linux", as reported by the client.'),
  browser: z
    .string()
    .nullable()
    .meta({ examples: ['Firefox'] })
    .describe('The browser or program in it; null if it is unknown.'),
  system: z
    .string()
    .nullable()
    .meta({ examples: ['Linux'] })
    .describe('The operating system in it; null if it is unknown.'),
  ipAddress: z.string().nullable().describe('Where it was last used from.'),
  userAgent: z.string().nullable().describe('As sent by the client.'),
  createdAt: moment.describe('When it logged in.'),
  lastUsedAt: moment.describe('Up to a minute old.'),
  expiresAt: moment.describe('When it ends unless it is refreshed.'),
  isCurrent: z.boolean().describe('Whether this request uses it.'),
});

export const SessionList = z.strictObject({
  sessions: z.array(Session).describe('The live sessions of the account.'),
});

export const Invalidated = z.strictObject({ message, invalidatedCount: z.number().int() });
