import { z } from 'zod';
import { planName } from '../../billing/plans.ts';
import { extensibleEnum, id, message, moment, nextCursor, paging, switchStatus } from '../../http/schemas.ts';

const count = z.int().min(0);

export const Service = z.strictObject({
  up: z.boolean().describe('Whether it is up now.'),
  lastBeatAt: moment.nullable().describe('When it was last known to be up.'),
});

/** A mail that the mail server refuses. Look up the recipient with the account, if you need it. */
const refusedMail = {
  userId: id.describe('The account the email belongs to.'),
  kind: z
    .string()
    .meta({ examples: ['reminder'] })
    .describe('The kind of email.'),
  since: moment.describe('When it was first refused.'),
  permanent: z.boolean().describe('Whether the mail server says that the mailbox does not exist.'),
  blocked: z
    .boolean()
    .describe(
      'Whether it refused us, for policy, reputation, rate or content: that is never held against the mailbox.',
    ),
  code: z
    .string()
    .meta({ examples: ['SMTP 550 5.7.1'] })
    .nullable()
    .describe("The mail server's code for the latest attempt."),
};

export const OutageCount = z.strictObject({
  count: count.describe('The number of outages.'),
  totalMs: count.describe('Their total length, in milliseconds.'),
});

/** Steps, and `complete`: the end of a handover. */
const step = extensibleEnum([
  'reminder',
  'final_notice',
  'end_grace',
  'invite',
  'access_reminder',
  'complete',
  'pause_reminder',
  'end_pause',
]);

const mailServerCode = z
  .string()
  .meta({ examples: ['550'] })
  .nullable()
  .describe("The mail server's code for the latest attempt.");

/** An array of objects. */
const listed = <Shape extends z.core.$ZodShape>(description: string, shape: Shape) =>
  z.array(z.strictObject(shape)).describe(description);

export const Stats = z.strictObject({
  countedAt: moment.describe('When a worker last counted accounts, switches, handovers and emails.'),
  users: count.describe('Accounts.'),
  verified: count.describe('How many of them have a verified address.'),
  locked: count.nullable().describe('How many accounts are locked now; null if Redis did not respond.'),
  switches: z.record(switchStatus, count).describe('The number of switches in each status.'),
  overdueEvents: count.describe('Switches whose workflow is more than two minutes overdue.'),
  stuckHandovers: z
    .strictObject({
      count: count.describe('Handovers in which a successor has not answered for 30 days.'),
      oldest: listed('Those that have waited longest, at most 20.', {
        handoverId: id.describe('The waiting handover.'),
        userId: id.describe('Its owner.'),
        since: moment.describe('When the successor was invited.'),
      }),
    })
    .describe('Handovers that have waited too long for an answer.'),
  quorumUnreachable: count.describe('Handovers in which too many successors declined for the quorum.'),
  seenInFuture: count.describe('Switches with a sign of life that a wrong clock dated in the future.'),
  failingMails: z
    .strictObject({
      count: count.describe('Emails that were attempted and not accepted yet.'),
      oldestAt: moment.nullable().describe('When the oldest of them was queued.'),
      byKind: z.record(z.string(), count).describe('The number of emails of each kind.'),
    })
    .describe('Emails that have not been accepted yet.'),
  refusedMails: z
    .strictObject({
      count: count.describe('Emails that wait because the mail server refused them.'),
      permanent: count.describe('How many of them were refused because the mailbox does not exist.'),
      oldest: listed('Those refused first, at most 20.', refusedMail),
    })
    .describe('Emails refused by a mail server.'),
  bouncingSuccessors: z
    .strictObject({
      count: count.describe('Successors in open handovers whose address bounces.'),
      oldest: listed('Those refused first, at most 20.', {
        handoverId: id.describe('The open handover.'),
        successorId: id.describe('The successor whose address bounces.'),
        ...refusedMail,
      }),
    })
    .describe('Successors who are needed but cannot be reached.'),
  keptAliveByLinks: z
    .strictObject({
      count: count.describe(
        'Owners whose only signs of life for a year were links in our emails, automations or programs.',
      ),
      oldest: listed('Those not seen for the longest time, at most 20.', {
        userId: id.describe('The owner.'),
        since: moment.describe('When they were last seen in another way.'),
      }),
    })
    .describe('Owners with a running switch that another reader of their emails may keep from firing.'),
  unwarned: z
    .strictObject({
      count: count.describe('Owners whose warnings do not arrive.'),
      oldest: listed('Those who have gone longest without a warning, at most 20.', {
        userId: id,
        status: switchStatus,
        since: moment.describe(
          'When the mailbox was found dead or, before that, began to refuse our emails.',
        ),
        goesOn: z
          .boolean()
          .describe(
            'Whether a warning was given up as undeliverable, so that the switch continues without it.',
          ),
        code: mailServerCode,
      }),
    })
    .describe('Owners who will get no warning before their handover unless someone reaches them.'),
  overdue: z
    .strictObject({
      count: count.describe('Switches that should have continued but have not.'),
      byReason: z.record(z.string(), count).describe('The number of them for each reason.'),
      oldest: listed('Those that have waited longest, at most 20.', {
        userId: id,
        status: switchStatus,
        reason: z
          .string()
          .meta({ examples: ['mail_refused'] })
          .describe(
            'What holds the switch (such as `mail_unconfigured` or `clock_skew`), or `workflow_not_seen`, ' +
              '`mail_refused`, `mail_blocked`, `mail_waiting`, `quorum_unreachable`, `no_answer`, `step_not_taken` or `unreadable`.',
          ),
        since: moment.nullable().describe('When that began; null if unknown.'),
        mail: z.string().nullable().describe('The kind of email that waits.'),
        code: mailServerCode,
      }),
    })
    .describe('What is overdue, and why.'),
  upcoming: z
    .strictObject({
      count: count.describe('Steps.'),
      byHour: listed('The number of steps of each kind in each hour that has any.', {
        hour: moment.describe('When the hour begins.'),
        step: step.describe('Which step.'),
        count: count.describe('How many of them.'),
      }),
      first: listed('The first 20.', {
        userId: id,
        status: switchStatus,
        step: step.describe('Which step.'),
        n: count.optional().describe('Which reminder.'),
        of: count.optional().describe('How many reminders there are.'),
        at: moment.describe('When the step is due.'),
      }),
    })
    .describe('The next step of each switch that has one within 24 hours, if its owner stays silent.'),
  outlookComplete: z
    .boolean()
    .describe(
      'False if there were too many switches to look at all; `overdue` and `upcoming` are then lower bounds.',
    ),
  outbox: z
    .strictObject({
      size: count.describe('The number of waiting messages.'),
      lagMs: count.describe('The age of the oldest, in milliseconds.'),
    })
    .describe('Messages that have not reached Temporal yet.'),
  workers: z
    .strictObject({
      reporting: count.describe('Worker processes that reported within the last 30 seconds.'),
      pollers: count.describe('Open polls for work.'),
      backlog: count.nullable().describe('Tasks waiting in Temporal; null if unknown.'),
      clockSkewMs: z
        .int()
        .nullable()
        .describe(
          'How far the clock of a worker is from the database’s, in milliseconds; null if no worker could tell.',
        ),
    })
    .describe('The worker processes.'),
  liveness: z
    .strictObject({
      api: Service.describe('Our API.'),
      mail: Service.describe('The mail server.'),
      public: Service.describe('The address in LIVENESS_URL, as seen by the worker.'),
      returns: Service.nullable().describe(
        'The mailbox for returned mail, BOUNCE_IMAP_HOST. Null if there is none.',
      ),
      neverAnsweredSince: moment
        .nullable()
        .describe(
          'When checks of that address began, if it has never responded. It may be misconfigured. Null if it ' +
            'has responded.',
        ),
    })
    .describe("The services that are up, from an owner's point of view."),
  restorations: z
    .strictObject({
      startingOverSince: moment
        .nullable()
        .describe(
          'When open switches began to restart after a restored backup; null if none are restarting.',
        ),
      lastAt: z
        .partialRecord(z.enum(['older', 'timeline', 'operator', 'moved']), moment)
        .describe(
          'When one was last noticed, by cause: `older` (records are missing), `timeline` (promoted, or ' +
            'recovered to a point in time), `operator` (reported by an operator), or `moved` (an operator ' +
            'moved the database and said that nothing is missing).',
        ),
    })
    .describe('Restored backups.'),
  returnedAccounts: z
    .strictObject({
      count: count.describe('Deleted accounts that came back and have not been deleted again.'),
      oldest: listed('Those that came back first, at most 20.', {
        userId: id.describe('The account.'),
        since: moment.describe('When the backup was restored.'),
      }),
    })
    .describe(
      'Accounts that a restored backup brought back. They are switched off until their owners decide what to do.',
    ),
  outages: z
    .strictObject({
      api: OutageCount.describe('The API could not be reached.'),
      mail: OutageCount.describe('Email could not be sent.'),
      public: OutageCount.describe('The public address did not respond.'),
      returns: OutageCount.describe('Returned mail could not be read.'),
    })
    .describe(
      'Outages within the last 30 days. Those of `api` and `public` are credited to owners; during a grace ' +
        'period, all of them are, but those of `returns` only up to a length of 30 days.',
    ),
  holds: z
    .array(extensibleEnum(['mail_unconfigured', 'clock_skew', 'database_changed']))
    .describe(
      'Why switches cannot continue: `mail_unconfigured`, `clock_skew`, `database_changed`. Empty if they can.',
    ),
  failingChores: listed('Housekeeping that fails. It stops no switch.', {
    name: z.string().describe('The chore that fails, such as `restartMails`.'),
    since: moment.describe('When it first failed.'),
  }),
});

export const Dashboard = z.strictObject({
  stats: Stats.describe('The state of the service at a glance.'),
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
  isLocked: z.boolean().describe('Whether logging in is locked now.'),
  lockedUntil: moment.nullable(),
  failedAttempts: count,
};

/** The data an administrator needs to help someone, with nothing from the vault. */
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
  users: z.array(AdminUser).describe('The accounts on this page.'),
  nextCursor,
});

export const userParams = z.strictObject({ userId: id });

export const LockoutStatus = z.strictObject({
  userId: id,
  email: z.string(),
  ...lockout,
});

export const Unlocked = z.strictObject({ message, user: AdminUser });

const Invitation = z.strictObject({
  id,
  createdAt: moment,
  expiresAt: moment.describe('When its link stops working.'),
});

export const Invitations = z.strictObject({
  invitations: z.array(Invitation).describe('Those that can still be used, oldest first.'),
});

export const Invited = z.strictObject({
  message,
  link: z
    .string()
    .meta({
      examples: ['https://vault.example.org/register#invitation=Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1'],
    })
    .describe('It is shown only in this response: we keep no more than the hash of its token.'),
  invitation: Invitation.describe('The invitation whose link it is.'),
});

export const invitationParams = z.strictObject({ invitationId: id.describe('The ID of the invitation.') });
