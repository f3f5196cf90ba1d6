/** Asks before a successor's kit stops working, and then gives the vault new keys if it opened anything. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Departure } from '../../client/succession.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { type DepartureProps, useDeparture } from './departure.tsx';
import { NewKeysProgress } from './new-keys.tsx';
import { isAble } from './renew-keys.tsx';
import { refreshPeople } from './succession.ts';
import { LoweredThresholdNotice } from './threshold.tsx';

interface DepartureDialogProps extends DepartureProps {
  /** The first half, which can't be undone. */
  firstHalf(): Promise<Departure>;
  title: string;
  titleWhenDone: string;
  consequence: ReactNode;
  /** What has happened after the first half. */
  halfDone: ReactNode;
  done: ReactNode;
  action: ReactNode;
  keep: ReactNode;
  onClose(): void;
}

export function DepartureDialog(present: DepartureDialogProps) {
  // As they were when the dialog opened: the first half changes them.
  const [props] = useState(present);
  const { successor, people, firstHalf, onClose } = props;
  const { threshold: decided } = props.succession;
  const { holdsKeys } = props.state;
  const able = people.filter((each) => isAble(each) && each.successor.id !== successor.id).length;
  const threshold = Math.max(1, Math.min(decided ?? 1, able));
  const { state, error, count, needsNewKeys, work } = useDeparture(firstHalf, {
    decided,
    // The page says that fewer are enough only if it expects new keys.
    threshold: holdsKeys ? threshold : (decided ?? threshold),
  });

  async function leave() {
    onClose();
    await refreshPeople();
  }

  return (
    <Dialog
      title={state === 'done' ? props.titleWhenDone : props.title}
      isOpen
      mustAnswer
      onOpenChange={(isOpen) => !isOpen && state !== 'working' && void leave()}
    >
      {state === 'done' ? (
        <>
          <p role="status">{props.done}</p>
          <div className="actions">
            <Button onPress={leave} autoFocus>
              <Trans>Close</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          {state === 'half done' ? (
            <p>
              {props.halfDone}{' '}
              <Trans>We couldn’t confirm that the vault has its new keys. Please try again.</Trans>
            </p>
          ) : (
            <>
              <p>{props.consequence}</p>
              {holdsKeys && (
                <p>
                  <Trans>
                    Something was prepared for the old kit, so your vault will get new keys: every entry is
                    re-encrypted.
                  </Trans>
                </p>
              )}
            </>
          )}
          {holdsKeys && able > 0 && <LoweredThresholdNotice decided={decided} threshold={threshold} />}
          {state === 'working' && (holdsKeys || needsNewKeys) && <NewKeysProgress {...count} />}
          <ProblemNotice error={error} />
          <div className="actions">
            <Button onPress={work} isPending={state === 'working'}>
              {state === 'half done' ? <Trans>Give the vault new keys</Trans> : props.action}
            </Button>
            <Button look="second" onPress={leave} isDisabled={state === 'working'}>
              {state === 'half done' ? <Trans>Later</Trans> : props.keep}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
