/** Receives Stripe's events. An event is accepted only with a signature, and only as a reason to ask Stripe. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { applyEvent } from '../../billing/apply.ts';
import { factsOf } from '../../billing/events.ts';
import { type Payments, requirePayments } from '../../billing/payments.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { Received } from './schema.ts';

/**
 * @throws Problem `webhook_signature_invalid`, or `malformed_json` if Stripe signed something that is not an event
 */
function verifyEvent(
  { stripe, errors, webhookSecret }: Payments,
  raw: Buffer,
  signature: string,
): Stripe.Event {
  try {
    const event: unknown = stripe.webhooks.constructEvent(raw, signature, webhookSecret);
    if (isEvent(event)) return event;
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) {
      throw new Problem(
        'webhook_signature_invalid',
        'Check that PAYMENT_WEBHOOK_SECRET belongs to this endpoint.',
      );
    }
  }
  throw new Problem('malformed_json', 'This is not a Stripe event.');
}

const Envelope = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.object({}) }),
});
const isEvent = (value: unknown): value is Stripe.Event => Envelope.safeParse(value).success;

export const webhook = route('POST /billing/webhook', {
  name: 'receivePaymentEvent',
  summary: 'Receive an event from the payment provider',
  description:
    'For Stripe only: the `Stripe-Signature` header is checked against the bytes of the body. A repeated event ' +
    'changes nothing, and events may arrive in any order. Events that do not concern us get the same response.',
  access: 'public',
  limit: 'webhook',
  requestHeaders: ['Stripe-Signature'],
  rawBody: true,
  bodyLimit: 1024 * 1024,
  responses: { 200: Received },
  errors: [
    'webhook_signature_invalid',
    'malformed_json',
    'payload_too_large',
    'billing_disabled',
    'dependency_unavailable',
  ],
  ownTransactions: true,
  async handler({ raw, now, deps, ctx }) {
    const payments = requirePayments(deps.payments);
    const event = verifyEvent(payments, raw, ctx.get('Stripe-Signature'));
    const facts = factsOf(event);
    const owner = facts && (await applyEvent(deps, payments, facts, now));
    return { body: { received: true }, ...(owner ? { about: owner } : {}) };
  },
});
