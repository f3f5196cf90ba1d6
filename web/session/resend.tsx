import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { $api } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

/** Asks for the email that confirms an address again. The answer never tells whether anybody is waiting for it. */
export function Resend({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = $api.useMutation('post', '/auth/resend-verification', {
    onSuccess: () => setSent(true),
  });
  return (
    <>
      <div role="status">
        {isSent && (
          <p>
            <Trans>
              If an account with this address is waiting to be confirmed, a new email is on its way. Please
              look into the spam folder too.
            </Trans>
          </p>
        )}
      </div>
      <ProblemNotice error={error} />
      <Button look="second" isPending={isPending} onPress={() => mutate({ body: { email } })}>
        <Trans>Send the email again</Trans>
      </Button>
    </>
  );
}
