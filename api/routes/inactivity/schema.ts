import { z } from 'zod';
import { anyMoment, message, moment, switchStatus } from '../../schemas.ts';

const thresholdDays = z.int().min(7).max(730);
const reminderPercents = z
  .array(z.int().min(1).max(99))
  .min(1)
  .max(5)
  .refine((all) => all.every((each, i) => i === 0 || each > (all[i - 1] ?? 0)), 'must ascend');
const quorum = z.int().min(1).max(15);
const accessDays = z.int().min(7).max(365);

export const SettingsChange = z
  .strictObject({ thresholdDays, reminderPercents, quorum, accessDays })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'name at least one setting');

export const Settings = z.strictObject({
  thresholdDays: z.int(),
  reminderPercents: z.array(z.int()),
  quorum: z.int(),
  effectiveQuorum: z
    .int()
    .describe(
      'How many have to accept now: the quorum, of the handover under way or else of these settings, but no more than there are verified successors.',
    ),
  accessDays: z.int(),
  status: switchStatus,
  isPaused: z.boolean(),
  pausedUntil: moment.nullable(),
  lastSeenAt: moment,
  deadline: moment.nullable(),
  creditedMs: z.number(),
  holds: z.array(z.string()).describe('Why the switch cannot go on although it should.'),
});
export const SettingsBody = z.strictObject({ settings: Settings });
export const SettingsChanged = z.strictObject({ message, settings: Settings });

export const PauseBody = z.strictObject({ pausedUntil: anyMoment.optional() });

export const Timeline = z.strictObject({
  status: switchStatus,
  lastSeenAt: moment,
  creditedMs: z.number(),
  /** The outages behind `creditedMs`, oldest first: the latest 100. */
  credits: z.array(
    z.strictObject({
      from: moment,
      to: moment,
      reason: z.enum(['api_down', 'public_address_down', 'mail_down']),
      creditedMs: z.number(),
    }),
  ),
  holds: z.array(z.string()),
  events: z.array(
    z.strictObject({
      kind: z.enum(['reminder', 'final_notice', 'grace_end', 'invitation', 'pause_reminder', 'pause_end']),
      at: moment,
      /** Who gets a mail; empty where the event is none. */
      recipients: z.array(
        z.strictObject({
          role: z.enum(['owner', 'successor']),
          successorId: z.uuid().nullable(),
          name: z.string(),
          email: z.string(),
        }),
      ),
    }),
  ),
});
