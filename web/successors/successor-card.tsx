import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Addresses } from './addresses.tsx';
import { NextStep } from './next-step.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';
import { StepList } from './step-list.tsx';
import { isUrgent, nextFor, STEPS, stepsDone } from './steps.ts';
import type { ListedPerson } from './succession.ts';

/** What a successor gets, in a few words. */
function InheritanceSummary({ successor, state }: ListedPerson) {
  const isDecided = state?.isDecided ?? successor.encryptedShare !== null;
  if (!isDecided) return <Trans>Nothing yet</Trans>;
  if (!successor.restrictToAssignedEntries) return <Trans>Everything, including later entries</Trans>;
  if (!state) return <Trans>Only what you chose</Trans>;
  const count = state.entryIds.length;
  if (count === 0) return <Trans>Nothing yet</Trans>;
  return <Plural value={count} one="# entry" other="# entries" />;
}

function InvitationDelay({ days }: { days: number }) {
  if (days === 0) return <Trans>As soon as the grace period ends</Trans>;
  return <Plural value={days} one="# day after the grace period" other="# days after the grace period" />;
}

/** One successor on the list, with their progress and the next step. */
export function SuccessorCard({ successor, state }: ListedPerson) {
  const { t } = useLingui();
  const { id, name, handoverDelayDays } = successor;
  const next = nextFor(successor, state);
  const done = stepsDone(successor, state);
  const isReady = done === STEPS.length;
  return (
    <Card
      title={name}
      look={isUrgent(next) ? 'alarm' : 'plain'}
      aside={
        isUrgent(next) ? (
          <span className="badge alarm">
            <Trans>Waiting for you</Trans>
          </span>
        ) : isReady ? (
          <span className="badge good">
            <Trans>Ready</Trans>
          </span>
        ) : (
          <span className="badge warn">
            <Trans>Not ready yet</Trans>
          </span>
        )
      }
    >
      <Addresses successor={successor} />
      <StepList done={done} label={t`Progress with ${name}`} />
      <NextStep next={next} successor={successor} state={state} />
      <Facts
        of={[
          { what: t`Gets`, is: <InheritanceSummary successor={successor} state={state} /> },
          { what: t`We ask them`, is: <InvitationDelay days={handoverDelayDays} /> },
          { what: t`Last rehearsal`, is: <RehearsalResult rehearsal={successor.rehearsal} /> },
        ]}
      />
      <ButtonLink
        href={`/successors/${id}`}
        look="quiet"
        size="small"
        aria-label={t`Change or remove ${name}`}
      >
        <Trans>Change or remove</Trans>
      </ButtonLink>
    </Card>
  );
}
