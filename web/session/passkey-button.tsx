import { Trans } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';

/** A button that does something with a passkey, and its error. */
export function PasskeyButton({ onPress }: { onPress(): Promise<void> }) {
  const { run, isPending, error } = useTask(onPress);
  return (
    <>
      <ProblemNotice error={error} />
      <Button look="second" isPending={isPending} onPress={() => void run()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}
