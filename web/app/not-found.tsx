import { Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '../ui/page-title.tsx';

export default function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`Page not found`}</PageTitle>
      <p>
        <Trans>
          If you typed the address, check it. If you followed a link in an email, make sure you opened the
          whole link: some email programs break long ones in two.
        </Trans>
      </p>
      <p>
        <a href="/">
          <Trans>Go to the home page</Trans>
        </a>
      </p>
    </>
  );
}
