import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useTask } from './use-task.ts';

interface ActDialogProps {
  title: ReactNode;
  /** The label of the button that does it. */
  label: ReactNode;
  look?: 'main' | 'danger';
  /** The label of the button that leaves everything as it is, if “Cancel” isn't clear enough. */
  keep?: ReactNode;
  /** Closes the dialog once it is done. */
  work(form: FormData): Promise<unknown>;
  onClosed(): void;
  children?: ReactNode;
}

/** Asks before something is done, or for what it needs. */
export function ActDialog(props: ActDialogProps) {
  const { title, label, look = 'main', keep, work, onClosed, children } = props;
  const { run, isPending, error } = useTask(work);
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onClosed()}>
      <Form onSubmit={run}>
        {children}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look={look} isPending={isPending}>
            {label}
          </Button>
          <Button look={keep ? 'second' : 'quiet'} onPress={onClosed}>
            {keep ?? <Trans>Cancel</Trans>}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
