import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../ui/page-title.tsx';

export default function Deleted() {
  return (
    <>
      <PageTitle>
        <Trans>Your account is deleted</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>Everything in it is gone. We’ve sent you a last email that says so.</Trans>
      </p>
      <p>
        <Trans>You can destroy the paper with your recovery code.</Trans>
      </p>
    </>
  );
}
