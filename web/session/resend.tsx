/** Asking again for the email that confirms an address. The answer never tells whether anybody waits for it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { $api } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';

function useResend() {
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = $api.useMutation('post', '/auth/resend-verification', {
    onSuccess: () => setSent(true),
  });
  return {
    send: (email: string) => mutate({ body: { email } }),
    isPending,
    outcome: (
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

/** For an address that somebody has yet to type. */
export function ResendForm() {
  const { t } = useLingui();
  const { send, isPending, outcome } = useResend();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(String(new FormData(event.currentTarget).get('email')));
  }

  return (
    <Form onSubmit={submit} className="form">
      <TextField label={t`Email address`} name="email" type="email" autoComplete="username" isRequired />
      {outcome}
      <Button type="submit" look="second" isPending={isPending}>
        <Trans>Send a new link</Trans>
      </Button>
    </Form>
  );
}
