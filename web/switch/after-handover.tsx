/** Steps for an owner whose vault was open to successors. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../ui/card.tsx';

function Step({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link href={to}>
        <span>{children}</span>
        <ChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  );
}

export function AfterHandover() {
  const { t } = useLingui();
  return (
    <Card title={t`What you can do now`}>
      <ul className="bare ruled tasks">
        <Step to="/account/activity">
          <Trans>See in the activity who read what you left to them, and when.</Trans>
        </Step>
        <Step to="/vault">
          <Trans>
            Change any passwords and other secrets they may have read. They may also have kept a copy.
          </Trans>
        </Step>
        <Step to="/successors">
          <Trans>Change who gets what, or remove someone.</Trans>
        </Step>
        <Step to="/switch">
          <Trans>Give yourself more time or more reminders, if your switch acted too soon.</Trans>
        </Step>
      </ul>
    </Card>
  );
}
