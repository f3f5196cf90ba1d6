import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { keys } from '../keys/keys.ts';
import { asSecondFactor } from '../session/second-factor.ts';
import { SecondFactorField } from '../session/second-factor-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { AppCodeField } from './app-code-field.tsx';

interface TwoFactorOnProps {
  onRenewed(codes: string[]): void;
  onOff(): Promise<void>;
}

/** Actions while it is on, one form at a time. */
export function TwoFactorOn({ onRenewed, onOff }: TwoFactorOnProps) {
  const [open, show] = useState<'codes' | 'off' | null>(null);
  return (
    <>
      <PageTitle key="on">
        <Trans>Two-factor authentication</Trans>
      </PageTitle>
      <p className="lead">
        <Trans>It’s on: to log in, you need your password and a code from your app.</Trans>
      </p>
      <div className="stack">
        <Card title={<Trans>New recovery codes</Trans>}>
          <p>
            <Trans>
              In case you didn’t save them, you’ve used most of them, or someone else may have read them.
            </Trans>
          </p>
          {open === 'codes' ? (
            <Renew onRenewed={onRenewed} />
          ) : (
            <Button look="second" onPress={() => show('codes')}>
              <Trans>Make new recovery codes</Trans>
            </Button>
          )}
        </Card>
        <Card title={<Trans>Switch to another phone, or turn off two-factor authentication</Trans>}>
          <p>
            <Trans>
              To move to another phone, turn it off and set it up again. While it’s off, you log in with your
              password alone.
            </Trans>
          </p>
          {open === 'off' ? (
            <TurnOff onOff={onOff} />
          ) : (
            <Button look="danger" onPress={() => show('off')}>
              <Trans>Turn it off</Trans>
            </Button>
          )}
        </Card>
      </div>
    </>
  );
}

const passwordIn = (form: FormData): string => String(form.get('password'));
const codeIn = (form: FormData): string => String(form.get('code')).trim();

function Renew({ onRenewed }: Pick<TwoFactorOnProps, 'onRenewed'>) {
  const { run, isPending, error } = useTask(async (form: FormData) =>
    onRenewed(await keys.renewCodes({ password: passwordIn(form), code: codeIn(form) })),
  );
  return (
    <Form onSubmit={run}>
      <CurrentPasswordField autoFocus />
      <AppCodeField />
      <p>
        <Trans>The old codes stop working.</Trans>
      </p>
      <ProblemNotice error={error} />
      <Button type="submit" isPending={isPending}>
        <Trans>Make new recovery codes</Trans>
      </Button>
    </Form>
  );
}

function TurnOff({ onOff }: Pick<TwoFactorOnProps, 'onOff'>) {
  const { run, isPending, error } = useTask(async (form: FormData) => {
    await keys.disableTwoFactor({ password: passwordIn(form), ...asSecondFactor(codeIn(form)) });
    await onOff();
  });
  return (
    <Form onSubmit={run}>
      <CurrentPasswordField autoFocus />
      <SecondFactorField />
      <ProblemNotice error={error} />
      <Button type="submit" look="danger" isPending={isPending}>
        <Trans>Turn it off</Trans>
      </Button>
    </Form>
  );
}
