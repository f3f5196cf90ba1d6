import { z } from 'zod';
import { planName } from '../../billing/plans.ts';
import { id, message, moment, nextCursor, paging, switchStatus } from '../../http/schemas.ts';

const count = z.int().min(0);

export const Service = z.strictObject({
  up: z.boolean().describe('Whether it is up now.'),
  lastBeatAt: moment.nullable().describe('The last moment at which it was proven to be up.'),
});

/** A mail that the mail server refuses; whom it is for is looked up with the account, where that is needed. */
const refusedMail = {
  userId: id.describe('The account whose mail it is.'),
  kind: z
    .string()
    .meta({ examples: ['reminder'] })
    .describe('Which mail.'),
  since: moment.describe('When it was first refused.'),
  permanent: z.boolean().describe('Whether there is said to be no such mailbox.'),
  code: z
    .string()
    .meta({ examples: ['550'] })
    .nullable()
    .describe("The mail server's code for the latest try."),
};

export const OutageCount = z.strictObject({
  count: count.describe('How many outages.'),
  totalMs: count.describe('How long they lasted in all, in milliseconds.'),
});

export const Stats = z.strictObject({
  countedAt: moment.describe(
    'When `users`, `verified` and `switches` were last counted, which a worker does in the background.',
  ),
  users: count.describe('Accounts.'),
  verified: count.describe('Of those: with a proven address.'),
  locked: count
    .nullable()
    .describe('Addresses of accounts that are locked now; null while Redis cannot be asked.'),
  switches: z.record(switchStatus, count).describe('How many switches have each status.'),
  overdueEvents: count.describe('Switches whose workflow should have looked two minutes ago and has not.'),
  stuckHandovers: z
    .strictObject({
      count: count.describe('Handovers in which a successor has not answered for 30 days.'),
      oldest: z
        .array(
          z.strictObject({
            handoverId: id.describe('The handover that waits.'),
            userId: id.describe('Its owner.'),
            since: moment.describe('When the successor was invited.'),
          }),
        )
        .describe('Those that wait longest, at most 20.'),
    })
    .describe('Handovers that wait for an answer for too long.'),
  quorumUnreachable: count.describe('Handovers in which too many have declined for the quorum.'),
  failingMails: z
    .strictObject({
      count: count.describe('Mails that were tried and are not accepted yet.'),
      oldestAt: moment.nullable().describe('When the oldest of them was queued.'),
      byKind: z.record(z.string(), count).describe('How many of each kind of mail.'),
    })
    .describe('Mails that nobody has accepted.'),
  refusedMails: z
    .strictObject({
      count: count.describe('Mails that wait because the mail server said no to them.'),
      permanent: count.describe('Of those: how many because there is no such mailbox.'),
      oldest: z.array(z.strictObject(refusedMail)).describe('Those that were refused first, at most 20.'),
    })
    .describe('Mails that a mail server refuses.'),
  bouncingSuccessors: z
    .strictObject({
      count: count.describe('Successors of open handovers whose address bounces.'),
      oldest: z
        .array(
          z.strictObject({
            handoverId: id.describe('The handover that is open.'),
            successorId: id.describe('Whose address bounces.'),
            ...refusedMail,
          }),
        )
        .describe('Those that were refused first, at most 20.'),
    })
    .describe('Successors who cannot be reached although they are needed.'),
  outbox: z
    .strictObject({
      size: count.describe('How many messages wait.'),
      lagSeconds: z.number().min(0).describe('The age of the oldest.'),
    })
    .describe('What Temporal has not been told yet.'),
  workers: z
    .strictObject({
      reporting: count.describe('Worker processes that reported within the last 30 seconds.'),
      pollers: count.describe('Polls for work that are open.'),
      backlog: count.nullable().describe('Tasks that wait in Temporal; null where nobody could tell.'),
      clockSkewMs: z
        .int()
        .nullable()
        .describe(
          'How far the clock of a worker is from the database’s, in milliseconds; null where nobody could tell.',
        ),
    })
    .describe('The processes that do the work.'),
  liveness: z
    .strictObject({
      api: Service.describe('Our API.'),
      mail: Service.describe('The mail server.'),
      public: Service.describe('The address of LIVENESS_URL, as the worker sees it.'),
      neverAnsweredSince: moment
        .nullable()
        .describe(
          'Since when that address is asked without ever having answered: is it right? Null where all is well.',
        ),
    })
    .describe('What is up, as the owner sees it.'),
  restorations: z
    .strictObject({
      startingOverSince: moment
        .nullable()
        .describe(
          'Since when every open switch has been starting over after a restored backup; null when none does.',
        ),
      lastAt: z
        .partialRecord(z.enum(['older', 'timeline', 'operator', 'moved']), moment)
        .describe(
          'When one was last noticed, by how: `older` (it lacks what it once had), `timeline` (promoted, or recovered to a point in time), `operator` (somebody said so); or that the database had `moved` with nothing missing.',
        ),
    })
    .describe('Restored backups.'),
  outages: z
    .strictObject({
      api: OutageCount.describe('Nobody could reach the API.'),
      mail: OutageCount.describe('No mail could be sent.'),
      public: OutageCount.describe('The public address did not answer.'),
    })
    .describe(
      'Outages of the last 30 days. Those of `api` and `public` are credited to owners, in a grace period all are.',
    ),
  holds: z
    .array(z.enum(['mail_unconfigured', 'clock_skew']))
    .describe(
      'Why no switch goes on although it should: `mail_unconfigured`, `clock_skew`; empty when they can.',
    ),
});

export const Dashboard = z.strictObject({
  stats: Stats.describe('What an operator wants to see at a glance.'),
});

export const UsersQuery = z.strictObject({
  ...paging,
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line without control characters')
    .optional(),
  filter: z.enum(['verified', 'unverified', 'locked', 'paused', 'handover']).optional(),
});

/** Whether failed log-ins have locked the account. */
const lockout = {
  isLocked: z.boolean().describe('Whether log-in is locked now.'),
  lockedUntil: moment.nullable(),
  failedAttempts: count,
};

/** What an administrator needs to help somebody, and nothing of what they keep. */
export const AdminUser = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  plan: planName,
  switchStatus,
  createdAt: moment,
  lastSeenAt: moment,
  ...lockout,
});

export const Users = z.strictObject({
  users: z.array(AdminUser).describe('The accounts of this page.'),
  nextCursor,
});

export const userParams = z.strictObject({ userId: id });

export const LockoutStatus = z.strictObject({
  userId: id,
  email: z.string(),
  ...lockout,
});

export const Unlocked = z.strictObject({ message, user: AdminUser });
