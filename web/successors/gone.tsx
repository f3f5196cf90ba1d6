import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Somebody who is no longer there, or never was. */
export function Gone() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`This person isn’t among your successors`}</PageTitle>
      <p>
        <Trans>Perhaps they were removed.</Trans>
      </p>
      <ButtonLink href="/successors">
        <Trans>Back to your successors</Trans>
      </ButtonLink>
    </>
  );
}
