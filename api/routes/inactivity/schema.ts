import { z } from 'zod';
import type { Hold } from '../../../switch/plan.ts';
import { putBody } from '../../http/input.ts';
import { anyMoment, extensibleEnum, message, moment, switchStatus } from '../../http/schemas.ts';

const thresholdDays = z.int().min(7).max(730);
const reminderPercents = z
  .array(z.int().min(1).max(99))
  .min(1)
  .max(5)
  .refine((all) => all.every((each, i) => i === 0 || each > (all[i - 1] ?? 0)), 'must ascend');
const quorum = z.int().min(1).max(15);
const accessDays = z.int().min(7).max(365);
const contactMonths = z
  .int()
  .min(3)
  .max(24)
  .meta({ examples: [12] })
  .describe('How often successors are asked whether they can be reached and have their sheet, in months.');

export const hold = extensibleEnum([
  'mail_unconfigured',
  'clock_skew',
  'database_changed',
  'mail_refused',
] as const satisfies Hold[]);
const HOLDS =
  'Why the switch cannot continue; empty if it can. `mail_unconfigured`: no mail server is configured. ' +
  '`clock_skew`: clocks disagree. `database_changed`: the database was replaced a moment ago and is being ' +
  'checked. `mail_refused`: the mail server refuses the warning.';

export const Settings = z.strictObject({
  thresholdDays: z.int(),
  reminderPercents: z.array(z.int()),
  quorum: z.int(),
  effectiveQuorum: z
    .int()
    .describe(
      'How many must accept now: the quorum of the open handover, or of these settings if there is none, ' +
        'but no more than there are verified successors. Where successors hold shares, that many of the ' +
        'holders must be among them, or all who are left.',
    ),
  accessDays: z.int(),
  checkInByLink: z.boolean(),
  contactMonths,
  status: switchStatus,
  isPaused: z.boolean().describe('Whether the clock is stopped.'),
  pausedUntil: moment
    .nullable()
    .meta({ examples: [null] })
    .describe('When the clock restarts automatically; null unless it is stopped.'),
  lastSeenAt: moment,
  deadline: moment.nullable(),
  creditedMs: z.number(),
  holds: z
    .array(hold)
    .meta({ examples: [[]] })
    .describe(HOLDS),
});
export const SettingsBody = z.strictObject({ settings: Settings });
export const SettingsChanged = z.strictObject({ message, settings: Settings });

export const SettingsChange = putBody(Settings, {
  thresholdDays: thresholdDays.optional(),
  reminderPercents: reminderPercents.optional(),
  quorum: quorum.optional(),
  accessDays: accessDays.optional(),
  checkInByLink: z.boolean().optional(),
  contactMonths: contactMonths.optional(),
}).refine((body) => Object.keys(body).length > 0, 'name at least one setting');

export const PauseBody = z.strictObject({ pausedUntil: anyMoment.optional() });

export const Credit = z.strictObject({
  from: moment.meta({ examples: ['2026-11-20T10:00:00.000Z'] }).describe('When the outage began.'),
  to: moment.meta({ examples: ['2026-11-20T10:10:00.000Z'] }).describe('When it ended.'),
  reason: extensibleEnum(['api_down', 'public_address_down', 'mail_down', 'returns_unread']).describe(
    'What was down: the API, its public address or, during the grace period, the mail server or the mailbox for ' +
      'returned mail.',
  ),
  creditedMs: z
    .number()
    .meta({ examples: [600_000] })
    .describe('How much of it was added to the deadline, in milliseconds.'),
});

export const TimelineEvent = z.strictObject({
  kind: extensibleEnum([
    'reminder',
    'final_notice',
    'grace_end',
    'invitation',
    'access_reminder',
    'pause_reminder',
    'pause_end',
  ]).describe('What happens.'),
  at: moment.meta({ examples: ['2027-01-28T21:30:00.000Z'] }).describe('When it is due.'),
  recipients: z
    .array(
      z.strictObject({
        role: extensibleEnum(['owner', 'successor']).describe('Their role in this account.'),
        successorId: z
          .uuid()
          .nullable()
          .meta({ examples: [null] })
          .describe('Null for the owner.'),
        name: z.string(),
        email: z.string(),
      }),
    )
    .describe('Who gets an email; empty if the event sends none.'),
});

export const Timeline = z.strictObject({
  status: switchStatus,
  lastSeenAt: moment,
  silentSince: moment.describe(
    'When the silence began: at the last sign of life, or later if the clock was started without one.',
  ),
  creditedMs: z
    .number()
    .meta({ examples: [600_000] })
    .describe('Outages of the service that were added to the deadline, in milliseconds.'),
  credits: z.array(Credit).describe('The outages behind `creditedMs`, oldest first; the latest 100 at most.'),
  holds: z
    .array(hold)
    .meta({ examples: [[]] })
    .describe(HOLDS),
  events: z.array(TimelineEvent).describe('Every step that follows if the owner stays silent, in order.'),
});
