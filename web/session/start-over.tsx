/** An empty vault with new keys, for owners who have lost both password and recovery code. */

import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { useConfirmed } from './confirmation.tsx';
import { KeepRecoveryCode } from './keep-recovery-code.tsx';
import { useSession } from './session.ts';

interface StartOverProps {
  /** The account never had keys, so nothing can be lost. */
  isFirst: boolean;
  onDone(): void;
  onBack?(): void;
}

export function StartOver({ isFirst, onDone, onBack }: StartOverProps) {
  const session = useSession();
  const [, navigate] = useLocation();
  const confirmed = useConfirmed();
  const [isUnderstood, understand] = useState(isFirst);
  const { run: prepare, result, isPending, error } = useTask(() => keys.prepareNewKeys());

  if (result && session.state === 'in')
    return (
      <KeepRecoveryCode
        recoveryCode={result.recoveryCode}
        owner={session.user}
        onProven={async () => {
          await confirmed(() => keys.storeNewKeys());
          onDone();
          if (!isFirst) navigate('/successors/new-sheets', { replace: true });
        }}
        doubt={
          <Trans>
            We couldn’t confirm that the code is valid. Keep the sheet and try again. The code stays the same.
          </Trans>
        }
      />
    );

  return (
    <>
      <PageTitle>
        {isFirst ? <Trans>Your vault needs keys</Trans> : <Trans>Start with an empty vault</Trans>}
      </PageTitle>
      {isFirst ? (
        <p>
          <Trans>
            Your account has no keys yet. This browser will now create them, along with a recovery code in
            case you forget your password.
          </Trans>
        </p>
      ) : (
        <>
          <Notice look="problem">
            <p className="title">
              <Trans>The current contents of your vault will stay locked.</Trans>
            </p>
            <p>
              <Trans>
                Without the recovery code, you can’t open it, and neither can the people who run the service.
                Once you ask your successors for new sheets, they can’t open it either.
              </Trans>
            </p>
          </Notice>
          <p>
            <Trans>
              You’ll keep your account, your switch with its settings, and your successors. They’ll need new
              sheets: on the next page, you ask each of them with one button. Before you do this, please look
              once more for the sheet with the code.
            </Trans>
          </p>
          <Checkbox isSelected={isUnderstood} onChange={understand}>
            <Trans>I understand that the current contents of my vault will stay locked.</Trans>
          </Checkbox>
        </>
      )}
      <ProblemNotice error={error} />
      <div className="actions">
        {onBack && (
          <Button look="second" onPress={onBack}>
            <Trans>I’ll look for the code</Trans>
          </Button>
        )}
        <Button
          look={isFirst ? 'main' : 'danger'}
          isDisabled={!isUnderstood}
          isPending={isPending}
          onPress={prepare}
        >
          {isFirst ? <Trans>Create my keys</Trans> : <Trans>Start with an empty vault</Trans>}
        </Button>
      </div>
    </>
  );
}
