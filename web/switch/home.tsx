/** Home: the switch at a glance. It needs the session, but no keys. */
import { Trans, useLingui } from '@lingui/react/macro';
import { $api } from '../api/queries.ts';
import { MorningWindow } from '../pictures/morning-window.tsx';
import { usePeople } from '../successors/succession.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { AfterHandover } from './after-handover.tsx';
import { CheckInButton } from './check-in-button.tsx';
import { CheckedInBy } from './checked-in-by.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HandoverCard } from './handover.tsx';
import { PauseCard } from './pause.tsx';
import { PendingTasks } from './pending-tasks.tsx';
import { pictureOf } from './picture.ts';
import { wouldReach } from './reach.ts';
import { ReadinessCard } from './readiness.tsx';
import { endedLately, isUrgent, StatusWords, useStatusTitle } from './status.tsx';
import { Timeline } from './timeline.tsx';
import { pictureInput, useSwitch } from './use-switch.ts';
import { WaysSummary } from './ways-summary.tsx';
import './switch.css';

export default function Home() {
  const { t } = useLingui();
  const title = useStatusTitle();
  const { data, error, readAgain } = useSwitch();
  // Only the owner's keys show whose kit is foreign, so the set is empty while the vault is locked or unreadable.
  const { people = [], succession } = usePeople();
  const foreign = new Set(
    people.filter(({ state }) => state?.hasForeignOwner).map(({ successor }) => successor.id),
  );
  // The owner may come straight from adding something to the vault.
  const usage = $api.useQuery('get', '/billing/status', {}, { staleTime: 0 });
  if (!data) return error ? <ProblemNotice error={error} onTryAgain={readAgain} /> : <Loading />;
  const { status } = data.settings;
  const threshold = succession?.threshold ?? data.settings.quorum;
  const entries = usage.data?.usage.entries ?? 0;
  const ended = endedLately(data);
  const wasOpen = ended !== null && ended.releasedAt !== null;
  const shown = data.handover ?? ended;
  const isHeld = status === 'armed' && data.settings.holds.length > 0;
  const reachesNobody = status === 'armed' && !wouldReach(data.successors, threshold, foreign);
  const isCalm = status === 'armed' && !wasOpen && !isHeld && !reachesNobody;
  const isRunning = status !== 'off' && status !== 'completed';
  return (
    <div className="stack">
      <Card look={isUrgent(status) ? 'alarm' : 'plain'}>
        {isCalm && <MorningWindow isBeside />}
        <PageTitle>
          {wasOpen
            ? t`Access to your vault is closed again`
            : isHeld
              ? t`Your switch is waiting`
              : reachesNobody
                ? t`Your switch is on, but nothing would reach anyone yet`
                : title(status)}
        </PageTitle>
        {wasOpen && (
          <p className="lead">
            <Trans>
              Before you checked in, your vault was open to those who had accepted. Their links no longer open
              anything, but whatever they read or saved stays with them.
            </Trans>
          </p>
        )}
        <p className={wasOpen ? undefined : 'lead'}>
          <StatusWords {...data} />
        </p>
        {status === 'off' && (
          <p>
            <Trans>
              If we don’t hear from you for a long time, your switch hands over what you chose to the people
              you named.
            </Trans>
          </p>
        )}
        {status !== 'off' && <CheckedInBy lastSeenAt={data.settings.lastSeenAt} />}
        {status !== 'off' && <CheckInButton settings={data.settings} />}
      </Card>
      {status === 'off' && <FirstSteps successors={data.successors} hasEntries={entries > 0} />}
      {!shown && data.successors.length > 0 && <ReadinessCard {...data} {...{ threshold, foreign }} />}
      {shown && <HandoverCard handover={shown} successors={data.successors} />}
      {wasOpen && <AfterHandover />}
      <PendingTasks {...data} isVaultEmpty={usage.data !== undefined && entries === 0} />
      {isRunning && (
        <Card
          title={
            data.handover
              ? t`What happens if we still don’t hear from you`
              : t`What happens if we don’t hear from you`
          }
          // While a handover is under way, only a sign of life helps.
          aside={
            data.handover ? undefined : (
              <ButtonLink look="second" size="small" href="/switch">
                <Trans>Change</Trans>
              </ButtonLink>
            )
          }
        >
          <Timeline picture={pictureOf(pictureInput(data))} />
          <WaysSummary {...data} />
        </Card>
      )}
      <PauseCard settings={data.settings} />
    </div>
  );
}
