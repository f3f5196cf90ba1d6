/** After a reset of the password: the recovery code opens the vault. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { isOfLaterFormat } from '../ui/typed-code.ts';
import { useTask } from '../ui/use-task.ts';
import { useConfirmed } from './confirmation.tsx';
import { SealAgain } from './older-keys.tsx';
import { AskAboutOlderKeys } from './rolled-back.tsx';

interface RecoverVaultProps {
  onDone(): void;
  onStartOver(): void;
}

export function RecoverVault({ onDone, onStartOver }: RecoverVaultProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [step, go] = useState<'code' | 'older' | 'later format' | 'rolled back' | 'done' | 'older is back'>(
    'code',
  );
  const [recoveryCode, setCode] = useState('');
  const {
    run: recover,
    reset,
    isPending,
    error,
  } = useTask(async (code: string, older: boolean) => {
    try {
      await confirmed(() => keys.recover({ recoveryCode: code, older }));
      go(older ? 'older is back' : 'done');
    } catch (problem) {
      if (older) throw problem;
      if (hasCode(problem, 'recovery_code_replaced')) go('older');
      // Of the keys, unless it is the code itself.
      else if (hasCode(problem, 'format_unknown') && !isOfLaterFormat(code)) go('later format');
      else if (hasCode(problem, 'bundle_rolled_back')) go('rolled back');
      else throw problem;
    }
  });

  function submit(form: FormData) {
    const code = String(form.get('code'));
    setCode(code);
    return recover(code, false);
  }

  if (step === 'done' || step === 'older is back')
    return (
      <>
        <PageTitle>
          <Trans>Your vault is open</Trans>
        </PageTitle>
        <p className="lead">
          {step === 'done' ? (
            <Trans>
              The recovery code is right, and nothing was lost. Your new password now opens the vault.
            </Trans>
          ) : (
            <Trans>The older keys are back. Your new password now opens the vault.</Trans>
          )}
        </p>
        {step === 'older is back' && <SealAgain />}
        <p>
          <Trans>Keep the sheet with the code. It’s still valid.</Trans>
        </p>
        <Button size="big" onPress={onDone}>
          <Trans>Continue</Trans>
        </Button>
      </>
    );

  if (step === 'rolled back')
    return (
      <AskAboutOlderKeys isPending={isPending} error={error} onAccept={() => recover(recoveryCode, true)} />
    );

  const putOlderBack = (
    <Button look="danger" isPending={isPending} onPress={() => recover(recoveryCode, true)}>
      <Trans>Put the older keys back</Trans>
    </Button>
  );

  if (step === 'later format')
    return (
      <>
        <PageTitle key="later format">
          <Trans>Your keys were changed</Trans>
        </PageTitle>
        <Notice>
          <Trans>
            A newer version of this page has changed your keys, or someone has replaced them. Your code may
            open an older copy of them. Entries and successors added since then may not work with it.
          </Trans>
        </Notice>
        <p>
          <Trans>Please reload the page first, and then unlock the vault.</Trans>
        </p>
        <ProblemNotice error={error} />
        <div className="actions">
          <Button onPress={() => location.reload()}>
            <Trans>Reload</Trans>
          </Button>
          {putOlderBack}
        </div>
      </>
    );

  if (step === 'older')
    return (
      <>
        <PageTitle key="older">
          <Trans>This is an earlier code</Trans>
        </PageTitle>
        <Notice>
          <Trans>
            You’ve since made a newer recovery code. This one opens only an older copy of your keys. Entries
            and successors added since then may not work with it.
          </Trans>
        </Notice>
        <p>
          <Trans>Please look for the newer sheet first.</Trans>
        </p>
        <ProblemNotice error={error} />
        <div className="actions">
          <Button
            onPress={() => {
              reset();
              go('code');
            }}
          >
            <Trans>Enter the newer code</Trans>
          </Button>
          {putOlderBack}
        </div>
      </>
    );

  return (
    <>
      <PageTitle key="code">
        <Trans>Enter your recovery code</Trans>
      </PageTitle>
      <p>
        <Trans>
          Your password was reset, so it can’t open the vault on its own. The recovery code you printed or
          wrote down can. Nothing in the vault was deleted.
        </Trans>
      </p>
      <Form onSubmit={submit}>
        <CodeField label={t`Recovery code`} name="code" autoFocus />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Open the vault</Trans>
        </Button>
      </Form>
      <p className="actions">
        <Button look="quiet" onPress={onStartOver}>
          <Trans>I no longer have the code</Trans>
        </Button>
      </p>
    </>
  );
}
