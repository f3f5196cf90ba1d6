import { Trans } from '@lingui/react/macro';
import { CloudOff } from 'lucide-react';
import { useLive } from './live.ts';

/** Shows while what is on the page may be out of date. */
export function ConnectionNotice() {
  const state = useLive();
  return (
    <div role="status" className="connection">
      {state === 'offline' && (
        <p>
          <CloudOff aria-hidden="true" size={18} />
          <span>
            <Trans>No connection. What you see may be out of date. We keep trying.</Trans>
          </span>
        </p>
      )}
    </div>
  );
}
