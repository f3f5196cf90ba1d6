/** What a sheet is worth after the service did not say that it counts. */
import { Trans } from '@lingui/react/macro';
import { changedNothing } from '../../client/problem.ts';

export function SheetsWorth({ error, isReplacing }: { error: unknown; isReplacing: boolean }) {
  if (changedNothing(error))
    return (
      <Trans>
        The sheet doesn’t count yet. You can try again here. If it doesn’t work today, destroy the sheet and
        start anew with the link in our email.
      </Trans>
    );
  if (isReplacing)
    return (
      <Trans>
        We don’t know whether this sheet or the one before counts. Keep both, and press the button again in a
        moment.
      </Trans>
    );
  return (
    <Trans>
      We don’t know whether the sheet counts already. Keep it, and press the button again in a moment.
    </Trans>
  );
}
