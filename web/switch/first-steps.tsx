/** A new owner's first steps, in a sensible order. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useNames } from './mark-words.ts';
import type { SwitchFacts } from './use-switch.ts';

interface FirstStepsProps extends Pick<SwitchFacts, 'successors'> {
  hasEntries: boolean;
}

export function FirstSteps({ successors, hasEntries }: FirstStepsProps) {
  const { t } = useLingui();
  const names = useNames();
  const named = successors.filter(({ optedOut }) => !optedOut).map(({ name }) => name);
  const who = names(named);
  return (
    <Card title={t`Your first steps`}>
      {named.length === 0 && (
        <p className="actions">
          <ButtonLink size="big" href="/start">
            <Trans>Begin: it takes five minutes</Trans>
          </ButtonLink>
        </p>
      )}
      <ol className="bare ruled tasks first-steps">
        <Step isDone={hasEntries} to="/vault">
          <Trans>Put something into your vault: a letter, a password, a document</Trans>
        </Step>
        <Step isDone={named.length > 0} to="/successors">
          <Trans>Name a successor: someone who should receive it one day</Trans>
        </Step>
        <Step isDone={false} to={named.length > 0 ? '/successors' : null}>
          {named.length > 0 ? (
            <Trans>We’re waiting for {who} to confirm. Then the switch will turn on</Trans>
          ) : (
            <Trans>Once they’ve confirmed, the switch turns on</Trans>
          )}
        </Step>
      </ol>
    </Card>
  );
}

interface FirstStepProps {
  isDone: boolean;
  /** Null while there is nothing to do. */
  to: string | null;
  children: ReactNode;
}

function Step({ isDone, to, children }: FirstStepProps) {
  const { t } = useLingui();
  const words = (
    <>
      {isDone ? (
        <CircleCheck role="img" aria-label={t`Done`} size={22} />
      ) : (
        <Circle aria-hidden="true" size={22} />
      )}
      <span>{children}</span>
    </>
  );
  return (
    <li className={isDone ? 'done' : 'plain'}>
      {to === null ? (
        <p>{words}</p>
      ) : (
        <Link href={to}>
          {words}
          <ChevronRight aria-hidden="true" size={20} />
        </Link>
      )}
    </li>
  );
}
