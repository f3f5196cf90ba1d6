import { useLingui } from '@lingui/react/macro';
import { TextField } from '../ui/text-field.tsx';

/** The code of two-factor authentication, as `code` of its form. */
export function SecondFactorField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Code from your authenticator app`}
      description={t`Lost the app? Enter one of its recovery codes instead.`}
      name="code"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      isRequired
    />
  );
}
