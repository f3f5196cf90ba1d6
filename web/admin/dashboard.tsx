/** The state of the service at a glance: what is stuck, and what to do about it. */

import { useLingui as useWords } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MailPlus, RefreshCw, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { $api } from '../api/queries.ts';
import type { SwitchStatus } from '../api/schemas.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Chart } from './chart.tsx';
import { MAILS, STATUS_NAMES, type Stats } from './figures.ts';
import { Stuck } from './stuck.tsx';
import { Upcoming } from './upcoming.tsx';
import './admin.css';

export default function Dashboard() {
  const { data, error, isFetching, refetch } = $api.useQuery('get', '/admin/dashboard');
  return (
    <>
      <PageTitle>
        <Trans>Administration</Trans>
      </PageTitle>
      <ProblemNotice error={error} onTryAgain={() => void refetch()} />
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          <div className="row">
            <ButtonLink href="/admin/users" look="second">
              <Users aria-hidden="true" size={18} />
              <Trans>Accounts</Trans>
            </ButtonLink>
            <ButtonLink href="/admin/invitations" look="second">
              <MailPlus aria-hidden="true" size={18} />
              <Trans>Invitations</Trans>
            </ButtonLink>
            <Button look="quiet" isPending={isFetching} onPress={() => void refetch()}>
              <RefreshCw aria-hidden="true" size={18} />
              <Trans>Refresh</Trans>
            </Button>
            <span className="quiet" role="status">
              <Trans>
                As of <Moment at={data.stats.countedAt} as="short moment" />
              </Trans>
            </span>
          </div>
          <Stuck stats={data.stats} />
          <Upcoming {...data.stats} />
          <Figures stats={data.stats} />
          <Charts stats={data.stats} />
          <Services {...data.stats} />
        </div>
      )}
    </>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const { i18n } = useWords();
  return (
    <Card title={<Trans>Accounts</Trans>}>
      <dl className="figures">
        <Figure label={<Trans>All</Trans>}>{i18n.number(stats.users)}</Figure>
        <Figure label={<Trans>With a confirmed address</Trans>}>{i18n.number(stats.verified)}</Figure>
        <Figure label={<Trans>Locked after failed log-ins</Trans>}>
          {stats.locked === null ? <Trans>unknown</Trans> : i18n.number(stats.locked)}
        </Figure>
      </dl>
    </Card>
  );
}

const MINUTE_MS = 60_000;

function Charts({ stats }: { stats: Stats }) {
  const { _ } = useWords();
  const { t } = useLingui();
  const statuses = Object.keys(STATUS_NAMES) as SwitchStatus[];
  const services = { api: t`Our pages`, mail: t`Mail`, public: t`Public address`, returns: t`Returned mail` };
  return (
    <Card title={<Trans>In numbers</Trans>}>
      <div className="charts">
        <Chart
          caption={t`Switches`}
          bars={statuses.map((key) => ({
            key,
            label: _(STATUS_NAMES[key]),
            count: stats.switches[key] ?? 0,
          }))}
          empty={<Trans>There are no switches yet.</Trans>}
        />
        <Chart
          caption={t`Emails not yet accepted`}
          bars={Object.entries(stats.failingMails.byKind).map(([key, count]) => ({
            key,
            label: MAILS[key] ? _(MAILS[key]) : key,
            count,
          }))}
          empty={<Trans>All emails were accepted.</Trans>}
        />
        <Chart
          caption={t`Minutes unreachable in the last 30 days`}
          bars={(['api', 'mail', 'public', 'returns'] as const).map((key) => ({
            key,
            label: services[key],
            count: Math.ceil(stats.outages[key].totalMs / MINUTE_MS),
          }))}
          empty={<Trans>Everything was reachable.</Trans>}
        />
      </div>
    </Card>
  );
}

function Services({ liveness, workers }: Stats) {
  const { t } = useLingui();
  const names = { api: t`Our pages`, mail: t`Mail`, public: t`Public address`, returns: t`Returned mail` };
  return (
    <Card title={<Trans>Parts of the service</Trans>}>
      <ul className="bare services">
        {(['api', 'mail', 'public', 'returns'] as const).map((key) => {
          const { up = false, lastBeatAt = null } = liveness[key] ?? {};
          // A mailbox that has never been read, perhaps because its password is wrong, is shown as unreachable.
          const isMonitored = key === 'returns' ? liveness[key] !== null : up || lastBeatAt !== null;
          if (!isMonitored) {
            return (
              <li key={key} className="badge">
                {names[key]}: <Trans>not monitored</Trans>
              </li>
            );
          }
          return (
            <li key={key} className={up ? 'badge good' : 'badge alarm'}>
              {names[key]}: {up ? <Trans>reachable</Trans> : <Trans>unreachable</Trans>}
            </li>
          );
        })}
        <li className={workers.reporting > 0 ? 'badge good' : 'badge alarm'}>
          <Trans>Workers running: {workers.reporting}</Trans>
        </li>
      </ul>
    </Card>
  );
}
