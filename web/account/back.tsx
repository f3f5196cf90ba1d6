import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import './account.css';

/** Above the title of each page below the account. */
export const BackToAccount = () => (
  <p className="back no-print">
    <Link href="/account">
      <ArrowLeft aria-hidden="true" size={18} />
      <Trans>Your account</Trans>
    </Link>
  </p>
);
