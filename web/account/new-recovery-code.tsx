import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { refresh } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { KeepRecoveryCode } from '../session/keep-recovery-code.tsx';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { BackToAccount } from './back.tsx';

export default function NewRecoveryCode() {
  const session = useSession();
  const confirmed = useConfirmed();
  const [isDone, finish] = useState(false);
  const { run: prepare, result, isPending, error } = useTask(() => keys.prepareRecoveryCode());
  if (session.state !== 'in') return null;

  if (isDone)
    return (
      <div className="narrow">
        <PageTitle key="done">
          <Trans>Your new recovery code is active</Trans>
        </PageTitle>
        <p className="lead">
          <Trans>If you forget your password, only the new recovery code opens your vault.</Trans>
        </p>
        <p>
          <Trans>Please destroy the sheet that has the old one on it.</Trans>
        </p>
        <ButtonLink href="/account">
          <Trans>Back to your account</Trans>
        </ButtonLink>
      </div>
    );

  if (result)
    return (
      <div className="narrow">
        <KeepRecoveryCode
          recoveryCode={result.recoveryCode}
          owner={session.user}
          onProven={async () => {
            await confirmed(() => keys.storeRecoveryCode());
            void refresh('/auth/profile');
            finish(true);
          }}
          doubt={
            <Trans>
              We couldn’t confirm that your recovery code was changed. Keep both sheets and try again. The
              code stays the same.
            </Trans>
          }
        />
      </div>
    );

  return (
    <div className="narrow">
      <BackToAccount />
      <PageTitle key="start">
        <Trans>A new recovery code</Trans>
      </PageTitle>
      <p>
        <Trans>
          The recovery code opens your vault if you forget your password. Make a new one if you’ve lost the
          sheet, or if someone else may have read it.
        </Trans>
      </p>
      <p>
        <Trans>
          The old code is valid until you’ve shown that you have the new one on paper. The contents of your
          vault stay the same.
        </Trans>
      </p>
      <ProblemNotice error={error} />
      <Button size="big" isPending={isPending} onPress={prepare}>
        <Trans>Make a new code</Trans>
      </Button>
    </div>
  );
}
