/** After a reload or a pause: the session is still there, and the keys are not. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

export default function Unlock() {
  const { t } = useLingui();
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setPending(true);
    setError(null);
    try {
      await keys.unlock({ password });
    } catch (problem) {
      setError(problem);
    }
    setPending(false);
  }

  return (
    <div className="narrow">
      <PageTitle>
        <Trans>Unlock your vault</Trans>
      </PageTitle>
      <p>
        <Trans>You are logged in. Your password opens the vault in this browser.</Trans>
      </p>
      <Form onSubmit={submit} className="form">
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Unlock</Trans>
        </Button>
      </Form>
    </div>
  );
}
