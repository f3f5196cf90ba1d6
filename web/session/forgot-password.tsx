/** Asking for the email with which a forgotten password can be reset. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'wouter';
import { $api } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';

export default function ForgotPassword() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { mutate, error, isPending } = $api.useMutation('post', '/auth/forgot-password');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    mutate({ body: { email } }, { onSuccess: () => setSentTo(email) });
  }

  if (sentTo !== null)
    return (
      <>
        <PageTitle key="sent">
          <Trans>Check your email</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            If <strong>{sentTo}</strong> has an account, an email is on its way. Its link works once, for an
            hour.
          </Trans>
        </p>
        <p>
          <Trans>
            No email? Look in your spam folder, and check the address for typing mistakes. A second request
            within 12 minutes sends nothing, because the first link still works.
          </Trans>
        </p>
        <p>
          <Trans>Meanwhile, look for the paper with your recovery code.</Trans>
        </p>
        <Button look="second" onPress={() => setSentTo(null)}>
          <Trans>Try another address</Trans>
        </Button>
      </>
    );

  return (
    <>
      <PageTitle key="ask">
        <Trans>Forgot your password?</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>We send you a link with which you choose a new one.</Trans>
      </p>
      <Notice>
        <p>
          <Trans>
            A new password lets you log in. To open the vault with it, you also need your recovery code, once.
            Without it, what is in the vault stays closed.
          </Trans>
        </p>
      </Notice>
      <Form onSubmit={submit} className="form">
        <TextField label={t`Email address`} name="email" type="email" autoComplete="username" isRequired />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Send me the link</Trans>
        </Button>
      </Form>
      <p className="actions">
        <Link href="/log-in">
          <Trans>Back to the log-in page</Trans>
        </Link>
      </p>
    </>
  );
}
