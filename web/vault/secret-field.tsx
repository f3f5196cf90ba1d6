/** A secret to be filled in: covered, until it is asked for. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

interface SecretFieldProps {
  label: string;
  description?: ReactNode;
  value: string;
  onChange(value: string): void;
}

export function SecretField({ label, value, ...props }: SecretFieldProps) {
  const { t } = useLingui();
  const [isShown, show] = useState(false);
  const [isLong] = useState(value.includes('\n'));
  return (
    <TextField
      {...props}
      label={label}
      // A single-line field would lose the other lines, so a text of several can't be changed while it's covered.
      value={isLong && !isShown ? '••••••••••' : value}
      isReadOnly={isLong && !isShown}
      type={isShown ? 'text' : 'password'}
      lines={isLong && isShown ? 6 : 1}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      after={
        <Button
          look="quiet"
          size="small"
          onPress={() => show(!isShown)}
          aria-label={isShown ? t`Hide: ${label}` : t`Show: ${label}`}
        >
          {isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </Button>
      }
    />
  );
}
