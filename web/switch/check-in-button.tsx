import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch } from './use-switch.ts';

/** Checks the owner in. It needs no keys. */
export function CheckInButton() {
  const [deadline, setDeadline] = useState<string | null | undefined>();

  const {
    run: checkIn,
    isPending,
    error,
  } = useTask(async () => {
    const done = await answered(api.POST('/activity/check-in'));
    setDeadline(done.deadline);
    await refreshSwitch();
  });

  return (
    <div className="stack check-in">
      <Button size="big" isPending={isPending} onPress={checkIn}>
        <Trans>I’m well: check in</Trans>
      </Button>
      <ProblemNotice error={error} onTryAgain={checkIn} />
      {deadline !== undefined && (
        <Notice look="good" announced>
          {deadline === null ? (
            <Trans>Thank you, you’re checked in.</Trans>
          ) : (
            <Trans>
              Thank you, you’re checked in. The next deadline is <Moment at={deadline} />.
            </Trans>
          )}
        </Notice>
      )}
    </div>
  );
}
