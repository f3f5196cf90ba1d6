/** The question before a log-out that drops what isn't saved. */
import { Trans } from '@lingui/react/macro';
import { ActDialog } from '../ui/act-dialog.tsx';

interface LogOutDialogProps {
  work(): Promise<void>;
  onClosed(): void;
}

export default function LogOutDialog({ work, onClosed }: LogOutDialogProps) {
  return (
    <ActDialog
      title={<Trans>Log out without saving?</Trans>}
      label={<Trans>Log out</Trans>}
      look="danger"
      keep={<Trans>Stay here</Trans>}
      mustAnswer
      work={work}
      onClosed={onClosed}
    >
      <p>
        <Trans>What you haven’t saved yet, in this tab or another one, will be lost.</Trans>
      </p>
    </ActDialog>
  );
}
