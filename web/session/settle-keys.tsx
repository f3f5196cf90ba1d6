/** The ways to open a vault that the password alone doesn't open. */
import { useState } from 'react';
import type { Opened } from '../keys/tasks/account.ts';
import { OlderKeys } from './older-keys.tsx';
import { RecoverVault } from './recover-vault.tsx';
import { RolledBack } from './rolled-back.tsx';
import { StartOver } from './start-over.tsx';

interface SettleKeysProps {
  state: Exclude<Opened['state'], 'open'>;
  /** Called once the vault is open and the owner has read the outcome. */
  onOpen(): void;
}

export default function SettleKeys({ state, onOpen }: SettleKeysProps) {
  const [startsOver, startOver] = useState(state === 'no_keys');
  if (startsOver)
    return (
      <StartOver
        isFirst={state === 'no_keys'}
        onDone={onOpen}
        {...(state === 'no_keys' ? {} : { onBack: () => startOver(false) })}
      />
    );
  if (state === 'older_keys') return <OlderKeys onDone={onOpen} />;
  if (state === 'rolled_back') return <RolledBack onDone={onOpen} />;
  return <RecoverVault onDone={onOpen} onStartOver={() => startOver(true)} />;
}
