import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { type DepartureProps, HalfDone, useDeparture } from './departure.tsx';
import { NewKeysProgress } from './new-keys.tsx';
import { isAble } from './renew-keys.tsx';
import { refreshPeople } from './succession.ts';
import { Threshold } from './threshold.tsx';

function RemoveDialog({ onClose, ...present }: DepartureProps & { onClose(): void }) {
  const { t } = useLingui();
  // As they were when the dialog opened: removing the successor changes them.
  const [{ successor, state: successorState, people, succession }] = useState(present);
  const { threshold: decided, departed } = succession;
  const [, navigate] = useLocation();
  const { id, name, verified, optedOut } = successor;
  const able = people.filter((each) => isAble(each) && each.successor.id !== id).length;
  const [threshold, setThreshold] = useState(Math.max(1, Math.min(decided ?? 1, able)));
  const [tell, setTell] = useState(false);
  const willRenew = successorState.holdsKeys || departed.length > 0;
  const { state, error, count, needsNewKeys, work } = useDeparture(() => keys.removeSuccessor({ id, tell }), {
    decided,
    // The page says that fewer are enough only if it expects new keys.
    threshold: willRenew ? threshold : (decided ?? threshold),
  });

  async function leave() {
    onClose();
    // Before reading, which may take long.
    navigate('/successors');
    await refreshPeople();
  }

  return (
    <Dialog
      title={state === 'done' ? t`${name} has been removed` : t`Remove ${name}?`}
      isOpen
      mustAnswer
      onOpenChange={(isOpen) => {
        if (!isOpen && state !== 'working') void (state === 'asking' ? onClose() : leave());
      }}
    >
      {state === 'done' ? (
        <>
          <p role="status">
            {needsNewKeys ? (
              <Trans>The vault has new keys. The old ones won’t open anything new.</Trans>
            ) : (
              <Trans>{name} had no keys, so nothing else had to change.</Trans>
            )}
          </p>
          <div className="actions">
            <Button onPress={leave} autoFocus>
              <Trans>Back to your successors</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          {state === 'half done' ? (
            <HalfDone name={name} />
          ) : (
            <>
              <p>
                <Trans>
                  {name} no longer gets anything from you. Their links and their kit stop working.
                </Trans>
              </p>
              {willRenew && (
                <p>
                  {successorState.holdsKeys ? (
                    <Trans>
                      Something was prepared for {name}, so your vault will get new keys: every entry is
                      re-encrypted. Your password, your recovery code and the others’ kits remain valid.
                    </Trans>
                  ) : (
                    <Trans>
                      Something that was prepared earlier should no longer open anything, so your vault will
                      get new keys: every entry is re-encrypted. Your password, your recovery code and the
                      others’ kits remain valid.
                    </Trans>
                  )}
                </p>
              )}
              {verified && !optedOut && (
                <Checkbox isSelected={tell} onChange={setTell} isDisabled={state === 'working'}>
                  <Trans>Tell {name} by email</Trans>
                </Checkbox>
              )}
              {able === 0 && (
                <Notice>
                  <Trans>
                    After that, nobody is left who is ready. If you stop checking in, nobody gets anything.
                  </Trans>
                </Notice>
              )}
              {willRenew && able > 0 && decided !== null && decided > able && (
                <>
                  <Notice>
                    <Trans>
                      {decided} successors had to accept, but only {able} would be left. Please choose again.
                    </Trans>
                  </Notice>
                  {able > 1 && <Threshold able={able} value={threshold} onChange={setThreshold} />}
                </>
              )}
            </>
          )}
          {state === 'working' && (willRenew || needsNewKeys) && <NewKeysProgress {...count} />}
          <ProblemNotice error={error} />
          <div className="actions">
            <Button look="danger" onPress={work} isPending={state === 'working'}>
              {state === 'half done' ? <Trans>Give the vault new keys</Trans> : <Trans>Remove {name}</Trans>}
            </Button>
            <Button
              look="second"
              onPress={state === 'half done' ? leave : onClose}
              isDisabled={state === 'working'}
            >
              {state === 'half done' ? <Trans>Later</Trans> : <Trans>Keep {name}</Trans>}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function Remove(props: DepartureProps) {
  const { name } = props.successor;
  const [isAsking, ask] = useState(false);
  return (
    <Card title={<Trans>Remove or replace</Trans>}>
      <p>
        <Trans>
          To replace {name}, remove them and invite someone else. If only their address has changed, change it
          above.
        </Trans>
      </p>
      <Button look="danger" onPress={() => ask(true)}>
        <Trans>Remove {name}</Trans>
      </Button>
      {isAsking && <RemoveDialog {...props} onClose={() => ask(false)} />}
    </Card>
  );
}
