import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../ui/page-title.tsx';

export default function Deleted() {
  return (
    <>
      <PageTitle>
        <Trans>Your account has been deleted</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Everything in it has been deleted. We’ve sent you one last email to confirm it.</Trans>
      </p>
      <p>
        <Trans>You can now destroy the sheet that has your recovery code on it.</Trans>
      </p>
    </>
  );
}
