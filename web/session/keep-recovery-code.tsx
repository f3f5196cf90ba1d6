/** A new recovery code: shown once, kept by the person, and proven to be kept before it counts. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download, Printer } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { changedNothing } from '../api/problem.ts';
import { groupsToProve, provesGroup } from '../successor/typed-code.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Cancelled } from './confirmation.tsx';
import { type Owner, RecoverySheet } from './recovery-sheet.tsx';
import { saveRecoveryCode } from './save-recovery-code.ts';
import './session.css';

interface KeepRecoveryCodeProps {
  recoveryCode: string;
  owner: Owner;
  /** Makes the code count. */
  onProven(): Promise<void>;
  /** What to do with the code if nobody knows whether it counts. */
  doubt: ReactNode;
}

export function KeepRecoveryCode({ recoveryCode, owner, onProven, doubt }: KeepRecoveryCodeProps) {
  const [madeAt] = useState(() => new Date().toISOString());
  const [asked] = useState(groupsToProve);
  const [isProving, prove] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return isProving ? (
    <Prove {...{ recoveryCode, asked, onProven, doubt }} onBack={() => prove(false)} />
  ) : (
    <Show {...{ recoveryCode, owner, madeAt }} onKept={() => prove(true)} />
  );
}

interface ShowProps {
  recoveryCode: string;
  owner: Owner;
  madeAt: string;
  onKept(): void;
}

function Show({ recoveryCode, owner, madeAt, onKept }: ShowProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(recoveryCode);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  return (
    <>
      <div className="no-print">
        <PageTitle>
          <Trans>Your recovery code</Trans>
        </PageTitle>
      </div>
      <p className="lead no-print">
        <Trans>We show it only now. Print it, or write it down.</Trans>
      </p>
      <RecoverySheet {...{ recoveryCode, owner, madeAt }} />
      <div className="actions no-print">
        <Button look="second" onPress={() => print()}>
          <Printer aria-hidden="true" size={18} />
          <Trans>Print</Trans>
        </Button>
        <Button
          look="second"
          onPress={() => saveRecoveryCode({ recoveryCode, ...owner, madeAt, file: t`recovery code` })}
        >
          <Download aria-hidden="true" size={18} />
          <Trans>Save as a file</Trans>
        </Button>
        <Button look="second" onPress={copy}>
          <Copy aria-hidden="true" size={18} />
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p role="status" className="quiet no-print">
        {copied === true && (
          <Trans>Copied. Paste it where only you can read it, and not beside your password.</Trans>
        )}
        {copied === false && <Trans>Your browser doesn’t let us copy. Please write the code down.</Trans>}
      </p>
      <div className="actions no-print">
        <Button size="big" onPress={onKept}>
          <Trans>I have it on paper</Trans>
        </Button>
      </div>
    </>
  );
}

interface ProveProps extends Pick<KeepRecoveryCodeProps, 'recoveryCode' | 'onProven' | 'doubt'> {
  asked: readonly [number, number];
  onBack(): void;
}

function Prove({ recoveryCode, asked, onProven, doubt, onBack }: ProveProps) {
  const { t } = useLingui();
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const mistaken = asked.filter(
      (group) => !provesGroup(recoveryCode, group, String(form.get(`group ${group}`))),
    );
    setWrong(mistaken);
    setError(null);
    if (mistaken.length > 0) return;
    setPending(true);
    try {
      await onProven();
    } catch (problem) {
      if (!(problem instanceof Cancelled)) setError(problem);
      setPending(false);
    }
  }

  return (
    <>
      <PageTitle>
        <Trans>Do you have it?</Trans>
      </PageTitle>
      <p>
        <Trans>
          To make sure you have it right, please type these two of the nine groups from your paper.
        </Trans>
      </p>
      <Form onSubmit={submit} className="form">
        {asked.map((group, place) => (
          <TextField
            key={group}
            label={t`Group ${group}`}
            name={`group ${group}`}
            maxLength={6}
            autoComplete="off"
            autoCorrect="off"
            spellCheck="false"
            autoFocus={place === 0}
            isRequired
            problem={
              wrong.includes(group) ? (
                <Trans>That differs from the code. Compare it with your paper.</Trans>
              ) : undefined
            }
          />
        ))}
        <ProblemNotice error={error} />
        {error !== null && (
          <Notice>
            <p>
              {changedNothing(error) ? (
                <Trans>
                  Nothing was saved yet, so the code on your paper doesn’t count yet. Try again, or destroy
                  the paper.
                </Trans>
              ) : (
                doubt
              )}
            </p>
          </Notice>
        )}
        <div className="row">
          <Button type="submit" size="big" isPending={isPending}>
            <Trans>Continue</Trans>
          </Button>
          <Button look="quiet" onPress={onBack}>
            <Trans>Show the code again</Trans>
          </Button>
        </div>
      </Form>
    </>
  );
}
