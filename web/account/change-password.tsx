import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { refresh } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { KeepRecoveryCode } from '../session/keep-recovery-code.tsx';
import { NewPassword } from '../session/new-password.tsx';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';
import { isInDoubt } from './in-doubt.ts';

export default function ChangePassword() {
  const { t } = useLingui();
  const session = useSession();
  const confirmed = useConfirmed();
  const [password, setPassword] = useState('');
  const [newPassword, choose] = useState<string | null>(null);
  const [withNewCode, wantNewCode] = useState(false);
  const [recoveryCode, show] = useState<string | null>(null);
  const [isDone, finish] = useState(false);

  async function replace(newPassword: string) {
    await confirmed(() => keys.replacePassword({ password, newPassword, withNewCode }));
    void refresh('/auth/profile', '/sessions');
    finish(true);
  }
  const { run, isPending, error } = useTask(async (newPassword: string) => {
    if (withNewCode) show((await keys.prepareCodeWith({ password })).recoveryCode);
    else await replace(newPassword);
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
          {withNewCode ? (
            <Trans>
              All other devices have been logged out. Your new recovery code is active, so destroy the old
              sheet. Your successors don’t need anything new.
            </Trans>
          ) : (
            <Trans>
              All other devices have been logged out. Your recovery code stays the same, so keep the sheet.
              Your successors don’t need anything new.
            </Trans>
          )}
        </p>
        <ButtonLink href="/account">
          <Trans>Back to your account</Trans>
        </ButtonLink>
      </div>
    );

  if (recoveryCode !== null && newPassword !== null)
    return (
      <div className="narrow">
        <KeepRecoveryCode
          recoveryCode={recoveryCode}
          owner={session.user}
          onProven={() => replace(newPassword)}
          doubt={
            <Trans>
              We couldn’t confirm that your password and your recovery code were changed. Keep both sheets,
              and try the new password at your next log-in. If it is refused, the old password and the old
              code still work.
            </Trans>
          }
        />
      </div>
    );

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle>
        <Trans>Change your password</Trans>
      </PageTitle>
      <p>
        <Trans>All other devices will be logged out. The contents of your vault stay the same.</Trans>
      </p>
      <Form onSubmit={() => newPassword !== null && run(newPassword)}>
        <CurrentPasswordField label={t`Current password`} value={password} onChange={setPassword} />
        <NewPassword
          label={t`New password`}
          personal={[session.user.name, session.user.email]}
          onChange={choose}
        />
        <Checkbox isSelected={withNewCode} onChange={wantNewCode}>
          <Trans>Make a new recovery code too, because someone may know the password or the code</Trans>
        </Checkbox>
        <ProblemNotice error={error} />
        {isInDoubt(error) && (
          <Notice>
            <Trans>
              We couldn’t confirm that your password was changed. Try the new one at your next log-in. If it
              is refused, the old one still works.
            </Trans>
          </Notice>
        )}
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Change the password</Trans>
        </Button>
      </Form>
    </div>
  );
}
