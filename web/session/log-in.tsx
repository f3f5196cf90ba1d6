/** Logging in, with a second factor where the account has one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { useLocation, useSearchParams } from 'wouter';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { entered } from './session.ts';

/** Six digits are from the app; anything else is a recovery code for it. */
const asSecondFactor = (typed: string) =>
  /^\d{3} ?\d{3}$/.test(typed) ? { twoFactorCode: typed } : { recoveryCode: typed };

/** Only our own pages. */
const safePath = (next: string | null): string => (next && /^\/(?![/\\])/.test(next) ? next : '/');

export default function LogIn() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [needsCode, askForCode] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    setPending(true);
    setError(null);
    try {
      const { user } = await keys.logIn({
        email: String(form.get('email')),
        password: String(form.get('password')),
        ...(code ? asSecondFactor(code) : {}),
      });
      entered(user);
      navigate(safePath(search.get('next')), { replace: true });
    } catch (problem) {
      if (hasCode(problem, 'two_factor_required') && !needsCode) askForCode(true);
      else setError(problem);
      setPending(false);
    }
  }

  return (
    <>
      <PageTitle>
        <Trans>Log in</Trans>
      </PageTitle>
      <Form onSubmit={submit} className="form">
        <TextField
          label={t`Email address`}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          isReadOnly={needsCode}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          isRequired
          isReadOnly={needsCode}
        />
        {needsCode && (
          <TextField
            label={t`Code from your authenticator app`}
            description={t`Lost the app? Type one of your recovery codes for it instead.`}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            isRequired
          />
        )}
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Log in</Trans>
        </Button>
      </Form>
    </>
  );
}
