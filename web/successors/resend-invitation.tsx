import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { answered, api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { refreshPeople, type Successor } from './succession.ts';

/** Sends the invitation again. */
export function ResendInvitation({ successor: { id, name, email } }: { successor: Successor }) {
  const [isPending, setPending] = useState(false);
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function send() {
    setPending(true);
    setError(null);
    try {
      await answered(api.POST('/successors/{id}/resend-verification', { params: { path: { id } } }));
      setSent(true);
    } catch (problem) {
      setError(problem);
      void refreshPeople();
    }
    setPending(false);
  }

  return (
    <>
      {isSent && (
        <Notice look="good" announced>
          <p>
            <Trans>
              We’re writing to {name} at {email} again. The newest link counts.
            </Trans>
          </p>
        </Notice>
      )}
      <ProblemNotice error={error} />
      <Button look="second" onPress={send} isPending={isPending}>
        <Trans>Send the email again</Trans>
      </Button>
    </>
  );
}
