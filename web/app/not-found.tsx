import { Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '../ui/page-title.tsx';

export default function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`There is no page here`}</PageTitle>
      <p>
        <Trans>
          If you typed the address, check it. If you came by a link in an email, open the whole link: some
          email programs cut long ones in two.
        </Trans>
      </p>
      <p>
        <a href="/">
          <Trans>Go to the first page</Trans>
        </a>
      </p>
    </>
  );
}
