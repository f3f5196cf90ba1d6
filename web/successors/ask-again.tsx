import { Trans } from '@lingui/react/macro';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import type { Successor } from './succession.ts';

/** What to do about someone who hasn't answered our question for a month. */
export function AskAgain({ successor: { id, name } }: { successor: Successor }) {
  const { run, isPending, isDone, error } = useTask(() =>
    answered(api.POST('/successors/{id}/contact-question', { params: { path: { id } } })),
  );
  return (
    <>
      <p>
        <Trans>
          For a month, {name} hasn’t told us whether our emails still arrive. Call them. If they no longer
          read mail there, change the address or add a second one.
        </Trans>
      </p>
      {isDone && (
        <Notice look="good" announced>
          <Trans>We’re asking {name} again.</Trans>
        </Notice>
      )}
      <ProblemNotice error={error} />
      <Button look="second" onPress={() => run()} isPending={isPending}>
        <Trans>Ask again</Trans>
      </Button>
    </>
  );
}
