/** Asking for the email with which a forgotten password can be reset. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { EmailsWait } from './emails-wait.tsx';

export default function ForgotPassword() {
  const { t } = useLingui();
  const {
    run,
    reset,
    result: sentTo,
    isPending,
    error,
  } = useTask(async (form: FormData) => {
    const email = String(form.get('email')).trim();
    await answered(api.POST('/auth/forgot-password', { body: { email } }));
    return email;
  });

  if (sentTo !== undefined)
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
        <EmailsWait />
        <p>
          <Trans>
            No email? Check your spam folder, and check the address for typing mistakes. If you never
            confirmed the address, open an account with it again. If you ask again within 12 minutes, we won’t
            send another email, because the first link still works.
          </Trans>
        </p>
        <p>
          <Trans>While you wait, look for the sheet with your recovery code.</Trans>
        </p>
        <Button look="second" onPress={reset}>
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
        <Trans>We’ll send you a link for choosing a new one.</Trans>
      </p>
      <Notice>
        <Trans>
          A new password lets you log in. To open the vault with it, you also need your recovery code once.
          Without the code, the contents of the vault stay locked.
        </Trans>
      </Notice>
      <Form onSubmit={run}>
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
