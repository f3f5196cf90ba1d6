import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useLocale } from 'react-aria-components';

/** While something is on its way. It only shows after a moment, so that quick pages don't flicker. */
export function Loading() {
  const { t } = useLingui();
  return (
    <div role="progressbar" aria-label={t`Loading`} className="loading">
      <span aria-hidden="true" />
    </div>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
}

/** How far a long task is. */
export function Progress({ label, done, total }: ProgressProps) {
  const { locale } = useLocale();
  const id = useId();
  const share = Math.min(1, done / Math.max(total, 1));
  return (
    <div className="progress">
      <div className="facts-line">
        <span id={id}>{label}</span>
        <span>{share.toLocaleString(locale, { style: 'percent' })}</span>
      </div>
      <progress aria-labelledby={id} value={share} />
    </div>
  );
}
