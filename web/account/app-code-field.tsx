import { useLingui } from '@lingui/react/macro';
import { TextField } from '../ui/text-field.tsx';

/** Six digits from the authenticator app, as `code` of its form. */
export function AppCodeField({ description }: { description?: string }) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Code shown in the app`}
      {...(description ? { description } : {})}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      validate={(typed) => (/^\d{3} ?\d{3}$/.test(typed.trim()) ? true : t`The code has six digits.`)}
      isRequired
    />
  );
}
