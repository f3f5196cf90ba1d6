/** Asking for the password again before something that weakens the switch or the account. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { hasCode } from '../api/sentences.ts';
import { loadCatalogues } from '../app/language.ts';
import { part } from '../app/part.tsx';
import { Cancelled } from '../ui/use-task.ts';

const ConfirmationDialog = part(async () => {
  const [dialog] = await Promise.all([import('./confirmation-dialog.tsx'), loadCatalogues(['session'])]);
  return dialog;
});

interface Question {
  answer: Promise<void>;
  confirm(): void;
  cancel(): void;
}

const Ask = createContext<(() => Promise<void>) | null>(null);

function newQuestion(): Question {
  const { promise: answer, resolve: confirm, reject } = Promise.withResolvers<void>();
  return { answer, confirm, cancel: () => reject(new Cancelled()) };
}

/** Around every page that uses `useConfirmed`. */
export function Confirmations({ children }: { children: ReactNode }) {
  const open = useRef<Question | null>(null);
  const [question, show] = useState<Question | null>(null);
  const ask = useCallback(async (): Promise<void> => {
    // If the dialog can't be loaded, the work fails as if its own response were missing.
    await ConfirmationDialog.load();
    // Several requests may be refused at once. One answer serves all of them.
    open.current ??= newQuestion();
    show(open.current);
    return open.current.answer;
  }, []);
  const close = (end: (asked: Question) => void): void => {
    if (open.current) end(open.current);
    open.current = null;
    show(null);
  };
  return (
    <Ask value={ask}>
      {children}
      {question && (
        <ConfirmationDialog
          onConfirmed={() => close((asked) => asked.confirm())}
          onCancelled={() => close((asked) => asked.cancel())}
        />
      )}
    </Ask>
  );
}

/**
 * Does work that may need a confirmed session. If the service refuses it, a dialog asks for the password, and the work
 * is done again.
 *
 * @example await confirmed(() => keys.changePassword(typed))
 * @throws Cancelled if the dialog is closed, and the errors of the work
 */
export function useConfirmed(): <T>(work: () => Promise<T>) => Promise<T> {
  const ask = useContext(Ask);
  return useMemo(
    () =>
      async <T,>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work();
        } catch (error) {
          if (!ask || !hasCode(error, 'confirmation_required')) throw error;
        }
        await ask();
        return work();
      },
    [ask],
  );
}
