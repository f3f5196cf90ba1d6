import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Succession } from '../../client/succession.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { NewKeysProgress, useCount } from './new-keys.tsx';
import { type ListedPerson, refreshPeople } from './succession.ts';
import { Lowered, Threshold } from './threshold.tsx';

/** The successors to whom something can be sealed. */
export const isAble = ({ successor: { publicKey, keyPinnedAt, optedOut } }: ListedPerson): boolean =>
  publicKey !== null && keyPinnedAt !== null && !optedOut;

/** A successor was removed, and the vault doesn't have its new keys yet. */
export function Departed({
  succession,
  people,
}: {
  succession: Succession;
  people: readonly ListedPerson[];
}) {
  const confirmed = useConfirmed();
  const able = people.filter(isAble).length;
  const decided = succession.threshold ?? 1;
  const [chosen, choose] = useState<number | null>(null);
  const [count, setCount] = useCount();
  const threshold = chosen ?? Math.min(decided, Math.max(1, able));
  const {
    run: renew,
    isPending,
    error,
  } = useTask(async () => {
    await confirmed(() => keys.renewKeys({ threshold }, setCount));
    await refreshPeople();
  });
  if (succession.departed.length === 0) return null;
  const names = succession.departed.map(({ id, name }) => name ?? id).join(', ');

  return (
    <Notice look="problem" title={<Trans>{names} still has keys to your vault</Trans>}>
      <p>
        <Trans>
          They’re no longer your successor, but their kit would still open what was prepared for them. Giving
          the vault new keys puts an end to that. Your password and your recovery code stay as they are.
        </Trans>
      </p>
      {decided > able && able > 1 && <Threshold able={able} value={threshold} onChange={choose} />}
      {able > 0 && <Lowered decided={decided} threshold={threshold} />}
      {isPending && <NewKeysProgress {...count} />}
      <ProblemNotice error={error} />
      <Button onPress={renew} isPending={isPending}>
        <Trans>Give the vault new keys</Trans>
      </Button>
    </Notice>
  );
}
