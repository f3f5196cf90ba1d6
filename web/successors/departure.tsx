import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Departure, Succession } from '../../client/succession.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useTask } from '../ui/use-task.ts';
import { warnDuring } from '../ui/use-warning.ts';
import { useCount } from './new-keys.tsx';
import type { ListedPerson, ReadPerson } from './succession.ts';

export interface DepartureProps extends ReadPerson {
  people: readonly ListedPerson[];
  succession: Succession;
}

/** The progress: the first half can't be undone, so the second is offered again. */
export type DepartureState = 'asking' | 'working' | 'half done' | 'done';

/**
 * Removes a successor or what they get, and then gives the vault new keys if it needs any.
 *
 * @param first the first half, which can't be undone
 * @param asked what the owner was told: how many had to accept before, and how many must from now on
 */
export function useDeparture(
  first: () => Promise<Departure>,
  asked: { decided: number | null; threshold: number },
) {
  const confirmed = useConfirmed();
  const [count, setCount] = useCount();
  const [half, setHalf] = useState<Departure | null>(null);

  const { run, isPending, isDone, error } = useTask(async () => {
    const departure = half ?? (await confirmed(() => warnDuring(first)));
    setHalf(departure);
    if (!departure.holdsKeys) return;
    // Another tab or device may have decided something else since. The threshold is never lowered without saying so.
    const threshold =
      departure.threshold === asked.decided ? asked.threshold : (departure.threshold ?? asked.threshold);
    const wanted = { threshold, thresholdBefore: departure.threshold };
    await confirmed(() => warnDuring(() => keys.renewKeys(wanted, setCount)));
  });
  const state: DepartureState = isPending ? 'working' : isDone ? 'done' : half ? 'half done' : 'asking';

  return { state, error, count, needsNewKeys: half?.holdsKeys ?? false, work: run };
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
