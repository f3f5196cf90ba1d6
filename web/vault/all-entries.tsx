import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';

/** Above the title of each page below the vault, where the list isn't beside it. */
export const AllEntries = () => (
  <Link href="/vault" className="back">
    <ArrowLeft aria-hidden="true" size={18} />
    <Trans>All entries</Trans>
  </Link>
);
