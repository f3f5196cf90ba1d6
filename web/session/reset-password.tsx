/** The page behind the link for a forgotten password. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hasCode } from '../api/sentences.ts';
import { useLinkToken } from '../app/link-token.ts';
import { keys } from '../keys/keys.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useDoubt } from '../ui/use-doubt.ts';
import { useTask } from '../ui/use-task.ts';
import { isLinkProblem } from './link-problem.ts';
import { NewPassword } from './new-password.tsx';

export default function ResetPassword() {
  const { t } = useLingui();
  const token = useLinkToken();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState<string | null>(null);
  const { isInDoubt, attempt } = useDoubt(async (chosen: string) => {
    await keys.resetPassword({ token, email, password: chosen });
  });
  const { run, isPending, isDone, error } = useTask(attempt);
  const isOtherAddress = hasCode(error, 'validation_failed');
  const wasUsed = hasCode(error, 'token_used');

  if (isDone)
    return (
      <>
        <PageTitle key="done">
          <Trans>Your password has been changed</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>Log in with it, and have your recovery code ready.</Trans>
        </p>
        <p>
          <Trans>
            We’ve logged out all your devices. For the next seven days, the account can’t be deleted.
          </Trans>
        </p>
        <ButtonLink size="big" href="/log-in">
          <Trans>Log in</Trans>
        </ButtonLink>
      </>
    );

  if (!token || isLinkProblem(error))
    return (
      <>
        <PageTitle key="bad">
          {wasUsed ? (
            <Trans>This link has already been used</Trans>
          ) : hasCode(error, 'token_expired') ? (
            <Trans>This link has expired</Trans>
          ) : (
            <Trans>This link doesn’t work</Trans>
          )}
        </PageTitle>
        <p>
          {/* An earlier try may have changed the password, and only its response got lost. */}
          {wasUsed ? (
            <Trans>
              Your new password may already be valid, so try to log in with it. If it is refused, ask for a
              new link.
            </Trans>
          ) : (
            <Trans>
              A link to choose a new password works once, within one hour. Some email programs break long
              links in two: make sure you open the whole link, or ask for a new one.
            </Trans>
          )}
        </p>
        <p className="actions">
          {wasUsed && (
            <ButtonLink href="/log-in">
              <Trans>Log in</Trans>
            </ButtonLink>
          )}
          <ButtonLink look={wasUsed ? 'second' : 'main'} href="/forgot-password">
            <Trans>Ask for a new link</Trans>
          </ButtonLink>
        </p>
      </>
    );

  return (
    <>
      <PageTitle key="ask">
        <Trans>Choose a new password</Trans>
      </PageTitle>
      <Notice>
        <Trans>
          The new password lets you log in. To open the vault with it, enter your recovery code once. We don’t
          delete anything.
        </Trans>
      </Notice>
      <Form onSubmit={() => password !== null && run(password)}>
        <TextField
          label={t`Email address`}
          description={t`The address of your account, to which we sent the link.`}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={setEmail}
          problem={
            isOtherAddress ? (
              <Trans>The link was sent to a different address. Please check it.</Trans>
            ) : undefined
          }
          isRequired
        />
        <NewPassword label={t`New password`} personal={[email]} onChange={setPassword} />
        <ProblemNotice error={isOtherAddress ? null : error} />
        {isInDoubt && (
          <Notice>
            <Trans>
              We couldn’t confirm that your password was changed. Press the button again, or try to log in
              with the new one.
            </Trans>
          </Notice>
        )}
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Change my password</Trans>
        </Button>
      </Form>
      <p className="quiet actions">
        <Trans>If you didn’t ask for this, close this page. Your password won’t change.</Trans>
      </p>
    </>
  );
}
