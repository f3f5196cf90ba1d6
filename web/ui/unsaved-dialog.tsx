/** Asks before the reader leaves a page with unsaved text. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useWarning } from './use-warning.ts';

/** The path that a click would go to, if it is one of ours in this tab. */
function pathOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.download) return null;
  if (link.origin !== location.origin) return null;
  const path = link.pathname + link.search;
  return path === location.pathname + location.search ? null : path;
}

interface SaveOnLeave {
  form: RefObject<HTMLFormElement | null>;
  /** Saves, as the button of the form would. */
  save(target: string): void;
  /** Where to go after saving, if not to the usual place. */
  target(): string | null;
}

/** Saves a form and then follows the link. If the form can't be saved, the page stays. */
export function useSaveOnLeave(): SaveOnLeave {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string | null>(null);
  return {
    form,
    save(target) {
      wanted.current = target;
      form.current?.requestSubmit();
      // By now the form has used the target, or something in the form is wrong.
      wanted.current = null;
    },
    target: () => wanted.current,
  };
}

interface UnsavedDialogProps {
  isUnsaved: boolean;
  /** Left out where nothing can be saved now. */
  onSave?: ((target: string) => void) | undefined;
  onDiscard?(): void;
  /** The question, if not about saving. */
  title?: ReactNode;
  /** What would be lost, if not changes. */
  what?: ReactNode;
  /** The label of the button that leaves. */
  leave?: ReactNode;
  /** Whether logging out, in any tab, would lose nothing: visitors need no session. */
  survivesLogOut?: boolean;
}

/** The browser's Back button is not stopped: the draft is kept, and is there again with the entry. */
export function UnsavedDialog({
  isUnsaved,
  onSave,
  onDiscard,
  title,
  what,
  leave,
  survivesLogOut = false,
}: UnsavedDialogProps) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string | null>(null);
  useWarning(isUnsaved, survivesLogOut);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: MouseEvent) => {
      const path = pathOf(event);
      if (path === null) return;
      event.preventDefault();
      // Two forms of one page ask once.
      event.stopImmediatePropagation();
      setTarget(path);
    };
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, [isUnsaved]);
  return (
    <Dialog
      title={title ?? <Trans>Leave without saving?</Trans>}
      isOpen={target !== null}
      onOpenChange={() => setTarget(null)}
      mustAnswer
    >
      <p>{what ?? <Trans>Your changes here haven’t been saved.</Trans>}</p>
      <div className="actions">
        {onSave && (
          <Button
            autoFocus
            onPress={() => {
              // The invalid field can take the focus only once the dialog is gone.
              flushSync(() => setTarget(null));
              if (target !== null) onSave(target);
            }}
          >
            <Trans>Save and continue</Trans>
          </Button>
        )}
        <Button autoFocus={!onSave} look={onSave ? 'second' : 'main'} onPress={() => setTarget(null)}>
          <Trans>Stay here</Trans>
        </Button>
        <Button
          look="danger"
          onPress={() => {
            onDiscard?.();
            setTarget(null);
            if (target !== null) navigate(target);
          }}
        >
          {leave ?? <Trans>Discard the changes</Trans>}
        </Button>
      </div>
    </Dialog>
  );
}
