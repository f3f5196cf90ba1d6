import { z } from 'zod';
import { linkToken, message, moment, nextCursor, paging, switchStatus } from '../../schemas.ts';

export const ActivityQuery = z.strictObject({
  ...paging,
  type: z
    .string()
    .regex(/^[a-z_]{1,50}$/, 'must be the type of a record')
    .optional(),
});

export const ActivityList = z.strictObject({
  activity: z.array(
    z.strictObject({
      id: z.string(),
      type: z.string(),
      at: moment,
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      signature: z.string(),
    }),
  ),
  nextCursor,
});

export const CheckIn = z.strictObject({
  message,
  lastSeenAt: moment,
  deadline: moment.nullable().describe('Null where no clock runs: switched off, or paused.'),
});

/** The token may come in either place; which one it was is for the handler to see. */
export const CheckInLinkQuery = z.strictObject({ token: linkToken.optional() });
export const CheckInLinkBody = z.strictObject({ token: linkToken.optional() }).optional();

export const CheckInLink = z.strictObject({
  ownerName: z.string(),
  status: switchStatus,
  deadline: moment.nullable(),
});
