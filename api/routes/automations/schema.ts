import { z } from 'zod';
import { anyMoment, extensibleEnum, id, message, moment, name, switchStatus } from '../../http/schemas.ts';
import { Settings } from '../inactivity/schema.ts';

const scope = extensibleEnum(['check-in', 'status', 'calendar']).describe(
  'What its token may do: `check-in` for the owner, read the `status` of the switch, or read its dates as a `calendar`. It can do nothing else.',
);

export const Automation = z.strictObject({
  id,
  name: z
    .string()
    .meta({ examples: ['Phone'] })
    .describe('The name that the owner gave it.'),
  scope,
  createdAt: moment.describe('When its token was made.'),
  expiresAt: moment.nullable().describe('When its token stops working; null if it works until revoked.'),
  lastUsedAt: moment.nullable().describe('When its token was last used; null if never.'),
});

export const AutomationList = z.strictObject({
  automations: z.array(Automation).describe('The automations of the account, oldest first.'),
});

export const AutomationBody = z.strictObject({
  name: name.describe('A name by which the owner recognises it, in the activity log too.'),
  scope,
  expiresAt: anyMoment
    .optional()
    .describe('When its token stops working. If omitted, it works until it is revoked.'),
});

export const AutomationAdded = z.strictObject({
  message,
  token: z
    .string()
    .meta({ examples: ['vh_Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1'] })
    .describe(
      'For `Authorization: Bearer`. It is shown only in this response: we keep no more than its hash.',
    ),
  automation: Automation.describe('The automation whose token it is.'),
});

export const CalendarQuery = z.strictObject({
  token: z
    .string()
    .max(200)
    .meta({ examples: ['vh_Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1'] })
    .describe('The token of the automation.'),
});

export const AutomationParams = z.strictObject({ automationId: id.describe('The ID of the automation.') });

const { deadline, holds, lastSeenAt, pausedUntil } = Settings.shape;

/** The state that a monitor needs, without names, addresses or anything that is left to successors. */
export const SwitchState = z.strictObject({
  status: switchStatus,
  lastSeenAt,
  deadline,
  pausedUntil,
  holds,
});
