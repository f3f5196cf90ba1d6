/** Logging in, with a second factor where the account has one. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, Redirect, useLocation, useSearchParams } from 'wouter';
import { hasCode } from '../api/sentences.ts';
import { part } from '../app/part.tsx';
import { keys } from '../keys/keys.ts';
import type { Opened } from '../keys/tasks/account.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTask } from '../ui/use-task.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { Resend } from './resend.tsx';
import { safePath } from './safe-path.ts';
import { asSecondFactor } from './second-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';
import { recordLogIn, type SessionEnd, useSession } from './session.ts';

/** Few log-ins need it. */
const SettleKeys = part(() => import('./settle-keys.tsx'));

export default function LogIn() {
  const { t } = useLingui();
  const session = useSession();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [unsettled, setUnsettled] = useState<Exclude<Opened['state'], 'open'> | null>(null);
  const [needsCode, askForCode] = useState(false);
  const [email, setEmail] = useState('');
  const next = safePath(search.get('next'), location.origin);

  const { run, isPending, error } = useTask(async (form: FormData) => {
    const password = String(form.get('password'));
    const code = String(form.get('code') ?? '').trim();
    try {
      const { user, opened } = await keys.logIn({ email, password, ...(code ? asSecondFactor(code) : {}) });
      if (opened.state !== 'open') setUnsettled(opened.state);
      recordLogIn(user);
    } catch (problem) {
      if (!hasCode(problem, 'two_factor_required') || needsCode) throw problem;
      askForCode(true);
    }
  });

  if (unsettled) return <SettleKeys state={unsettled} onOpen={() => navigate(next, { replace: true })} />;
  if (session.state === 'in') return <Redirect to={next} replace />;

  return (
    <>
      <PageTitle>
        <Trans>Log in</Trans>
      </PageTitle>
      {session.state === 'out' && <WhyHere left={session.left} />}
      <Form onSubmit={run}>
        <TextField
          label={t`Email address`}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isRequired
          isReadOnly={needsCode}
        />
        <CurrentPasswordField label={t`Password`} isReadOnly={needsCode} />
        {needsCode && <SecondFactorField autoFocus />}
        <ProblemNotice error={error} />
        {hasCode(error, 'email_not_verified') && <Resend email={email} />}
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Log in</Trans>
        </Button>
      </Form>
      <PasskeyButton
        onPress={async () => {
          const { logInWithPasskey } = await import('./passkey.ts');
          recordLogIn(await logInWithPasskey());
        }}
      />
      <p className="actions">
        {needsCode && (
          <Link href="/remove-second-factor">
            <Trans>I have neither the app nor its codes</Trans>
          </Link>
        )}
        <Link href="/forgot-password">
          <Trans>I forgot my password</Trans>
        </Link>
        <Link href="/register">
          <Trans>Open an account</Trans>
        </Link>
      </p>
    </>
  );
}

function WhyHere({ left }: { left: SessionEnd | null }) {
  if (left === null) return null;
  return (
    <Notice announced>
      {left === 'ended' ? (
        <Trans>Your session has ended. Log in again to go back to where you were.</Trans>
      ) : (
        <Trans>You’re logged out, and the vault is locked.</Trans>
      )}
    </Notice>
  );
}
