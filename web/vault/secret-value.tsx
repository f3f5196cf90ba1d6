/** Values that are covered until they are asked for, and that can be copied. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copySecret, copyText, useCopying } from './clipboard.ts';

const THANKS_MS = 2_000;

interface CopyButtonProps {
  /** What is copied. */
  label: string;
  text: string;
  /** It leaves the clipboard after a minute. */
  isSecret?: boolean;
}

export function CopyButton({ label, text, isSecret = false }: CopyButtonProps) {
  const { t } = useLingui();
  const { news, setNews, copy } = useCopying(() => (isSecret ? copySecret(label, text) : copyText(text)));
  useEffect(() => {
    if (news === null) return;
    const timer = setTimeout(() => setNews(null), THANKS_MS);
    return () => clearTimeout(timer);
  }, [news, setNews]);
  const names = { copied: t`Copied: ${label}`, refused: t`Your browser didn’t allow it: ${label}` };
  return (
    <Button
      look="quiet"
      size="small"
      onPress={copy}
      aria-label={news === null ? t`Copy: ${label}` : names[news]}
    >
      {news === 'copied' ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
      <span aria-live="polite">
        {news === 'copied' ? (
          <Trans>Copied</Trans>
        ) : news === 'refused' ? (
          <Trans>Your browser didn’t allow it</Trans>
        ) : (
          <Trans>Copy</Trans>
        )}
      </span>
    </Button>
  );
}

/** In place of a secret. */
export const CoveredValue = ({ className }: { className: string }) => (
  <span className={className}>
    <span aria-hidden="true">••••••••••</span>
    <span className="visually-hidden">
      <Trans>hidden</Trans>
    </span>
  </span>
);

export function SecretValue({ label, value }: { label: string; value: string }) {
  const { t } = useLingui();
  const [isShown, show] = useState(false);
  return (
    <div className="value-line">
      {isShown ? <code className="value lines">{value}</code> : <CoveredValue className="value covered" />}
      <Button
        look="quiet"
        size="small"
        onPress={() => show(!isShown)}
        aria-label={isShown ? t`Hide: ${label}` : t`Show: ${label}`}
      >
        {isShown ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
        <span>{isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}</span>
      </Button>
      <CopyButton label={label} text={value} isSecret />
    </div>
  );
}
