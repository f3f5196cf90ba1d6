import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { asSecondFactor } from './second-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';
import { useSession } from './session.ts';

interface ConfirmationDialogProps {
  onConfirmed(): void;
  onCancelled(): void;
}

export default function ConfirmationDialog({ onConfirmed, onCancelled }: ConfirmationDialogProps) {
  const { t } = useLingui();
  const session = useSession();
  const [wantsCode, askForCode] = useState(session.state === 'in' && session.user.twoFactorEnabled);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    setPending(true);
    setError(null);
    try {
      await keys.confirm({ password: String(form.get('password')), ...(code ? asSecondFactor(code) : {}) });
      onConfirmed();
    } catch (problem) {
      // Two-factor authentication was turned on elsewhere in the meantime.
      if (hasCode(problem, 'wrong_two_factor_code') && !wantsCode) askForCode(true);
      else setError(problem);
      setPending(false);
    }
  }

  return (
    <Dialog
      title={<Trans>Confirm that it’s you</Trans>}
      isOpen
      onOpenChange={(isOpen) => isOpen || onCancelled()}
    >
      <p>
        <Trans>
          This changes what protects your vault, so please type your password again. We won’t ask for the next
          15 minutes.
        </Trans>
      </p>
      <Form onSubmit={submit} className="form">
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        {wantsCode && <SecondFactorField />}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" isPending={isPending}>
            <Trans>Confirm</Trans>
          </Button>
          <Button look="quiet" onPress={onCancelled}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
