import { Trans } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshSwitch, type SwitchFacts } from './use-switch.ts';

/** Checks the owner in. It needs no keys. */
export function CheckInButton({ settings }: Pick<SwitchFacts, 'settings'>) {
  const {
    run: checkIn,
    isPending,
    error,
    result,
  } = useTask(async () => {
    const done = await answered(api.POST('/activity/check-in'));
    await refreshSwitch();
    return { before: settings, after: done.deadline };
  });
  // A later change, such as a pause, makes it untrue. If the settings couldn't be read again, they're those before.
  const isTrue = result && (settings === result.before || settings.deadline === result.after);

  return (
    <div className="stack check-in">
      <Button size="big" isPending={isPending} onPress={checkIn}>
        <Trans>I’m well: check in</Trans>
      </Button>
      <ProblemNotice error={error} onTryAgain={checkIn} />
      {isTrue && (
        <Notice look="good" announced>
          {result.after === null ? (
            <Trans>Thank you, you’re checked in.</Trans>
          ) : (
            <Trans>
              Thank you, you’re checked in. The next deadline is <Moment at={result.after} />.
            </Trans>
          )}
        </Notice>
      )}
    </div>
  );
}
