/** What of Stripe's events we look at: whom and which subscription they are about. Never how it stands. */
import type Stripe from 'stripe';
import { z } from 'zod';

/** A change of a subscription, as far as an event tells. */
export interface BillingEventFacts {
  id: string;
  type: string;
  subscriptionId: string;
  customerId: string;
  /** Whom we began it for; null where the event does not say. */
  userId: string | null;
  /** The invoice that could not be collected; null for any other event. */
  failedInvoiceId: string | null;
}

/** An ID, or the whole thing in its place where somebody asked Stripe to expand it. */
const reference = z.union([z.string().min(1), z.object({ id: z.string().min(1) }).transform(({ id }) => id)]);
const userId = z.uuid().nullish().catch(null);

const Checkout = z.object({ subscription: reference, customer: reference, client_reference_id: userId });
const Subscription = z.object({
  id: z.string().min(1),
  customer: reference,
  metadata: z.object({ userId }).nullish(),
});
const Invoice = z.object({
  id: z.string().min(1),
  customer: reference,
  parent: z.object({
    subscription_details: z.object({
      subscription: reference,
      metadata: z.object({ userId }).nullish(),
    }),
  }),
});

/**
 * @returns null for an event that is no matter of ours: another type, a payment without a subscription, or a shape
 *   that another version of Stripe's API gives
 */
export function factsOf({ id, type, data: { object } }: Stripe.Event): BillingEventFacts | null {
  switch (type) {
    case 'checkout.session.completed': {
      const { data } = Checkout.safeParse(object);
      if (!data) return null;
      const { subscription: subscriptionId, customer: customerId, client_reference_id } = data;
      return {
        id,
        type,
        subscriptionId,
        customerId,
        userId: client_reference_id ?? null,
        failedInvoiceId: null,
      };
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { data } = Subscription.safeParse(object);
      if (!data) return null;
      const { id: subscriptionId, customer: customerId, metadata } = data;
      return {
        id,
        type,
        subscriptionId,
        customerId,
        userId: metadata?.userId ?? null,
        failedInvoiceId: null,
      };
    }
    case 'invoice.payment_failed': {
      const { data } = Invoice.safeParse(object);
      if (!data) return null;
      const { subscription: subscriptionId, metadata } = data.parent.subscription_details;
      const { id: failedInvoiceId, customer: customerId } = data;
      return { id, type, subscriptionId, customerId, userId: metadata?.userId ?? null, failedInvoiceId };
    }
    default:
      return null;
  }
}
