import { z } from 'zod';
import { id, message, moment } from '../../schemas.ts';

export const SessionParams = z.strictObject({ sessionId: id });

export const SessionList = z.strictObject({
  sessions: z.array(
    z.strictObject({
      id,
      kind: z
        .enum(['browser', 'app', 'bearer'])
        .describe('`browser`: with cookies. `app`: an app that a person uses. `bearer`: a program.'),
      /** Such as "Firefox on Linux"; what the client says of itself. */
      device: z.string(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      createdAt: moment,
      /** Up to a minute old. */
      lastUsedAt: moment,
      /** When it ends unless it is refreshed. */
      expiresAt: moment,
      /** The one that asks. */
      isCurrent: z.boolean(),
    }),
  ),
});

export const Invalidated = z.strictObject({ message, invalidatedCount: z.number().int() });
