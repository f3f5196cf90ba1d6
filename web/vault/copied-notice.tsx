/** Says how long a copied secret stays in the clipboard. */
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { clearNow, useCopied } from './clipboard.ts';

/** Seconds until a moment, counted down. */
export function useSecondsUntil(moment: number): number {
  const [now, tick] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment is shown at once
  useEffect(() => {
    tick(Date.now());
    const timer = setInterval(() => tick(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return Math.max(0, Math.ceil((moment - now) / 1_000));
}

export function CopiedNotice() {
  const copied = useCopied();
  return (
    <div className="copied-place" role="status">
      {copied && <Countdown {...copied} />}
    </div>
  );
}

function Countdown({ what, until, isWaiting }: { what: string; until: number; isWaiting: boolean }) {
  const seconds = useSecondsUntil(until);
  return (
    <div className="copied">
      <div>
        <strong>
          <Trans>{what}: copied.</Trans>
        </strong>{' '}
        {isWaiting ? (
          <Trans>It will be removed from the clipboard as soon as you use this page again.</Trans>
        ) : (
          // Screen readers hear it once, and not every second.
          <span aria-hidden="true">
            <Plural
              value={seconds}
              one="It will be removed from the clipboard in # second."
              other="It will be removed from the clipboard in # seconds."
            />
          </span>
        )}{' '}
        <Trans>If you close this tab sooner, it may stay there.</Trans>
      </div>
      <Button look="second" size="small" onPress={clearNow}>
        <Trans>Clear now</Trans>
      </Button>
    </div>
  );
}
