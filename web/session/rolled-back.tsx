/** The only keys that open are older than this browser has seen. */

import { Trans } from '@lingui/react/macro';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useConfirmed } from './confirmation.tsx';
import { SealAgain } from './older-keys.tsx';

export function RolledBack({ onDone }: { onDone(): void }) {
  const confirmed = useConfirmed();
  const { run: accept, isPending, isDone, error } = useTask(() => confirmed(() => keys.acceptOlderKeys()));

  if (isDone)
    return (
      <>
        <PageTitle key="done">
          <Trans>The older keys are in use</Trans>
        </PageTitle>
        <SealAgain />
        <Button size="big" onPress={onDone}>
          <Trans>Continue</Trans>
        </Button>
      </>
    );

  return <AskAboutOlderKeys isPending={isPending} error={error} onAccept={accept} />;
}

interface AskAboutOlderKeysProps {
  isPending: boolean;
  error: unknown;
  onAccept(): void;
}

/** What it means, and when to go on. */
export const AskAboutOlderKeys = ({ isPending, error, onAccept }: AskAboutOlderKeysProps) => (
  <>
    <PageTitle key="rolled back">
      <Trans>Your keys are older than before</Trans>
    </PageTitle>
    <p>
      <Trans>
        The newest keys that still open are older than those this browser last used. This happens when the
        service has been restored from a backup. It may also mean that someone is trying to undo a change of
        yours, such as a new password or the removal of a successor.
      </Trans>
    </p>
    <p>
      <Trans>
        Only continue if you know that a backup was restored. If you don’t, ask the people who run the service
        first.
      </Trans>
    </p>
    <ProblemNotice error={error} />
    <div className="actions">
      <Button size="big" isPending={isPending} onPress={onAccept}>
        <Trans>A backup was restored: use the older keys</Trans>
      </Button>
    </div>
  </>
);
