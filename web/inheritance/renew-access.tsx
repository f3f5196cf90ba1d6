import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { answered, api } from '../api/client.ts';
import { AS_VISITOR } from '../api/visitor.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

/** Asks for a new link. It comes by email only, so that finding an old link gains nobody anything. */
export function RenewAccess({ token }: { token: string }) {
  const [error, setError] = useState<unknown>(null);
  const [state, setState] = useState<'asking' | 'pending' | 'sent'>('asking');

  async function renew() {
    setState('pending');
    setError(null);
    try {
      await answered(api.POST('/handover/renew-access', { body: { token }, ...AS_VISITOR }));
      setState('sent');
    } catch (problem) {
      setError(problem);
      setState('asking');
    }
  }

  if (state === 'sent') {
    return (
      <Notice look="good" announced>
        <p>
          <Trans>
            If there is something for you to read, we’ve sent a new link to your email address. It can take a
            few minutes.
          </Trans>
        </p>
      </Notice>
    );
  }
  return (
    <>
      <p>
        <Trans>If you had access before, we can email you a new link.</Trans>
      </p>
      <ProblemNotice error={error} />
      <div className="actions">
        <Button onPress={renew} isPending={state === 'pending'}>
          <Trans>Send me a new link</Trans>
        </Button>
      </div>
    </>
  );
}
