import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { refreshPeople, type Successor } from './succession.ts';

/** Sends the invitation again. */
export function ResendInvitation({ successor: { id, name, email } }: { successor: Successor }) {
  const [isSent, setSent] = useState(false);
  const { run, isPending, error } = useTask(async () => {
    try {
      await answered(api.POST('/successors/{id}/resend-verification', { params: { path: { id } } }));
      setSent(true);
    } catch (problem) {
      void refreshPeople();
      throw problem;
    }
  });

  return (
    <>
      {isSent && (
        <Notice look="good" announced>
          <Trans>
            We’re writing to {name} at {email} again.
          </Trans>
        </Notice>
      )}
      <ProblemNotice error={error} />
      <Button look="second" onPress={run} isPending={isPending}>
        <Trans>Send the email again</Trans>
      </Button>
    </>
  );
}
