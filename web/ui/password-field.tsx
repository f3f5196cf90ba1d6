import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'lines' | 'after'> {
  /** Tells password managers which password this is. */
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
      // Browsers save the text of other fields on the disk, to restore it with the tab.
      autoComplete={shown ? 'off' : props.autoComplete}
      spellCheck="false"
      autoCorrect="off"
      after={
        <Button
          look="quiet"
          size="small"
          onPress={() => show(!shown)}
          aria-label={shown ? t`Hide password` : t`Show password`}
        >
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </Button>
      }
    />
  );
}

/** The password that the account has now. */
export function CurrentPasswordField(props: Partial<PasswordFieldProps>) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Your password`}
      name="password"
      autoComplete="current-password"
      isRequired
      {...props}
    />
  );
}
