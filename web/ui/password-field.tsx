import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'lines' | 'after'> {
  /** Tells password managers what it is. */
  autoComplete: 'current-password' | 'new-password' | 'off';
}

/** A password that can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui();
  const [shown, show] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck="false"
      autoCorrect="off"
      after={
        <ToggleButton
          className="button quiet small"
          isSelected={shown}
          onChange={show}
          aria-label={t`Show password`}
        >
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </ToggleButton>
      }
    />
  );
}
