/** Offers to undo an import, for a day after it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { UndoResult } from '../../client/undo-import.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { noteEverythingChanged } from './opened.ts';

interface UndoImportProps {
  /** The entries that are shown: when they change, another tab may have imported some, or undone it. */
  entries: unknown;
}

export function UndoImport({ entries }: UndoImportProps) {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [past, setPast] = useState<{ at: string; entries: number } | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the entries change
  useEffect(() => {
    // Without an answer, nothing is offered.
    keys.lastImport().then(setPast, () => {});
  }, [entries]);
  const { run, isPending, error, result } = useTask(async () => {
    setProgress({ done: 0, total: 1 });
    try {
      return await confirmed(() => keys.undoImport(undefined, (done, total) => setProgress({ done, total })));
    } finally {
      setProgress(null);
      // After a failure, a part is in the trash already. What is done stays done if the list can't be read now.
      await noteEverythingChanged().catch(() => {});
    }
  });
  return (
    <>
      {past && (
        <div className="undo-import">
          <p className="quiet">
            <Trans>
              Last import, on <Moment at={past.at} as="short moment" />:
            </Trans>{' '}
            <Plural value={past.entries} one="# entry" other="# entries" />
          </p>
          <Button look="second" size="small" isPending={isPending} onPress={() => run()}>
            <Trans>Undo this import</Trans>
          </Button>
        </div>
      )}
      {progress && <Progress label={t`Moving to the trash`} {...progress} />}
      <ProblemNotice error={error} />
      {result && <Result {...result} />}
    </>
  );
}

function Result({ removed, changed, updated }: UndoResult) {
  return (
    <Notice look="good" announced>
      <Plural
        value={removed}
        _0="Nothing was moved to the trash."
        one="# entry is in the trash now."
        other="# entries are in the trash now."
      />{' '}
      {changed > 0 && (
        <Plural
          value={changed}
          one="# entry has changed since the import, and stays."
          other="# entries have changed since the import, and stay."
        />
      )}{' '}
      {updated > 0 && (
        <Plural
          value={updated}
          one="# entry that the import replaced stays as it is. Its earlier version is in the trash."
          other="# entries that the import replaced stay as they are. Their earlier versions are in the trash."
        />
      )}
    </Notice>
  );
}
