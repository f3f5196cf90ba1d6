/** /remove-second-factor: asking for the link without a token, and with one, proving the recovery code. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { useLinkToken } from '../app/link-token.ts';
import { keys } from '../keys/keys.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { isLinkProblem } from './link-problem.ts';

export default function RemoveSecondFactor() {
  const token = useLinkToken();
  const [wantsNew, wantNew] = useState(false);
  return token && !wantsNew ? <Prove token={token} onNew={() => wantNew(true)} /> : <Ask />;
}

const ResetFirst = () => (
  <Notice>
    <Trans>
      Didn’t you turn it on yourself? Then reset your password first. Otherwise someone who knows it can log
      in and stop you.
    </Trans>
  </Notice>
);

function Ask() {
  const { t } = useLingui();
  const { run, isPending, isDone, error } = useTask((form: FormData) => {
    const email = String(form.get('email')).trim();
    return answered(api.POST('/auth/2fa/removal/request', { body: { email } }));
  });

  if (isDone)
    return (
      <>
        <PageTitle key="sent">
          <Trans>Check your email</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            If this address has an account with two-factor authentication, an email is on its way. Its link
            works for seven days. Please look for the sheet with your recovery code.
          </Trans>
        </p>
        <ResetFirst />
      </>
    );
  return (
    <>
      <PageTitle key="ask">
        <Trans>Remove your second factor</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>
          Without the app and its recovery codes, you can still remove the second factor. You need access to
          your mailbox and the recovery code of your vault, and it takes three days.
        </Trans>
      </p>
      <ResetFirst />
      <Form onSubmit={run}>
        <TextField label={t`Email address`} name="email" type="email" autoComplete="username" isRequired />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Send me the link</Trans>
        </Button>
      </Form>
    </>
  );
}

function Prove({ token, onNew }: { token: string; onNew(): void }) {
  const { t } = useLingui();
  const { run, result, isPending, error } = useTask((form: FormData) =>
    keys.removeSecondFactor({ token, recoveryCode: String(form.get('code')) }),
  );

  if (result?.removed)
    return (
      <>
        <PageTitle key="removed">
          <Trans>Your second factor has been removed</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>We’ve logged out all your devices. Your password is now enough to log in.</Trans>
        </p>
        <ButtonLink size="big" href="/log-in">
          <Trans>Log in</Trans>
        </ButtonLink>
      </>
    );
  if (result?.removableAt)
    return (
      <>
        <PageTitle key="wait">
          <Trans>Please come back in three days</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>
            The recovery code is right. After <Moment at={result.removableAt} />, open the link in our email
            again and enter the code once more.
          </Trans>
        </p>
        <p>
          <Trans>Until then, logging in with the second factor stops this.</Trans>
        </p>
        <ResetFirst />
      </>
    );
  if (isLinkProblem(error))
    return (
      <>
        <PageTitle key="bad">
          <Trans>This link doesn’t work</Trans>
        </PageTitle>
        <p>
          <Trans>
            It may be too old, or someone has since logged in with the second factor. In that case, ask for a
            new one.
          </Trans>
        </p>
        <Button onPress={onNew}>
          <Trans>Ask for a new link</Trans>
        </Button>
      </>
    );
  return (
    <>
      <PageTitle key="code">
        <Trans>Enter your recovery code</Trans>
      </PageTitle>
      <p>
        <Trans>The recovery code of your vault, which you printed or wrote down, proves that it’s you.</Trans>
      </p>
      <Form onSubmit={run}>
        <CodeField label={t`Recovery code`} name="code" autoFocus />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Continue</Trans>
        </Button>
      </Form>
    </>
  );
}
