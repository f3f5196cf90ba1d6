import { z } from 'zod';
import { id, message, moment, nextCursor, paging, switchStatus } from '../../schemas.ts';

const count = z.int().min(0);

const Service = z.strictObject({
  up: z.boolean(),
  /** The last moment at which it was proven to be up. */
  lastBeatAt: moment.nullable(),
});

/** A mail that the mail server refuses; whom it is for is looked up with the account, where that is needed. */
const refusedMail = {
  userId: id,
  kind: z.string(),
  /** When it was first refused. */
  since: moment,
  /** Whether there is said to be no such mailbox. */
  permanent: z.boolean(),
  /** The mail server's code for the latest try. */
  code: z.string().nullable(),
};

const OutageCount = z.strictObject({ count, totalMs: count });

export const Dashboard = z.strictObject({
  stats: z.strictObject({
    /** When users, verified and switches were last counted, which a worker does in the background. */
    countedAt: moment,
    users: count,
    verified: count,
    /** Addresses of accounts that are locked now; null while Redis cannot be asked. */
    locked: count.nullable(),
    switches: z.record(switchStatus, count),
    /** Switches whose workflow should have looked two minutes ago and has not. */
    overdueEvents: count,
    stuckHandovers: z.strictObject({
      /** Handovers in which a successor has not answered for 30 days. */
      count,
      /** Those that wait longest, at most 20. */
      oldest: z.array(z.strictObject({ handoverId: id, userId: id, since: moment })),
    }),
    /** Handovers in which too many have declined for the quorum. */
    quorumUnreachable: count,
    failingMails: z.strictObject({
      /** Mails that were tried and are not accepted yet. */
      count,
      oldestAt: moment.nullable(),
      byKind: z.record(z.string(), count),
    }),
    refusedMails: z.strictObject({
      /** Mails that wait because the mail server said no to them. */
      count,
      /** Of those: how many because there is no such mailbox. */
      permanent: count,
      /** Those that were refused first, at most 20. */
      oldest: z.array(z.strictObject(refusedMail)),
    }),
    bouncingSuccessors: z.strictObject({
      /** Successors of open handovers whose address bounces. */
      count,
      /** Those that were refused first, at most 20. */
      oldest: z.array(z.strictObject({ handoverId: id, successorId: id, ...refusedMail })),
    }),
    /** What Temporal has not been told yet. */
    outbox: z.strictObject({ size: count, lagSeconds: z.number().min(0) }),
    workers: z.strictObject({
      /** Worker processes that reported within the last 30 seconds. */
      reporting: count,
      pollers: count,
      /** Tasks that wait in Temporal; null where nobody could tell. */
      backlog: count.nullable(),
      clockSkewMs: z.int().nullable(),
    }),
    liveness: z.strictObject({
      api: Service,
      mail: Service,
      /** The address of LIVENESS_URL, as the worker sees it. */
      public: Service,
      /** Since when that address is asked without ever having answered: is it right? Null where all is well. */
      neverAnsweredSince: moment.nullable(),
    }),
    /** Outages of the last 30 days. Those of `api` and `public` are credited to owners, in a grace period all are. */
    outages: z.strictObject({ api: OutageCount, mail: OutageCount, public: OutageCount }),
    /** Why no switch goes on although it should: `mail_unconfigured`, `clock_skew`; empty when they can. */
    holds: z.array(z.enum(['mail_unconfigured', 'clock_skew'])),
  }),
});

export const UsersQuery = z.strictObject({
  ...paging,
  /** Part of an address or a name, whatever its case. */
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
const lockout = { isLocked: z.boolean(), lockedUntil: moment.nullable(), failedAttempts: count };

/** What an administrator needs to help somebody, and nothing of what they keep. */
export const AdminUser = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  plan: z.string(),
  switchStatus,
  createdAt: moment,
  lastSeenAt: moment,
  ...lockout,
});

export const Users = z.strictObject({ users: z.array(AdminUser), nextCursor });

export const userParams = z.strictObject({ userId: id });

export const LockoutStatus = z.strictObject({
  userId: id,
  email: z.string(),
  ...lockout,
});

export const Unlocked = z.strictObject({ message, user: AdminUser });
