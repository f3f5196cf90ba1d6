/** The payment provider, Stripe: how to reach it, and which of its prices is which plan. */

import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { type Config, PAYMENT_SETTINGS } from '../../config.ts';
import { Problem } from '../http/errors.ts';
import type { PaidPlan } from './plans.ts';

export interface StripeClient {
  stripe: Stripe;
  /** The kinds of error that `stripe` throws. */
  errors: typeof Stripe.errors;
}

export interface Payments extends StripeClient {
  webhookSecret: string;
  prices: Readonly<Record<PaidPlan, string>>;
}

type Settings = Pick<Config, (typeof PAYMENT_SETTINGS)[number]>;

const missingForPayments = (config: Settings): string[] =>
  PAYMENT_SETTINGS.filter((name) => config[name] === '');

/** The settings that are still missing for paid plans; none if all of them are blank. */
export function forgottenForPayments(config: Settings): string[] {
  const missing = missingForPayments(config);
  return missing.length < PAYMENT_SETTINGS.length ? missing : [];
}

/** Someone is waiting in their browser, so fail early. In milliseconds, for each of two attempts. */
const TIMEOUT_MS = 8_000;

/**
 * Loads Stripe's library, but only where it is needed: it takes 15 MB.
 *
 * @returns null without a secret key
 */
export async function createStripe(config: Config): Promise<StripeClient | null> {
  if (config.PAYMENT_SECRET_KEY === '') return null;
  const { default: Stripe } = await import('stripe');
  const base = config.PAYMENT_API_BASE ? new URL(config.PAYMENT_API_BASE) : null;
  const stripe = new Stripe(config.PAYMENT_SECRET_KEY, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
    }),
  });
  return { stripe, errors: Stripe.errors };
}

/** @returns null while a setting is blank: then paid plans are not offered */
export async function createPayments(config: Config): Promise<Payments | null> {
  const client = missingForPayments(config).length > 0 ? null : await createStripe(config);
  return (
    client && {
      ...client,
      webhookSecret: config.PAYMENT_WEBHOOK_SECRET,
      prices: { pro: config.PAYMENT_PRO_PRICE_ID, family: config.PAYMENT_FAMILY_PRICE_ID },
    }
  );
}

/**
 * Stripe's answer.
 *
 * @param log gets the kind of error and the provider's request ID, and nothing else
 * @throws Problem `dependency_unavailable` if Stripe refuses or cannot be reached: the caller can only try again
 */
export async function answerOf<T>(
  { errors }: Pick<StripeClient, 'errors'>,
  log: Logger,
  request: Promise<T>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error;
    const { type, code, statusCode, requestId: stripeRequestId } = error;
    log.error({ type, code, statusCode, stripeRequestId }, 'the payment provider did not do what was asked');
    throw new Problem('dependency_unavailable', 'The payment provider is not responding. Try again later.', {
      retryAfter: 30,
    });
  }
}

/**
 * Null if Stripe doesn't know the object, for example because test data was cleared or the keys are another account's.
 *
 * @param param the parameter that names the object, if there are several
 */
export const nullIfMissing = <T>(
  { errors }: Pick<Payments, 'errors'>,
  request: Promise<T>,
  param?: string,
): Promise<T | null> =>
  request.catch((error: unknown) => {
    const isMissing = error instanceof errors.StripeError && error.code === 'resource_missing';
    if (isMissing && (param === undefined || error.param === param)) return null;
    throw error;
  });

/** @throws Problem `billing_disabled` */
export function requirePayments(payments: Payments | null): Payments {
  if (!payments) throw new Problem('billing_disabled', 'This service does not offer paid plans.');
  return payments;
}
