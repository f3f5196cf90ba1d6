/** Asks a logged-in owner for the password, and for the second factor if the service wants it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Problem } from '../../client/problem.ts';
import type { TypedPassword } from '../keys/tasks/account.ts';
import { Form } from '../ui/form.tsx';
import { CurrentPasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { asSecondFactor } from './second-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';

interface PasswordFormProps {
  onTyped(typed: TypedPassword): Promise<void>;
  /** Whether it asks for the second factor from the beginning. */
  withCode?: boolean;
  /** The buttons. */
  children: (isPending: boolean) => ReactNode;
}

const lacksCode = (problem: unknown): boolean =>
  problem instanceof Problem && problem.errors.some(({ path }) => path === 'body.token');

export function PasswordForm({ onTyped, withCode = false, children }: PasswordFormProps) {
  const { t } = useLingui();
  const [wantsCode, askForCode] = useState(false);
  const { run, isPending, error } = useTask(async (form: FormData) => {
    const code = String(form.get('code') ?? '').trim();
    try {
      await onTyped({ password: String(form.get('password')), ...(code ? asSecondFactor(code) : {}) });
    } catch (problem) {
      if (!lacksCode(problem)) throw problem;
      askForCode(true);
    }
  });

  return (
    <Form onSubmit={run}>
      <CurrentPasswordField label={t`Password`} autoFocus />
      {wantsCode && (
        <p role="status">
          <Trans>The password alone isn’t enough here. Please enter a code as well.</Trans>
        </p>
      )}
      {(withCode || wantsCode) && <SecondFactorField autoFocus={wantsCode} />}
      <ProblemNotice error={error} />
      {children(isPending)}
    </Form>
  );
}
