import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { $api } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { AppCodeField } from './app-code-field.tsx';

interface Secret {
  secret: string;
  otpauthUrl: string;
}

export function TwoFactorSetUp({ onEnabled }: { onEnabled(recoveryCodes: string[]): void }) {
  const [made, setMade] = useState<Secret | null>(null);
  return made ? <Scan {...made} onEnabled={onEnabled} /> : <Begin onMade={setMade} />;
}

function Begin({ onMade }: { onMade(secret: Secret): void }) {
  const { t } = useLingui();
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setPending(true);
    setError(null);
    try {
      onMade(await keys.setUpTwoFactor({ password }));
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  }

  return (
    <>
      <PageTitle key="begin">
        <Trans>Two-factor authentication</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>It is off. Anybody who learns your password can log in as you.</Trans>
      </p>
      <p>
        <Trans>
          With it, logging in also takes six digits from an app on your phone, which change every half minute.
          Any authenticator app will do, such as Aegis, 2FAS or the one of your password manager.
        </Trans>
      </p>
      <Form onSubmit={submit} className="form">
        <PasswordField label={t`Your password`} name="password" autoComplete="current-password" isRequired />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Set it up</Trans>
        </Button>
      </Form>
    </>
  );
}

function Scan({ secret, otpauthUrl, onEnabled }: Secret & { onEnabled(recoveryCodes: string[]): void }) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const { mutateAsync, error, isPending } = $api.useMutation('post', '/auth/2fa/enable', {
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('code')).trim();
    // The mutation keeps the error for the notice.
    void confirmed(() => mutateAsync({ body: { token } })).catch(() => undefined);
  }

  return (
    <>
      <PageTitle key="scan">
        <Trans>Connect your app</Trans>
      </PageTitle>
      <p>
        <Trans>Open the authenticator app, add an account, and scan this picture.</Trans>
      </p>
      <QrCode text={otpauthUrl} label={t`QR code for the authenticator app`} />
      <p className="secret">
        <Trans>
          On the same phone? <a href={otpauthUrl}>Open the app</a>, or type this key into it:
        </Trans>
        <code className="block">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form onSubmit={submit} className="form">
        <AppCodeField description={t`Nothing is on until the app and we agree.`} />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Turn it on</Trans>
        </Button>
      </Form>
    </>
  );
}
