/**
 * Stripe as tests see it: its own stripe-mock, which checks every request against Stripe's document and remembers
 * nothing. Our server in front of it changes one answer, that of `GET /v1/subscriptions/:id`: the right plan depends on
 * the status of a subscription, and stripe-mock always says the same. We take its answer and replace only the members
 * that a test is about. The same idempotency key gets the same answer again, as Stripe promises and stripe-mock
 * doesn't.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { silent } from '../../../dev/cli/progress.ts';
import { client, type TestReply } from '../clients/client.ts';
import type { TestApi } from './api.ts';
import { startStripeMock } from './programs/stripe-mock.ts';

export const PRICES = { pro: 'price_pro', family: 'price_family' } as const;

/** The state of a subscription. What is left out describes a paid pro plan. */
export interface SubscriptionState {
  status?: string;
  price?: string;
  /** Unix seconds. */
  currentPeriodEnd?: number;
  cancelAtPeriodEnd?: boolean;
  cancelAt?: number | null;
  created?: number;
}

export interface StripeRequest {
  method: string;
  path: string;
  /** The form that was sent. */
  form: URLSearchParams;
  idempotencyKey: string | undefined;
}

export interface StripeDouble {
  /** The variables of a service that uses it. */
  env: Record<string, string>;
  /** The state of each subscription, by its ID. One that is missing does not exist. */
  subscriptions: Map<string, SubscriptionState>;
  /** Other answers of Stripe's that a test replaces, by method and path. One with an `error` has the status 400. */
  answers: Map<string, (answer: Record<string, unknown>) => Record<string, unknown>>;
  /** Every request, oldest first. */
  requests: StripeRequest[];
  /** Called once it is settled how a subscription is described. A test may hold the answer back. */
  beforeAnswering: (id: string) => Promise<void>;
  /** While true, nobody answers there. */
  down: boolean;
  close(): Promise<void>;
}

const WEBHOOK_SECRET = 'whsec_test';

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += chunk;
  return text;
}

const described = (id: string, answer: Record<string, unknown>, standing: SubscriptionState) => {
  const { data } = answer.items as { data: { price: object }[] };
  const period = standing.currentPeriodEnd ?? 2_000_000_000;
  return {
    ...answer,
    id,
    status: standing.status ?? 'active',
    created: standing.created ?? 1_700_000_000,
    cancel_at_period_end: standing.cancelAtPeriodEnd ?? false,
    cancel_at: standing.cancelAt ?? null,
    items: {
      ...(answer.items as object),
      data: [
        {
          ...data[0],
          current_period_end: period,
          price: { ...data[0]?.price, id: standing.price ?? PRICES.pro },
        },
      ],
    },
  };
};

/** Starts stripe-mock and our server in front of it. */
export async function startStripe(): Promise<StripeDouble> {
  const mock = await startStripeMock({ say: silent });
  const double: Pick<StripeDouble, 'subscriptions' | 'answers' | 'requests' | 'beforeAnswering' | 'down'> = {
    subscriptions: new Map(),
    answers: new Map(),
    requests: [],
    beforeAnswering: async () => {},
    down: false,
  };
  const answered = new Map<string, Promise<{ status: number; json: Record<string, unknown> }>>();
  const server = createServer(async (message, answer) => {
    if (double.down) return message.socket.destroy();
    const { method = 'GET', url: path = '/' } = message;
    const body = await bodyOf(message);
    const idempotencyKey = message.headers['idempotency-key'] as string | undefined;
    double.requests.push({ method, path, form: new URLSearchParams(body), idempotencyKey });
    const headers = Object.entries(message.headers).filter(([name]) =>
      /^(authorization|stripe-|content-type|idem)/.test(name),
    );
    const respond = async () => {
      const real = await fetch(`http://127.0.0.1:${mock.port}${path}`, {
        method,
        headers: headers as [string, string][],
        ...(body === '' ? {} : { body }),
      });
      return { status: real.status, json: (await real.json()) as Record<string, unknown> };
    };
    const asking = (idempotencyKey && answered.get(idempotencyKey)) || respond();
    if (idempotencyKey) answered.set(idempotencyKey, asking);
    let { status, json } = await asking;
    const [, subscription] = path.match(/^\/v1\/subscriptions\/([^/?]+)$/) ?? [];
    if (method === 'GET' && subscription && status === 200) {
      const standing = double.subscriptions.get(subscription);
      status = standing ? 200 : 404;
      json = standing
        ? described(subscription, json, standing)
        : {
            error: {
              type: 'invalid_request_error',
              code: 'resource_missing',
              message: 'No such subscription',
            },
          };
    }
    if (subscription) await double.beforeAnswering(subscription);
    const replaced = double.answers.get(`${method} ${path}`);
    if (status === 200 && replaced) {
      json = replaced(json);
      if (json.error) status = 400;
    }
    answer.writeHead(status, { 'Content-Type': 'application/json' });
    answer.end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    env: {
      PAYMENT_API_BASE: `http://127.0.0.1:${port}`,
      PAYMENT_SECRET_KEY: 'sk_test_123',
      PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PAYMENT_PRO_PRICE_ID: PRICES.pro,
      PAYMENT_FAMILY_PRICE_ID: PRICES.family,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.stop();
    },
  });
}

let numbered = 0;

/** An event as Stripe writes it. */
export const stripeEvent = (type: string, object: object, id = `evt_${++numbered}`) => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_700_000_000,
  type,
  data: { object },
});

/** Delivers an event as Stripe does. */
export function deliver(
  api: Pick<TestApi, 'url' | 'origin'>,
  event: object,
  { secret = WEBHOOK_SECRET, signature }: { secret?: string; signature?: string } = {},
): Promise<TestReply> {
  // Written as Stripe writes it. JSON.stringify of a parsed body would give other bytes.
  const payload = JSON.stringify(event, null, 2);
  const header = signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return client(api).raw.post('/billing/webhook', payload, { 'Stripe-Signature': header });
}
