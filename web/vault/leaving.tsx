/** Asks before somebody leaves what they have not saved. */
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The path that a click would go to, if it is one of ours in this tab. */
function pathOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.download) return null;
  if (link.origin !== location.origin) return null;
  const path = link.pathname + link.search;
  return path === location.pathname + location.search ? null : path;
}

interface LeavingProps {
  isUnsaved: boolean;
  onDiscard(): void;
}

/** The browser's own way back is not stopped: the draft is kept, and is there again with the entry. */
export function Leaving({ isUnsaved, onDiscard }: LeavingProps) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: MouseEvent) => {
      const path = pathOf(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', ask, { capture: true });
    addEventListener('beforeunload', warn);
    return () => {
      document.removeEventListener('click', ask, { capture: true });
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
  return (
    <Dialog
      title={<Trans>Leave without saving?</Trans>}
      isOpen={target !== null}
      onOpenChange={() => setTarget(null)}
      mustAnswer
    >
      <p>
        <Trans>What you changed here has not been saved.</Trans>
      </p>
      <div className="actions">
        <Button autoFocus onPress={() => setTarget(null)}>
          <Trans>Stay here</Trans>
        </Button>
        <Button
          look="danger"
          onPress={() => {
            onDiscard();
            setTarget(null);
            if (target !== null) navigate(target);
          }}
        >
          <Trans>Discard the changes</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
