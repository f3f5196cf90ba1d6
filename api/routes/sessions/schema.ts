import { z } from 'zod';
import { id, message, moment } from '../../http/schemas.ts';

export const SessionParams = z.strictObject({ sessionId: id });

export const Session = z.strictObject({
  id,
  kind: z
    .enum(['browser', 'app', 'bearer'])
    .describe('`browser`: with cookies. `app`: an app that a person uses. `bearer`: a program.'),
  device: z.string().describe('Such as "Firefox on Linux"; what the client says of itself.'),
  ipAddress: z.string().nullable().describe('From where it was last used.'),
  userAgent: z.string().nullable().describe('What the client said of itself.'),
  createdAt: moment.describe('When it logged in.'),
  lastUsedAt: moment.describe('Up to a minute old.'),
  expiresAt: moment.describe('When it ends unless it is refreshed.'),
  isCurrent: z.boolean().describe('Whether it is the session that asks.'),
});

export const SessionList = z.strictObject({
  sessions: z.array(Session).describe('The live sessions of the account.'),
});

export const Invalidated = z.strictObject({ message, invalidatedCount: z.number().int() });
