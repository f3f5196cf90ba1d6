/** The plan's limits, how much is used, and how to change plan. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { useSearchParams } from 'wouter';
import { answered } from '../../client/api.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { api } from '../api/client.ts';
import { $api } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useSize } from '../vault/sizes.ts';
import { BackToAccount } from './back.tsx';

type Billing = paths['/billing/status']['get']['responses'][200]['content']['application/json'];
type PlanName = Billing['plan'];

function usePlanNames(): Record<PlanName, string> {
  const { t } = useLingui();
  return { free: t`Free`, pro: t`Pro`, family: t`Family` };
}

export default function Plan() {
  const names = usePlanNames();
  const size = useSize();
  const [search] = useSearchParams();
  const { data, error, refetch } = $api.useQuery('get', '/billing/status');
  return (
    <>
      <BackToAccount />
      <PageTitle>
        <Trans>Plan</Trans>
      </PageTitle>
      <BackFrom billing={search.get('billing')} />
      <ProblemNotice error={data ? null : error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          <Card title={names[data.plan]}>
            <Amount
              label={<Trans>Entries in your vault</Trans>}
              used={data.usage.entries}
              allowed={data.limits.entries}
            />
            <Amount
              label={<Trans>Size of these entries</Trans>}
              used={data.usage.entryBytes}
              allowed={data.limits.entryBytes}
              words={size}
            />
            <Amount
              label={<Trans>Trash</Trans>}
              used={data.usage.trashBytes}
              allowed={data.limits.trashBytes}
              words={size}
            />
            <Amount
              label={<Trans>Successors</Trans>}
              used={data.usage.successors}
              allowed={data.limits.successors}
            />
            <Amount
              label={<Trans>Files</Trans>}
              used={data.usage.fileBytes}
              allowed={data.limits.fileBytes}
              words={size}
            />
            <MakeRoom {...data} />
            <p className="quiet">
              <Trans>
                A plan limits only how much you can add. When it ends, nothing is deleted and no successor
                loses anything.
              </Trans>
            </p>
          </Card>
          {data.enabled ? <PaymentCard {...data} /> : <PaymentDisabledNotice />}
        </div>
      )}
    </>
  );
}

/** From this share of a limit on, owners are told how to make room. */
const ALMOST = 0.9;

function MakeRoom({ usage, limits }: Billing) {
  const isFull = (what: 'entryBytes' | 'trashBytes' | 'fileBytes') => usage[what] >= limits[what] * ALMOST;
  return (
    <>
      {isFull('entryBytes') && (
        <p>
          <Trans>To make room for entries, delete some: the trash is counted separately.</Trans>
        </p>
      )}
      {isFull('trashBytes') && (
        <p>
          <Trans>
            Once the trash is full, you can’t add or change entries, but you can still delete and restore
            them. Delete what you no longer need from the trash, or wait: everything in it is deleted after 30
            days.
          </Trans>
        </p>
      )}
      {isFull('fileBytes') && (
        <p>
          <Trans>
            To make room for files, delete some from the trash too: they count until they’re gone.
          </Trans>
        </p>
      )}
    </>
  );
}

/** The outcome of the visit to the payment provider. */
function BackFrom({ billing }: { billing: string | null }) {
  if (billing === 'success')
    return (
      <Notice look="good" title={<Trans>Thank you.</Trans>}>
        <Trans>Your plan changes as soon as the payment is confirmed, which may take a minute.</Trans>
      </Notice>
    );
  if (billing === 'cancelled')
    return (
      <Notice>
        <Trans>You haven’t paid anything, and your plan hasn’t changed.</Trans>
      </Notice>
    );
  return null;
}

interface AmountProps {
  label: ReactNode;
  used: number;
  allowed: number;
  words?: (amount: number) => string;
}

function Amount({ label, used, allowed, words }: AmountProps) {
  const { i18n } = useLingui();
  const id = useId();
  const write = words ?? ((amount: number) => i18n.number(amount));
  const [usedWords, allowedWords] = [write(used), write(allowed)];
  return (
    <div className="amount">
      <div className="facts-line">
        <span id={id}>{label}</span>
        <span>
          <Trans>
            {usedWords} of {allowedWords}
          </Trans>
        </span>
      </div>
      <meter
        aria-labelledby={id}
        min={0}
        max={allowed}
        high={allowed * 0.9}
        value={Math.min(used, allowed)}
      />
    </div>
  );
}

const PaymentDisabledNotice = () => (
  <Notice>
    <Trans>Nothing is for sale here. If you need more room, ask the people who run this service.</Trans>
  </Notice>
);

/** Stripe still tries to collect what is `past_due`. */
const PAID: readonly string[] = ['active', 'trialing', 'past_due'];

function PaymentCard({ plan, plans, status, currentPeriodEnd, cancelAtPeriodEnd }: Billing) {
  const names = usePlanNames();
  const [chosen, choose] = useState<Exclude<PlanName, 'free'> | null>(null);
  const { run, isPending, error } = useTask(async (page: Promise<{ url: string }>) =>
    location.assign((await page).url),
  );
  const buy = (name: Exclude<PlanName, 'free'>) => {
    choose(name);
    return run(answered(api.POST('/billing/checkout', { body: { plan: name } })));
  };
  const larger = (['pro', 'family'] as const).filter((name) => name !== plan);
  const subscribed = status !== null && status !== 'canceled' && status !== 'incomplete_expired';
  return (
    <Card title={<Trans>Payment</Trans>}>
      {status === 'past_due' && (
        <Notice look="problem" title={<Trans>The last payment failed.</Trans>}>
          <Trans>Your plan stays active for now. Please check your payment method.</Trans>
        </Notice>
      )}
      {subscribed && !PAID.includes(status) && (
        <Notice look="problem" title={<Trans>This plan isn’t paid for.</Trans>}>
          <Trans>
            Nothing that you’ve stored is deleted. To use the plan again, please check your payment method.
          </Trans>
        </Notice>
      )}
      {currentPeriodEnd && (status === 'active' || status === 'trialing') && (
        <p>
          {cancelAtPeriodEnd ? (
            <Trans>
              You’ve cancelled. The plan ends on <Moment at={currentPeriodEnd} as="day" />.
            </Trans>
          ) : (
            <Trans>
              Paid until <Moment at={currentPeriodEnd} as="day" />.
            </Trans>
          )}
        </p>
      )}
      {!subscribed && (
        <ul>
          {larger.map((name) => (
            <li key={name}>
              <Offer name={names[name]} {...plans[name]} />
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        <Trans>You pay on our payment provider’s page. The provider learns nothing about your vault.</Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="row">
        {subscribed ? (
          <Button isPending={isPending} onPress={() => run(answered(api.POST('/billing/portal')))}>
            <Trans>Change or cancel the plan, see invoices</Trans>
          </Button>
        ) : (
          larger.map((name) => (
            <Button
              key={name}
              look={name === 'pro' ? 'main' : 'second'}
              isPending={isPending && chosen === name}
              onPress={() => buy(name)}
            >
              <Trans>Choose {names[name]}</Trans>
            </Button>
          ))
        )}
      </div>
    </Card>
  );
}

function Offer({ name, entries, successors }: { name: string } & Billing['limits']) {
  const { i18n } = useLingui();
  const entriesWords = i18n.number(entries);
  return (
    <Trans>
      <strong>{name}</strong>: {entriesWords} entries and{' '}
      <Plural value={successors} one="# successor" other="# successors" />
    </Trans>
  );
}
