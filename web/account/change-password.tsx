import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { changedNothing } from '../../client/problem.ts';
import { refresh } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { NewPassword } from '../session/new-password.tsx';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';
import { isFromHere } from './not-sent.ts';

export default function ChangePassword() {
  const { t } = useLingui();
  const session = useSession();
  const confirmed = useConfirmed();
  const [password, setPassword] = useState('');
  const [newPassword, choose] = useState<string | null>(null);
  const { run, isPending, isDone, error } = useTask(async (newPassword: string) => {
    await confirmed(() => keys.replacePassword({ password, newPassword }));
    void refresh('/auth/profile', '/sessions');
  });
  if (session.state !== 'in') return null;

  if (isDone)
    return (
      <div className="narrow">
        <PageTitle key="done">
          <Trans>Your password has been changed</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>Use the new one from now on to log in and open your vault.</Trans>
        </p>
        <p>
          <Trans>
            All other devices have been logged out. Your recovery code stays the same, so keep the sheet. Your
            successors don’t need anything new.
          </Trans>
        </p>
        <ButtonLink href="/account">
          <Trans>Back to your account</Trans>
        </ButtonLink>
      </div>
    );

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>
        <Trans>Change your password</Trans>
      </PageTitle>
      <p>
        <Trans>
          All other devices will be logged out. The contents of your vault and your recovery code stay the
          same.
        </Trans>
      </p>
      <Form onSubmit={() => newPassword !== null && run(newPassword)}>
        <PasswordField
          label={t`Current password`}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <NewPassword
          label={t`New password`}
          personal={[session.user.name, session.user.email]}
          onChange={choose}
        />
        <ProblemNotice error={error} />
        {error !== null && !isFromHere(error) && !changedNothing(error) && (
          <Notice>
            <p>
              <Trans>
                We couldn’t confirm that your password was changed. Try the new one at your next log-in. If it
                is refused, the old one still works.
              </Trans>
            </p>
          </Notice>
        )}
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Change the password</Trans>
        </Button>
      </Form>
    </div>
  );
}
