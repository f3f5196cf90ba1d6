/** Says whether a sheet is valid after the service refused or didn't answer. */
import { Trans } from '@lingui/react/macro';

export function SheetValidity({ isInDoubt, isReplacing }: { isInDoubt: boolean; isReplacing: boolean }) {
  if (!isInDoubt)
    return (
      <Trans>
        The sheet isn’t valid yet. You can try again here. If it doesn’t work today, destroy the sheet and
        start over with the link in our email.
      </Trans>
    );
  if (isReplacing)
    return (
      <Trans>
        We couldn’t confirm which sheet is valid, this one or the previous one. Keep both, and press the
        button again in a moment.
      </Trans>
    );
  return (
    <Trans>
      We couldn’t confirm that the sheet is valid. Keep it, and press the button again in a moment.
    </Trans>
  );
}
