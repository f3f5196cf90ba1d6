/** A dialog with a secret that is shown this once, and can be copied. */
import { Trans } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { copySecret, useCopying } from '../vault/clipboard.ts';

interface ShownOnceProps {
  title: string;
  /** What the secret is, for the notice that it is on the clipboard. */
  what: string;
  secret: string;
  onKept(): void;
  /** What to do with it. */
  children: ReactNode;
}

export function ShownOnce({ title, what, secret, onKept, children }: ShownOnceProps) {
  const { news, copy } = useCopying(() => copySecret(what, secret));

  return (
    <Dialog title={title} isOpen onOpenChange={onKept} mustAnswer>
      <p>
        <Trans>We’ll show it only this once. Anyone who has it can use it.</Trans>
      </p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      {children}
      <p role="status" className="quiet">
        {news === 'copied' && (
          <Trans>Copied. Paste it within a minute. After that, it’s removed from the clipboard.</Trans>
        )}
        {news === 'refused' && <Trans>Your browser isn’t letting us copy. Please write it down.</Trans>}
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
