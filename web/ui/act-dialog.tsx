import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
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
  /** Closes only with a button or Escape, and the button that leaves everything as it is has the focus. */
  mustAnswer?: boolean;
  /** Closes the dialog once it is done. */
  work(form: FormData): Promise<unknown>;
  onClosed(): void;
  children?: ReactNode;
}

/** Asks before something is done, or for its input. It stays open during the work, so that nobody misses a failure. */
export function ActDialog(props: ActDialogProps) {
  const { title, label, look = 'main', keep, mustAnswer = false, work, onClosed, children } = props;
  const { run, isPending, error } = useTask(work);
  return (
    <Dialog
      title={title}
      isOpen
      mustAnswer={mustAnswer}
      onOpenChange={(isOpen) => isOpen || isPending || onClosed()}
    >
      <Form onSubmit={run}>
        {children}
        <ProblemNotice error={error} />
        <div className="row">
          <Button type="submit" look={look} isPending={isPending}>
            {label}
          </Button>
          <Button
            look={keep ? 'second' : 'quiet'}
            autoFocus={mustAnswer}
            isDisabled={isPending}
            onPress={onClosed}
          >
            {keep ?? <Trans>Cancel</Trans>}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface AskFirstProps extends Omit<ActDialogProps, 'work' | 'onClosed'> {
  button(ask: () => void): ReactNode;
  work(form: FormData): Promise<unknown>;
}

/** A button with the dialog that it opens, which closes once the work is done. */
export function AskFirst({ button, work, ...dialog }: AskFirstProps) {
  const [isAsking, ask] = useState(false);
  const close = () => ask(false);
  return (
    <>
      {button(() => ask(true))}
      {isAsking && <ActDialog {...dialog} work={(form) => work(form).then(close)} onClosed={close} />}
    </>
  );
}
