import { z } from 'zod';
import {
  language,
  linkToken,
  message,
  moment,
  nextCursor,
  paging,
  switchStatus,
} from '../../http/schemas.ts';
import { TYPE_NAMES } from './types.ts';

/** The type of a record, as a request names it. */
export const activityType = z
  .enum(TYPE_NAMES)
  .meta({ examples: ['check_in'] })
  .describe('What happened. The table at `GET /activity` explains each type.');

export const ActivityQuery = z.strictObject({
  ...paging,
  type: activityType.optional().describe('Only records of this type.'),
});

export const ActivityRecord = z.strictObject({
  id: z
    .string()
    .meta({ examples: ['4711'] })
    .describe('Opaque: the list gives the order in which records were made.'),
  // Not a closed list: generated clients refuse a value they don't know, and with it the whole page of the log.
  type: z
    .string()
    .meta({ examples: ['check_in'] })
    .describe(
      'What happened. The table at `GET /activity` explains each type. A later version may add types: show a record ' +
        'of one that you do not know without explaining it.',
    ),
  at: moment.describe('When it happened.'),
  ipAddress: z.string().nullable().describe('Where the request came from; null if the owner did nothing.'),
  browser: z
    .string()
    .nullable()
    .meta({ examples: ['Firefox'] })
    .describe('The browser or program that the client says it is; null if it is unknown.'),
  system: z
    .string()
    .nullable()
    .meta({ examples: ['Linux'] })
    .describe('The operating system that the client says it runs on; null if it is unknown.'),
  userAgent: z.string().nullable().describe('The client that was used; null if the owner did nothing.'),
  detail: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    // A text, a number, a boolean or null: few generators can choose between types.
    .meta({ examples: [{}], override: { additionalProperties: {} } })
    .describe('More about what happened. The table at `GET /activity` lists the fields of each type.'),
  signature: z
    .string()
    .meta({ examples: ['sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ'] })
    .describe(
      'Chains the records of an account: an HMAC-SHA-256, in base64url, of this record and the previous ' +
        'signature.',
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
    .describe('When the next sign of life is due; null while no clock is running (switched off or paused).'),
});

/** The handler checks where the token is. */
export const CheckInLinkQuery = z.strictObject({ token: linkToken.optional() });
export const CheckInLinkBody = z.strictObject({ token: linkToken.optional() }).optional();

export const CheckInLink = z.strictObject({
  ownerName: z.string(),
  language,
  status: switchStatus,
  deadline: moment.nullable(),
});
