/** Reads only which customer and subscription Stripe's events are about, and never their state. */
import type Stripe from 'stripe';
import { z } from 'zod';

/** The change of a subscription, as far as an event describes it. */
export interface BillingEventFacts {
  id: string;
  type: string;
  subscriptionId: string;
  customerId: string;
  /** The user we created it for; null if the event does not say. */
  userId: string | null;
  /** The invoice that could not be collected; null for any other event. */
  failedInvoiceId: string | null;
}

/** An ID, or the whole object if someone asked Stripe to expand it. */
const reference = z.union([z.string().min(1), z.object({ id: z.string().min(1) }).transform(({ id }) => id)]);
const userId = z.uuid().nullish().catch(null);
const metadata = z.object({ userId }).nullish();

const Checkout = z.object({ subscription: reference, customer: reference, client_reference_id: userId });
const Subscription = z.object({
  id: z.string().min(1),
  customer: reference,
  metadata,
});
const invoice = { id: z.string().min(1), customer: reference };
/**
 * A webhook keeps the API version its Stripe account had when it was created. Since version 2025-03-31 the
 * subscription of an invoice is under `parent`; before, it was in the invoice itself.
 */
const Invoice = z.union([
  z
    .object({
      ...invoice,
      parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }) }),
    })
    .transform(({ parent, ...rest }) => ({ ...rest, ...parent.subscription_details })),
  z
    .object({ ...invoice, subscription: reference, subscription_details: z.object({ metadata }).nullish() })
    .transform(({ subscription_details, ...rest }) => ({
      ...rest,
      metadata: subscription_details?.metadata,
    })),
]);

/** @returns null for an event that does not concern us: another type, or a payment without a subscription */
export function factsOf({
  id,
  type,
  data: { object },
}: Pick<Stripe.Event, 'id' | 'type' | 'data'>): BillingEventFacts | null {
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
      const { id: failedInvoiceId, customer: customerId, subscription: subscriptionId, metadata } = data;
      return { id, type, subscriptionId, customerId, userId: metadata?.userId ?? null, failedInvoiceId };
    }
    default:
      return null;
  }
}
