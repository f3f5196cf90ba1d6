import { useLingui } from '@lingui/react/macro';
import { ProgressBar } from 'react-aria-components';

/** While something is on its way. It only shows after a moment, so that quick pages don't flicker. */
export function Loading() {
  const { t } = useLingui();
  return (
    <ProgressBar isIndeterminate aria-label={t`Loading`} className="loading">
      <span aria-hidden="true" />
    </ProgressBar>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
}

/** How far a long task is. */
export const Progress = ({ label, done, total }: ProgressProps) => (
  <ProgressBar value={done} maxValue={Math.max(total, 1)} className="progress">
    {({ percentage, valueText }) => (
      <>
        <div className="facts-line">
          <span>{label}</span>
          <span>{valueText}</span>
        </div>
        <progress value={percentage} max={100} aria-hidden="true" />
      </>
    )}
  </ProgressBar>
);
