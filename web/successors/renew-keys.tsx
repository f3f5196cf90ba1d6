import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Succession } from '../../client/succession.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { warnDuring } from '../ui/use-warning.ts';
import { NewKeysProgress, useCount } from './new-keys.tsx';
import { type ListedPerson, refreshPeople } from './succession.ts';
import { LoweredThresholdNotice, Threshold } from './threshold.tsx';

/** The successors to whom something can be sealed. */
export const isAble = ({ successor: { publicKey, keyPinnedAt, optedOut } }: ListedPerson): boolean =>
  publicKey !== null && keyPinnedAt !== null && !optedOut;

interface RenewKeysProps {
  succession: Succession;
  people: readonly ListedPerson[];
  /** Whether the signing keys are replaced too. */
  newSigner?: boolean;
  /** @param isNewSigner whether the signing keys were replaced */
  onDone?(isNewSigner: boolean): void;
  /** What the button says. */
  children: ReactNode;
}

/** Gives the vault new keys. If too few successors are left, the owner says how many must accept. */
export function RenewKeys({ succession, people, newSigner = false, onDone, children }: RenewKeysProps) {
  const confirmed = useConfirmed();
  const able = people.filter(isAble).length;
  const { threshold: thresholdBefore } = succession;
  const decided = thresholdBefore ?? 1;
  const [chosen, choose] = useState<number | null>(null);
  const [count, setCount] = useCount();
  const threshold = chosen ?? Math.min(decided, Math.max(1, able));
  const { run, isPending, error } = useTask(async () => {
    try {
      const wanted = { threshold, thresholdBefore, newSigner };
      const renewed = await confirmed(() => warnDuring(() => keys.renewKeys(wanted, setCount)));
      onDone?.(renewed.newSigner);
    } finally {
      await refreshPeople();
    }
  });
  return (
    <>
      {decided > able && able > 1 && <Threshold able={able} value={threshold} onChange={choose} />}
      {able > 0 && <LoweredThresholdNotice decided={decided} threshold={threshold} />}
      {isPending && <NewKeysProgress {...count} />}
      <ProblemNotice error={error} />
      <Button onPress={run} isPending={isPending}>
        {children}
      </Button>
    </>
  );
}
