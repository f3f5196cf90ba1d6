/** The password is right, but only an older copy of the keys opens. */

import { Trans } from '@lingui/react/macro';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useConfirmed } from './confirmation.tsx';

export function OlderKeys({ onDone }: { onDone(): void }) {
  const confirmed = useConfirmed();
  const { run: putBack, isPending, isDone, error } = useTask(() => confirmed(() => keys.putOlderKeysBack()));

  if (isDone)
    return (
      <>
        <PageTitle key="done">
          <Trans>The older keys are back</Trans>
        </PageTitle>
        <SealAgain />
        <Button size="big" onPress={onDone}>
          <Trans>Continue</Trans>
        </Button>
      </>
    );

  return (
    <>
      <PageTitle key="ask">
        <Trans>Your keys were changed</Trans>
      </PageTitle>
      <p>
        <Trans>
          Your password is right, but it doesn’t open the keys stored for you now. They’re damaged, someone
          has replaced them, or a newer version of this page has changed them. Please reload the page first.
          If that doesn’t help, your password does open an older copy of your keys.
        </Trans>
      </p>
      <p>
        <Trans>
          If you put the older keys back, entries and successors added since then may not work. If you didn’t
          change anything yourself, change your password afterwards.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button size="big" isPending={isPending} onPress={putBack}>
          <Trans>Put the older keys back</Trans>
        </Button>
      </div>
    </>
  );
}

/** Anything sealed later than the older keys may need other secrets. */
export const SealAgain = () => (
  <p>
    <Trans>
      If you have successors, open “Successors” and “Who gets what”, and choose “Check and save”, even if
      nothing has changed there. What was prepared for them may not fit these keys.
    </Trans>
  </p>
);
