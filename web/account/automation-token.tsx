/** The token of a new automation, or the address of its calendar, shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { copySecret } from '../vault/clipboard.ts';
import type { NewToken } from './add-automation.tsx';

interface AutomationTokenProps extends NewToken {
  onKept(): void;
}

export function AutomationToken({ token, name, scope, onKept }: AutomationTokenProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState<boolean | null>(null);
  const isCalendar = scope === 'calendar';
  const request = scope === 'check-in' ? 'POST' : 'GET';
  const address = `${location.origin}/api/v1/automations/${scope}`;
  const shown = isCalendar ? `${address}?token=${token}` : token;

  async function copy() {
    try {
      await copySecret(isCalendar ? t`Address of the calendar` : t`Token`, shown);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  return (
    <Dialog
      title={isCalendar ? t`The address of “${name}”` : t`The token of “${name}”`}
      isOpen
      onOpenChange={onKept}
      mustAnswer
    >
      <p>
        <Trans>We’ll show it only this once. Whoever has it can use it.</Trans>
      </p>
      <p className="secret">
        <code>{shown}</code>
      </p>
      {isCalendar ? (
        <p>
          <Trans>In your calendar app, subscribe to a calendar by its address, and paste it there.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              Send it in the header of a {request} request to <code>{address}</code>:
            </Trans>
          </p>
          <p className="secret">
            <code>Authorization: Bearer …</code>
          </p>
        </>
      )}
      <p role="status" className="quiet">
        {copied === true && (
          <Trans>
            Copied. Paste it within a minute where only you can read it. After that, it’s removed from the
            clipboard.
          </Trans>
        )}
        {copied === false && <Trans>Your browser isn’t letting us copy. Please write it down.</Trans>}
      </p>
      <div className="row">
        <Button look="second" onPress={copy}>
          <Copy aria-hidden="true" size={18} />
          <Trans>Copy</Trans>
        </Button>
        <Button onPress={onKept}>
          <Trans>I’ve saved it</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
