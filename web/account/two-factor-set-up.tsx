import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { answered } from '../../client/api.ts';
import { api } from '../api/client.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { useTask } from '../ui/use-task.ts';
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
  const { run, isPending, error } = useTask(async (form: FormData) =>
    onMade(await keys.setUpTwoFactor({ password: String(form.get('password')) })),
  );

  return (
    <>
      <PageTitle key="begin">
        <Trans>Two-factor authentication</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>It’s off. Anyone who learns your password can log in as you.</Trans>
      </p>
      <p>
        <Trans>
          With it, you also need six digits from an app on your phone to log in. They change every 30 seconds.
          Any authenticator app will do, such as Aegis, 2FAS or the one in your password manager.
        </Trans>
      </p>
      <Form onSubmit={run}>
        <CurrentPasswordField />
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
  const { run, isPending, error } = useTask(async (form: FormData) => {
    const token = String(form.get('code')).trim();
    const enabled = await confirmed(() => answered(api.POST('/auth/2fa/enable', { body: { token } })));
    onEnabled(enabled.recoveryCodes);
  });

  return (
    <>
      <PageTitle key="scan">
        <Trans>Connect your app</Trans>
      </PageTitle>
      <p>
        <Trans>Open the authenticator app, add an account and scan this picture.</Trans>
      </p>
      <QrCode text={otpauthUrl} label={t`QR code for the authenticator app`} />
      <p className="secret">
        <Trans>
          On the same phone? <a href={otpauthUrl}>Open the app</a>, or enter this key in it:
        </Trans>
        <code className="block">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form onSubmit={run}>
        <AppCodeField description={t`Two-factor authentication starts once you enter a valid code.`} />
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Turn it on</Trans>
        </Button>
      </Form>
    </>
  );
}
