import { z } from 'zod';
import { PAID_PLANS, PLANS, planName } from '../../billing/plans.ts';
import { moment } from '../../http/schemas.ts';

const amounts = {
  entries: z.int().min(0).describe('Entries in the vault.'),
  entryBytes: z.int().min(0).describe('Bytes of these entries, as they are stored.'),
  trashBytes: z
    .int()
    .min(0)
    .describe(
      'Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible ' +
        'beyond the limit, while nothing can be added or changed.',
    ),
  successors: z.int().min(0).describe('Successors, whether verified or not.'),
  fileBytes: z.int().min(0).describe('Bytes of files, those in the trash included.'),
};

const plans = z
  .strictObject({
    free: z.strictObject(amounts).describe('The limits without a paid plan.'),
    pro: z.strictObject(amounts).describe('What `pro` allows.'),
    family: z.strictObject(amounts).describe('What `family` allows.'),
  })
  .describe('What each plan allows.');
const enabled = z.boolean().describe('Whether this service offers paid plans.');

export const OfferedPlans = z
  .strictObject({
    enabled,
    defaultPlan: planName.describe('The plan of an account that pays nothing.'),
    plans,
  })
  .meta({ examples: [{ enabled: true, defaultPlan: 'free', plans: PLANS }] });

export const BillingStatus = z
  .strictObject({
    enabled,
    plan: planName,
    status: z
      .string()
      .meta({ examples: ['active'] })
      .nullable()
      .describe(
        'The status of the subscription as the payment provider names it, such as `active` or `past_due`; ' +
          'null without a subscription.',
      ),
    currentPeriodEnd: moment
      .nullable()
      .describe(
        'The end of the current period, which is paid for if status is `active`; null without a subscription.',
      ),
    cancelAtPeriodEnd: z.boolean().describe('Whether it ends then because it was cancelled.'),
    limits: z.strictObject(amounts).describe('What the plan allows.'),
    plans,
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
        plans: PLANS,
        usage: {
          entries: 120,
          entryBytes: 183_500,
          trashBytes: 20_480,
          successors: 2,
          fileBytes: 734_003_200,
        },
      },
    ],
  });

export const CheckoutBody = z.strictObject({ plan: z.enum(PAID_PLANS).describe('The plan to buy.') });
/** A page of the payment provider, for this person and only for a short time. */
export const PageUrl = z.strictObject({ url: z.url().describe('The page to open.') });
export const Received = z.strictObject({
  received: z.literal(true).describe('The event was accepted and will not be sent again.'),
});
