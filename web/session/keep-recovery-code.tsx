/** A new recovery code: shown once, and valid once the owner has proven that it is on paper. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { KeepButtons } from '../ui/keep-buttons.tsx';
import { useMoments } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProveCode } from '../ui/prove-code.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useDoubt } from '../ui/use-doubt.ts';
import { Cancelled } from '../ui/use-task.ts';
import { copySecret, useCopying } from '../vault/clipboard.ts';
import { RecoverySheet, type SheetOwner } from './recovery-sheet.tsx';
import { saveRecoveryCode } from './save-recovery-code.ts';
import './session.css';

interface KeepRecoveryCodeProps {
  recoveryCode: string;
  owner: SheetOwner;
  /** Makes the code valid. */
  onProven(): Promise<void>;
  /** What to do with the code if it is unknown whether it is valid. */
  doubt: ReactNode;
}

export function KeepRecoveryCode({ recoveryCode, owner, onProven, doubt }: KeepRecoveryCodeProps) {
  const [madeAt] = useState(() => new Date().toISOString());
  const [isProving, prove] = useState(false);
  const { isInDoubt, attempt } = useDoubt(unlessCancelled);
  async function unlessCancelled() {
    try {
      await onProven();
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
  }
  return (
    <>
      {isProving ? (
        <ProveCode
          code={recoveryCode}
          onProven={attempt}
          onBack={() => prove(false)}
          validity={
            isInDoubt ? (
              doubt
            ) : (
              <Trans>
                Nothing has been saved, so the code on your sheet isn’t valid yet. Try again, or destroy the
                sheet.
              </Trans>
            )
          }
        />
      ) : (
        <Show
          {...{ recoveryCode, owner, madeAt }}
          validity={
            isInDoubt ? (
              doubt
            ) : (
              <Trans>The code on your sheet isn’t valid yet. There’s one more small check.</Trans>
            )
          }
          onKept={() => prove(true)}
        />
      )}
      <UnsavedDialog
        isUnsaved
        what={
          isInDoubt ? (
            doubt
          ) : (
            <Trans>Nothing is saved until you finish here. The code on your sheet isn’t valid yet.</Trans>
          )
        }
        leave={<Trans>Leave the page</Trans>}
      />
    </>
  );
}

interface ShowProps {
  recoveryCode: string;
  owner: SheetOwner;
  madeAt: string;
  /** Says whether the code is valid. */
  validity: ReactNode;
  onKept(): void;
}

function Show({ recoveryCode, owner, madeAt, validity, onKept }: ShowProps) {
  const { t } = useLingui();
  const moment = useMoments();
  const { news, copy } = useCopying(() => copySecret(t`Recovery code`, recoveryCode));

  return (
    <>
      <div className="no-print">
        <PageTitle>
          <Trans>Your recovery code</Trans>
        </PageTitle>
      </div>
      <p className="lead no-print">
        <Trans>We’ll show it only this once. Print it, or write it down.</Trans>
      </p>
      <RecoverySheet {...{ recoveryCode, owner, madeAt }} />
      <KeepButtons
        onSave={() =>
          saveRecoveryCode({
            ...{ recoveryCode, ...owner, madeOn: moment(madeAt, 'day') },
            file: t`recovery code`,
            heading: t`Recovery code for your vault`,
            help: t`If you forget your password, this code opens your vault again: choose “I forgot my password” on the log-in page. Keep this file where only you can read it, and not next to your password.`,
          })
        }
        onCopy={copy}
      />
      <p role="status" className="quiet no-print">
        {news === 'copied' && (
          <Trans>
            Copied. Paste it within a minute where only you can read it, and not next to your password. After
            that, it’s removed from the clipboard.
          </Trans>
        )}
        {news === 'refused' && <Trans>Your browser isn’t letting us copy. Please write the code down.</Trans>}
      </p>
      <p className="no-print">{validity}</p>
      <div className="actions no-print">
        <Button size="big" onPress={onKept}>
          <Trans context="code">I have it on paper</Trans>
        </Button>
      </div>
    </>
  );
}
