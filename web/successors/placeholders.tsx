import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import type { People } from './succession.ts';

/** Shown for a successor who doesn't exist, or no longer does. */
export function SuccessorNotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`This person isn’t one of your successors`}</PageTitle>
      <p>
        <Trans>Perhaps they’ve been removed.</Trans>
      </p>
      <ButtonLink href="/successors">
        <Trans>Back to your successors</Trans>
      </ButtonLink>
    </>
  );
}

/** Shown while a successor is loading, or can't be loaded. */
export function SuccessorsPlaceholder({ error, readAgain }: Pick<People, 'error' | 'readAgain'>) {
  const { t } = useLingui();
  if (!error) return <Loading />;
  return (
    <>
      <PageTitle>{t`Successors`}</PageTitle>
      <ProblemNotice error={error} onTryAgain={readAgain} />
    </>
  );
}
