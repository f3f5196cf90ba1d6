import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useTask } from '../ui/use-task.ts';
import { useCount } from './new-keys.tsx';

/** The progress: the first half can't be undone, so the second is offered again. */
export type LossState = 'asking' | 'working' | 'half done' | 'done';

/**
 * Removes a successor or what they get, and then gives the vault new keys if they held any.
 *
 * @param first the first half, which can't be undone
 */
export function useLosing(first: () => Promise<{ holdsKeys: boolean }>, threshold: number) {
  const confirmed = useConfirmed();
  const [count, setCount] = useCount();
  const [isHalfDone, setHalfDone] = useState(false);

  const { run, isPending, isDone, error } = useTask(async () => {
    let half = isHalfDone;
    if (!half) {
      half = (await confirmed(first)).holdsKeys;
      setHalfDone(half);
    }
    if (half) await confirmed(() => keys.renewKeys({ threshold }, setCount));
  });
  const state: LossState = isPending ? 'working' : isDone ? 'done' : isHalfDone ? 'half done' : 'asking';

  return { state, error, count, work: run };
}

/** What is uncertain after the first half. */
export const HalfDone = ({ name }: { name: string }) => (
  <p>
    <Trans>
      {name} is no longer your successor, but we couldn’t confirm that the vault has its new keys. Until it
      does, their kit could still open what was prepared for them. Please try again.
    </Trans>
  </p>
);
