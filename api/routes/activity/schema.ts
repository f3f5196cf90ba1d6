import { z } from 'zod';
import { linkToken, message, moment, nextCursor, paging, switchStatus } from '../../http/schemas.ts';
import { TYPE_NAMES } from './types.ts';

/** What a record says happened. */
export const activityType = z
  .enum(TYPE_NAMES)
  .meta({ examples: ['check_in'] })
  .describe('What happened; the table at `GET /activity` says what each means.');

export const ActivityQuery = z.strictObject({
  ...paging,
  type: activityType.optional().describe('Only records of this type.'),
});

export const ActivityRecord = z.strictObject({
  id: z
    .string()
    .meta({ examples: ['4711'] })
    .describe('A number, ascending in the order in which things were recorded.'),
  type: activityType,
  at: moment.describe('When it happened.'),
  ipAddress: z.string().nullable().describe('From where; null where the owner themselves did nothing.'),
  userAgent: z.string().nullable().describe('With what; null where the owner themselves did nothing.'),
  detail: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ examples: [{}] })
    .describe('What else there is to say of it; which fields, says the table at `GET /activity`.'),
  signature: z
    .string()
    .meta({ examples: ['sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ'] })
    .describe(
      'Chains the records of an account: an HMAC-SHA-256 over this one and the signature before, in base64url.',
    ),
});

export const ActivityList = z.strictObject({
  activity: z.array(ActivityRecord).describe('The records, newest first.'),
  nextCursor,
});

export const CheckIn = z.strictObject({
  message,
  lastSeenAt: moment,
  deadline: moment
    .nullable()
    .describe('When the owner is next waited for; null where no clock runs: switched off, or paused.'),
});

/** The token may come in either place; which one it was is for the handler to see. */
export const CheckInLinkQuery = z.strictObject({ token: linkToken.optional() });
export const CheckInLinkBody = z.strictObject({ token: linkToken.optional() }).optional();

export const CheckInLink = z.strictObject({
  ownerName: z.string(),
  status: switchStatus,
  deadline: moment.nullable(),
});
