import { z } from 'zod';
import { PAID_PLANS, PLAN_NAMES } from '../../plans.ts';
import { moment } from '../../schemas.ts';

const amounts = z.strictObject({ entries: z.int().min(0), successors: z.int().min(0) });

export const BillingStatus = z.strictObject({
  enabled: z.boolean().describe('Whether paid plans are offered here.'),
  plan: z.enum(PLAN_NAMES),
  status: z
    .string()
    .meta({ examples: ['active'] })
    .nullable()
    .describe(
      "How the subscription stands, in the payment provider's word, such as `active` or `past_due`; null without one.",
    ),
  currentPeriodEnd: moment.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  limits: amounts,
  usage: amounts,
});

export const CheckoutBody = z.strictObject({ plan: z.enum(PAID_PLANS) });
/** A page of the payment provider, for this person and for a short time. */
export const PageUrl = z.strictObject({ url: z.url() });
export const Received = z.strictObject({ received: z.literal(true) });
