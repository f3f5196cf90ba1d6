import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Progress } from '../ui/loading.tsx';

export interface KeyRenewalProgress {
  done: number;
  total: number;
}

/** The progress of giving the vault new keys. Nothing changes until everything has arrived at the service. */
export function NewKeysProgress({ done, total }: KeyRenewalProgress) {
  const { t } = useLingui();
  return (
    <div role="status">
      {total > 0 && <Progress label={t`Giving the vault new keys`} done={done} total={total} />}
      <p className="quiet">
        {done > 0 && done === total ? (
          <Trans>Sending everything. Please leave this page open.</Trans>
        ) : (
          <Trans>Please leave this page open. If you’re interrupted, nothing will have changed.</Trans>
        )}
      </p>
    </div>
  );
}

/** Holds the progress of a task. */
export function useCount(): [KeyRenewalProgress, (done: number, total: number) => void] {
  const [count, setCount] = useState<KeyRenewalProgress>({ done: 0, total: 0 });
  return [count, (done, total) => setCount({ done, total })];
}
