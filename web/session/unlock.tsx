/** After a reload or a pause: the session is still there, and the keys are not. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import type { Opened } from '../keys/tasks/account.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { wasLockedWhenIdle } from './idle.ts';
import { IDLE_MINUTES } from './idle-watch.ts';
import { asSecondFactor } from './second-factor.ts';
import { SecondFactorField } from './second-factor-field.tsx';
import SettleKeys from './settle-keys.tsx';

interface UnlockProps {
  /** Whether this has more to say, even if the vault is open already. */
  onSettling(isSettling: boolean): void;
}

export default function Unlock({ onSettling }: UnlockProps) {
  const { t } = useLingui();
  const [wasIdle] = useState(wasLockedWhenIdle);
  const [unsettled, setUnsettled] = useState<Exclude<Opened['state'], 'open'> | null>(null);
  const [wantsCode, askForCode] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    setPending(true);
    setError(null);
    try {
      const { state } = await keys.unlock({
        password: String(form.get('password')),
        ...(code ? asSecondFactor(code) : {}),
      });
      if (state !== 'open') {
        onSettling(true);
        setUnsettled(state);
      }
    } catch (problem) {
      if (hasCode(problem, 'wrong_two_factor_code') && !wantsCode) askForCode(true);
      else setError(problem);
    }
    setPending(false);
  }

  if (unsettled)
    return (
      <div className="narrow">
        <SettleKeys state={unsettled} onOpen={() => onSettling(false)} />
      </div>
    );

  return (
    <div className="narrow">
      <PageTitle>
        <Trans>Unlock your vault</Trans>
      </PageTitle>
      {wasIdle ? (
        <Notice>
          <p>
            <Trans>
              Nobody used this page for {IDLE_MINUTES} minutes, so we locked the vault. You are still logged
              in. Your password opens the vault again.
            </Trans>
          </p>
        </Notice>
      ) : (
        <p>
          <Trans>You are logged in. Your password opens the vault in this browser.</Trans>
        </p>
      )}
      <Form onSubmit={submit} className="form">
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        {wantsCode && <SecondFactorField autoFocus />}
        <ProblemNotice error={error} />
        <Button type="submit" size="big" isPending={isPending}>
          <Trans>Unlock</Trans>
        </Button>
      </Form>
    </div>
  );
}
