/** The token of a new automation, or the address of its calendar, shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { NewToken } from './add-automation.tsx';
import { ShownOnce } from './shown-once.tsx';

interface AutomationTokenProps extends NewToken {
  onKept(): void;
}

export function AutomationToken({ token, name, scope, onKept }: AutomationTokenProps) {
  const { t } = useLingui();
  const request = scope === 'check-in' ? 'POST' : 'GET';
  const address = `${location.origin}/api/v1/automations/${scope}`;
  if (scope === 'calendar')
    return (
      <ShownOnce
        title={t`The address of “${name}”`}
        what={t`Address of the calendar`}
        secret={`${address}?token=${token}`}
        onKept={onKept}
      >
        <p>
          <Trans>In your calendar app, subscribe to a calendar by its address, and paste it there.</Trans>
        </p>
      </ShownOnce>
    );
  return (
    <ShownOnce title={t`The token of “${name}”`} what={t`Token`} secret={token} onKept={onKept}>
      <p>
        <Trans>
          Send it in the header of a {request} request to <code>{address}</code>:
        </Trans>
      </p>
      <p className="secret">
        <code>Authorization: Bearer …</code>
      </p>
    </ShownOnce>
  );
}
