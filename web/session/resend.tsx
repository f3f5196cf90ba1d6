/** Asking again for the email that confirms an address. The response never tells whether such an account exists. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';

function useResend() {
  const [isSent, setSent] = useState(false);
  const {
    run: send,
    isPending,
    error,
  } = useTask(async (email: string) => {
    await answered(api.POST('/auth/resend-verification', { body: { email } }));
    setSent(true);
  });
  return {
    send,
    isPending,
    outcome: (
      <>
        <div role="status">
          {isSent && (
            <p>
              <Trans>
                If an account with this address is waiting to be confirmed, a new email is on its way. Please
                check your spam folder too.
              </Trans>
            </p>
          )}
        </div>
        <ProblemNotice error={error} />
      </>
    ),
  };
}

/** For an address that the web app knows. */
export function Resend({ email }: { email: string }) {
  const { send, isPending, outcome } = useResend();
  return (
    <>
      {outcome}
      <Button look="second" isPending={isPending} onPress={() => send(email)}>
        <Trans>Send the email again</Trans>
      </Button>
    </>
  );
}

/** For an address that is still to be typed. */
export function ResendForm() {
  const { t } = useLingui();
  const { send, isPending, outcome } = useResend();

  return (
    <Form onSubmit={(form) => send(String(form.get('email')))}>
      <TextField label={t`Email address`} name="email" type="email" autoComplete="username" isRequired />
      {outcome}
      <Button type="submit" look="second" isPending={isPending}>
        <Trans>Send a new link</Trans>
      </Button>
    </Form>
  );
}
