import { Trans } from '@lingui/react/macro';
import { CloudOff, Copy, FileClock, Hourglass, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHoldingFiles } from '../keys/use-holding-files.ts';
import { useAboutToLock } from '../session/idle.ts';
import { useWarning } from '../ui/use-warning.ts';
import { useLive } from './live.ts';
import { useWaiting } from './waiting.ts';

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p>
    {icon}
    <span>{children}</span>
  </p>
);

/** For visitors too, because a session may end before everything is sent. */
export function HoldingFiles() {
  const isHolding = useHoldingFiles();
  useWarning(isHolding, true);
  if (!isHolding) return null;
  return (
    <Line icon={<FileClock aria-hidden="true" size={18} />}>
      <Trans>
        Some of what you’ve added or recorded is kept only while the tab you used for it is open. Don’t close
        or reload that tab, or go to another site in it, until everything is saved and sent.
      </Trans>
    </Line>
  );
}

/** Notices on every page of an owner: what it waits for, and what it may lose. */
export function FrameNotices() {
  const live = useLive();
  const isWaiting = useWaiting();
  const isAboutToLock = useAboutToLock();
  return (
    <div role="status" className="frame-notices">
      {live === 'offline' && (
        <Line icon={<CloudOff aria-hidden="true" size={18} />}>
          <Trans>No connection. This page may be out of date. We’ll keep trying.</Trans>
        </Line>
      )}
      {live === 'crowded' && (
        <Line icon={<Copy aria-hidden="true" size={18} />}>
          <Trans>
            Too many tabs are open, here or on your network, so this one won’t update on its own. Close those
            you don’t need.
          </Trans>
        </Line>
      )}
      {isWaiting && (
        <Line icon={<Hourglass aria-hidden="true" size={18} />}>
          <Trans>The service is busy. We’ll try again in a moment.</Trans>
        </Line>
      )}
      <HoldingFiles />
      {isAboutToLock && (
        <Line icon={<LockKeyhole aria-hidden="true" size={18} />}>
          <Trans>
            Nobody has used this page for a while, so your vault will lock within a minute. Move the mouse or
            press any key to keep it open, and save what you’ve typed.
          </Trans>
        </Line>
      )}
    </div>
  );
}
