import { z } from 'zod';
import { PAID_PLANS, PLANS, planName } from '../../billing/plans.ts';
import { moment } from '../../http/schemas.ts';

const amounts = {
  entries: z.int().min(0).describe('Entries in the vault.'),
  successors: z.int().min(0).describe('Successors, whether they have proven their mailbox or not.'),
};

export const BillingStatus = z
  .strictObject({
    enabled: z.boolean().describe('Whether paid plans are offered here.'),
    plan: planName,
    status: z
      .string()
      .meta({ examples: ['active'] })
      .nullable()
      .describe(
        "How the subscription stands, in the payment provider's word, such as `active` or `past_due`; null without one.",
      ),
    currentPeriodEnd: moment.nullable().describe('Until when the subscription is paid; null without one.'),
    cancelAtPeriodEnd: z.boolean().describe('Whether it then ends, as somebody cancelled it.'),
    limits: z.strictObject(amounts).describe('How much the plan allows.'),
    usage: z.strictObject(amounts).describe('How much of it is used.'),
  })
  .meta({
    examples: [
      {
        enabled: true,
        plan: 'pro',
        status: 'active',
        currentPeriodEnd: '2026-12-22T09:30:00.000Z',
        cancelAtPeriodEnd: false,
        limits: PLANS.pro,
        usage: { entries: 120, successors: 2 },
      },
    ],
  });

export const CheckoutBody = z.strictObject({ plan: z.enum(PAID_PLANS).describe('The plan to buy.') });
/** A page of the payment provider, for this person and for a short time. */
export const PageUrl = z.strictObject({ url: z.url().describe('Where to send the person.') });
export const Received = z.strictObject({
  received: z.literal(true).describe('The event is taken; it is not sent again.'),
});
