/**
 * Applies a Stripe event: asks for the current state of the subscription and stores it, once per event.
 *
 * Events arrive late, twice and in any order, so we trust none of them. We store Stripe's answer at that moment, and
 * only if nothing else was written since we asked (`revision`), so the newer of two answers always wins. No lock and no
 * database connection is held while we ask Stripe.
 */
import { recordActivity } from '../../db/activity-log.ts';
import { BillingEvent } from '../../db/entities/billing-event.ts';
import { Subscription, type SubscriptionRow } from '../../db/entities/subscription.ts';
import { User } from '../../db/entities/user.ts';
import { queueMail } from '../../db/mail.ts';
import type { EntityManager } from '../../db/orm.ts';
import { transact } from '../../db/transact.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import type { BillingEventFacts } from './events.ts';
import { observe } from './observe.ts';
import type { Payments } from './payments.ts';
import { type BillingState, nextBillingState, type ObservedSubscription } from './state.ts';

/** How often to ask again when another event of the same owner was faster. */
const TRIES = 10;

/** The account's subscription row, created if missing; null if the account was deleted. */
export async function accountRow(em: EntityManager, userId: string): Promise<SubscriptionRow | null> {
  await em.execute(
    `insert into subscription (user_id) select id from "user" where id = ? on conflict (user_id) do nothing`,
    [userId],
  );
  return em.findOne(Subscription, { userId }, { refresh: true });
}

/**
 * The account that the event is about: by the customer we know, or by the user ID that we wrote on the subscription.
 */
async function ownerOf(em: EntityManager, event: BillingEventFacts): Promise<SubscriptionRow | null> {
  const known = await em.findOne(Subscription, { customerId: event.customerId }, { refresh: true });
  if (known || event.userId === null) return known;
  return accountRow(em, event.userId);
}

/** The event's subscription and the account's previous one, both as they are at this moment. */
async function askAbout(
  deps: ApiDeps,
  payments: Payments,
  row: SubscriptionRow,
  event: BillingEventFacts,
): Promise<ObservedSubscription[]> {
  const ids = new Set([event.subscriptionId, ...(row.subscriptionId ? [row.subscriptionId] : [])]);
  const observed: ObservedSubscription[] = [];
  for (const id of ids) {
    const found = await observe(payments, deps.log, id);
    if (found) observed.push(found);
  }
  return observed;
}

/** Something was written since the row was read, so ask again. */
class ConcurrentChange extends Error {}

/**
 * Stores the decision, unless the event was already applied.
 *
 * @throws ConcurrentChange
 */
async function save(
  deps: ApiDeps,
  em: EntityManager,
  row: SubscriptionRow,
  event: BillingEventFacts,
  state: BillingState | null,
  now: Date,
): Promise<void> {
  const { userId, revision } = row;
  const isNew = await em.execute<unknown[]>(
    'insert into billing_event (id, type, applied_at) values (?, ?, ?) on conflict (id) do nothing returning 1',
    [event.id, event.type, now],
  );
  if (isNew.length === 0) return;
  const saved = await em.nativeUpdate(
    Subscription,
    { userId, revision },
    {
      revision: revision + 1,
      customerId: row.customerId ?? event.customerId,
      ...(state && {
        subscriptionId: state.subscriptionId,
        status: state.status,
        currentPeriodEnd: state.currentPeriodEnd === null ? null : new Date(state.currentPeriodEnd),
        cancelAtPeriodEnd: state.cancelAtPeriodEnd,
      }),
    },
  );
  // This rolls back the record of the event too.
  if (saved === 0) throw new ConcurrentChange();
  const user = await em.findOneOrFail(User, { id: userId }, { refresh: true });
  if (state && (user.plan ?? null) !== state.plan) {
    await em.nativeUpdate(User, { id: userId }, { plan: state.plan });
    const detail = { plan: state.plan ?? deps.config.DEFAULT_PLAN, status: state.status };
    await recordActivity(em, deps.signRecord, { userId, type: 'plan_changed', at: now, detail });
  }
  // The owner sees a failed first payment at once. The mail says that the plan stays for now, which isn't so once the
  // subscription is `unpaid` or over.
  const owed = ['active', 'past_due'].includes(state?.status ?? '');
  if (event.failedInvoiceId !== null && owed && state?.subscriptionId === event.subscriptionId) {
    const key = `payment_failed/${event.failedInvoiceId}`;
    await queueMail(em, { key, kind: 'payment_failed', recipient: user.email, userId }, now);
  }
}

/**
 * Resolves once the event is applied, now or earlier, or if it concerns no account of ours.
 *
 * @returns the owner if something may have changed for them; otherwise null
 * @throws Problem `dependency_unavailable` if Stripe cannot be asked; it then sends the event again
 */
export async function applyEvent(
  deps: ApiDeps,
  payments: Payments,
  event: BillingEventFacts,
  now: Date,
): Promise<string | null> {
  const { log, orm } = deps;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const em = orm.em.fork();
    if ((await em.count(BillingEvent, { id: event.id })) > 0) return null;
    const row = await ownerOf(em, event);
    if (!row) {
      log.warn({ event: event.id, type: event.type }, 'a payment event is about no account of ours');
      return null;
    }
    const { state, warnings } = nextBillingState(await askAbout(deps, payments, row, event));
    for (const warning of warnings) {
      log.error({ warning, userId: row.userId, event: event.id }, 'a subscription needs attention');
    }
    try {
      await transact(em, (tx) => save(deps, tx, row, event, state, now));
      return row.userId;
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error;
    }
  }
  throw new Problem('dependency_unavailable', 'Too many events for one account at once.', { retryAfter: 5 });
}
