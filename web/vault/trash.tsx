/** Entries removed or changed in the last 30 days. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { TrashedEntry } from '../../client/trash.ts';
import { CryptoError } from '../../crypto/index.ts';
import { useProblem } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Moment } from '../ui/moment.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { AllEntries } from './all-entries.tsx';
import { KIND_NAMES } from './kinds.ts';
import { noteEverythingChanged } from './opened.ts';
import './vault.css';

export default function TrashPage() {
  const { t } = useLingui();
  const confirmed = useConfirmed();
  const [rows, setRows] = useState<readonly TrashedEntry[] | null>(null);
  const [working, work] = useState<string | null>(null);
  const [asking, ask] = useState<TrashedEntry | null>(null);
  const [said, say] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { run, error } = useTask((todo: () => Promise<unknown>) => todo());
  const read = () => run(async () => setRows(await keys.openTrash()));
  const first = useRef(read);
  useEffect(() => void first.current(), []);

  const titleOf = ({ content, id }: TrashedEntry): string => content?.title || id.slice(0, 8);
  /** The row disappears, so the focus moves to the message. */
  async function act(row: TrashedEntry, done: string, action: () => Promise<unknown>) {
    work(row.trashId);
    await run(async () => {
      try {
        await action();
        say(done);
      } catch (error) {
        // The answer may have been lost, or another tab may have been faster.
        const left = await keys.openTrash().catch(() => [row]);
        if (left.some(({ trashId }) => trashId === row.trashId)) throw error;
        say(t`“${titleOf(row)}” is no longer in the trash. If it was restored, it’s in your vault.`);
      }
      setRows(await keys.openTrash());
      status.current?.focus();
    });
    work(null);
  }
  const restore = (row: TrashedEntry) =>
    act(row, t`“${titleOf(row)}” is back in your vault.`, async () => {
      try {
        await keys.restoreTrashed({ trashId: row.trashId, id: row.id, hash: row.hash });
      } finally {
        // What is restored stays restored if the list can't be read now.
        await noteEverythingChanged().catch(() => {});
      }
    });
  const remove = (row: TrashedEntry) => {
    ask(null);
    return act(row, t`“${titleOf(row)}” has been deleted for good.`, () =>
      confirmed(() => keys.deleteTrashed({ id: row.id, trashId: row.trashId })),
    );
  };
  return (
    <>
      <AllEntries />
      <PageTitle>
        <Trans>Trash</Trans>
      </PageTitle>
      <p>
        <Trans>
          Entries stay here for 30 days after you remove them, and so do older versions after you change them.
          Successors don’t get them.
        </Trans>
      </p>
      <p ref={status} role="status" tabIndex={-1}>
        {said}
      </p>
      <ProblemNotice error={error} onTryAgain={rows === null ? read : undefined} />
      {rows === null && error === null && <Loading />}
      {rows?.length === 0 && (
        <div className="card">
          <p>
            <Trans>The trash is empty.</Trans>
          </p>
        </div>
      )}
      {rows !== null && rows.length > 0 && (
        <ul className="bare ruled trash-rows card" aria-label={t`Trash`}>
          {rows.map((row) => (
            <Row
              key={row.trashId}
              row={row}
              title={titleOf(row)}
              isWorking={working === row.trashId}
              isDisabled={working !== null}
              onRestore={() => restore(row)}
              onDelete={() => ask(row)}
            />
          ))}
        </ul>
      )}
      {asking && (
        <ActDialog
          title={<Trans>Delete “{titleOf(asking)}” for good?</Trans>}
          label={<Trans>Delete for good</Trans>}
          look="danger"
          keep={<Trans>Keep it</Trans>}
          mustAnswer
          work={() => remove(asking)}
          onClosed={() => ask(null)}
        >
          <p>
            <Trans>After that, nobody can bring it back, not even us.</Trans>
          </p>
        </ActDialog>
      )}
    </>
  );
}

interface TrashRowProps {
  row: TrashedEntry;
  title: string;
  isWorking: boolean;
  isDisabled: boolean;
  onRestore(): void;
  onDelete(): void;
}

function Row({ row, title, isWorking, isDisabled, onRestore, onDelete }: TrashRowProps) {
  const { t, i18n } = useLingui();
  const sentence = useProblem();
  const { content, refused, reason, updatedAt, deletedAt, restorableUntil } = row;
  return (
    <li>
      <div className="entry-words">
        <strong>{title}</strong>
        <p className="quiet">
          {content ? i18n._(KIND_NAMES[content.kind]) : sentence(new CryptoError(refused ?? 'entry_refused'))}
          {' · '}
          <Trans>
            last changed on <Moment at={updatedAt} as="short moment" />
          </Trans>
          {' · '}
          {reason === 'changed' ? (
            <Trans>
              older version, replaced on <Moment at={deletedAt} as="short moment" />
            </Trans>
          ) : (
            <Trans>
              removed on <Moment at={deletedAt} as="short moment" />
            </Trans>
          )}
        </p>
        <p className="quiet">
          <Trans>
            Will be deleted for good on <Moment at={restorableUntil} as="short day" />
          </Trans>
        </p>
      </div>
      <div className="row">
        <Button
          look="second"
          size="small"
          isPending={isWorking}
          isDisabled={isDisabled && !isWorking}
          onPress={onRestore}
          aria-label={t`Restore “${title}”`}
        >
          <Trans>Restore</Trans>
        </Button>
        <Button
          look="danger"
          size="small"
          isDisabled={isDisabled}
          onPress={onDelete}
          aria-label={t`Delete for good: “${title}”`}
        >
          <Trans>Delete for good</Trans>
        </Button>
      </div>
    </li>
  );
}
