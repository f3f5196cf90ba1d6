/** One entry: to be read, changed or removed. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { OpenedEntry } from '../../client/entries.ts';
import { CryptoError } from '../../crypto/index.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { AskFirst } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useNavigateWhileHere } from '../ui/use-navigate-while-here.ts';
import { AllEntries } from './all-entries.tsx';
import { draftAt, dropDraft, useStillSaving } from './drafts.ts';
import { EditEntry } from './edit-entry.tsx';
import { EntryFiles } from './entry-files.tsx';
import { EntryRecipients } from './entry-recipients.tsx';
import { EntryView } from './entry-view.tsx';
import type { FullItem } from './full-item.ts';
import { KIND_NAMES } from './kinds.ts';
import { noteChanged, noteRemoved, openedEntry, putEntry, useOpenedEntry } from './opened.ts';
import { StillSaving } from './still-saving.tsx';

interface EntryPageProps {
  id: string;
  /** On a wide screen the list stays, and the title is not that of the page. */
  isBeside: boolean;
}

/** The entry as the list has it, if the list has all of it. */
function listed(id: string): OpenedEntry | null {
  const item = openedEntry(id);
  return item?.content && item.content.kind !== 'file' ? item : null;
}

export function EntryPage({ id, isBeside }: EntryPageProps) {
  const { t } = useLingui();
  if (!useStillSaving(id)) return <Entry id={id} isBeside={isBeside} />;
  return (
    <>
      {!isBeside && <AllEntries />}
      <Title isBeside={isBeside}>{t`Entry`}</Title>
      <StillSaving />
    </>
  );
}

function Entry({ id, isBeside }: EntryPageProps) {
  const { t } = useLingui();
  const [item, setItem] = useState<OpenedEntry | null>(() => listed(id));
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // Not `attempt + 1`: a task that ends after another reading would hold an old number.
  const readAgain = () => setAttempt((count) => count + 1);
  const [isEditing, edit] = useState(() => draftAt(id) !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to read again
  useEffect(() => {
    let isHere = true;
    setError(null);
    keys.readEntry({ id }).then(
      (read) => {
        if (isHere) setItem(read);
      },
      (problem: unknown) => {
        if (!isHere) return;
        setError(problem);
        if (!hasCode(problem, 'not_found')) return;
        setItem(null);
        noteRemoved(id);
      },
    );
    return () => {
      isHere = false;
    };
  }, [id, attempt]);
  const listedVersion = useOpenedEntry(id)?.version;
  // What is being edited stays: saving it compares the two. The service may still answer with an older version than the
  // list has, so only the list is a reason to read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list changes
  useEffect(() => {
    if (!isEditing && item && item.version !== listedVersion) readAgain();
  }, [listedVersion]);

  const back = !isBeside && <AllEntries />;
  const isRemoved = hasCode(error, 'not_found');
  const editor = (edited: ComponentProps<typeof EditEntry>['item']) => (
    <EditEntry
      item={edited}
      isRemoved={isRemoved}
      onDone={(saved) => {
        if (saved) {
          noteChanged(saved);
          setItem(null);
        }
        readAgain();
        edit(false);
      }}
    />
  );
  const draft = draftAt(id);
  // Text typed into an entry that has since been removed can become a new entry.
  if (isEditing && isRemoved && draft)
    return editor({ id, version: draft.version ?? 0, signedVersion: null, content: draft.content });
  if (error !== null && !item) {
    return (
      <>
        {back}
        <Title isBeside={isBeside}>{t`Entry`}</Title>
        <ProblemNotice error={error} onTryAgain={readAgain} />
      </>
    );
  }
  if (!item) return <Loading />;
  if (!item.content) return <Closed item={item} back={back} isBeside={isBeside} />;
  const full = { ...item, content: item.content };
  if (isEditing) return editor(full);
  return (
    <>
      {back}
      {/* Cached data stays visible while the connection is down. */}
      <ProblemNotice error={error} onTryAgain={readAgain} />
      <Shown item={full} isBeside={isBeside} onEdit={() => edit(true)} />
    </>
  );
}

/** A heading that takes the focus. Beside the list, it must not scroll the page. */
function Title({ isBeside, children }: { isBeside: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (!isBeside) return <PageTitle>{children}</PageTitle>;
  return (
    <h2 className="pane-title" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

interface ShownProps {
  item: FullItem;
  isBeside: boolean;
  onEdit(): void;
}

function Shown({ item, isBeside, onEdit }: ShownProps) {
  const { t, i18n } = useLingui();
  const place = useRef<HTMLElement>(null);
  const { content } = item;
  return (
    <article className="entry" ref={place}>
      <p className="quiet kind-line">{i18n._(KIND_NAMES[content.kind])}</p>
      <Title isBeside={isBeside}>{content.title || t`Untitled`}</Title>
      <EntryView item={item}>
        <EntryFiles item={item} place={place} />
      </EntryView>
      <div className="actions">
        <Button onPress={onEdit}>
          <Pencil aria-hidden="true" size={18} />
          <Trans>Edit</Trans>
        </Button>
        <RemoveEntry id={item.id} title={content.title} />
      </div>
      {/* It comes later than the entry, so it must not push the buttons away. */}
      <EntryRecipients entryId={item.id} kind={content.kind} />
    </article>
  );
}

/** An entry that doesn't open can still be removed. */
function Closed({ item, back, isBeside }: { item: OpenedEntry; back: ReactNode; isBeside: boolean }) {
  const { t } = useLingui();
  useEffect(() => putEntry(item), [item]);
  return (
    <>
      {back}
      <Title isBeside={isBeside}>{t`This entry can’t be opened`}</Title>
      <ProblemNotice error={new CryptoError(item.refused ?? 'entry_refused')} />
      <p>
        <Trans>There may be an older version in the trash.</Trans>{' '}
        <Link href="/vault/trash">{t`Open the trash`}</Link>
      </p>
      <EntryRecipients entryId={item.id} kind="note" />
      <div className="actions">
        <RemoveEntry id={item.id} title={item.id.slice(0, 8)} />
      </div>
    </>
  );
}

function RemoveEntry({ id, title }: { id: string; title: string }) {
  const confirmed = useConfirmed();
  const navigate = useNavigateWhileHere();
  async function remove() {
    await confirmed(() => keys.removeEntry({ id }));
    dropDraft(id);
    navigate('/vault');
    noteRemoved(id);
  }
  return (
    <AskFirst
      button={(ask) => (
        <Button look="danger" onPress={ask}>
          <Trash2 aria-hidden="true" size={18} />
          <Trans>Remove</Trans>
        </Button>
      )}
      title={<Trans>Remove “{title}”?</Trans>}
      label={<Trans>Move to the trash</Trans>}
      look="danger"
      keep={<Trans>Keep it</Trans>}
      mustAnswer
      work={remove}
    >
      <p>
        <Trans>
          It moves to the trash, where you can restore it for 30 days. Nobody else gets anything that’s in the
          trash.
        </Trans>
      </p>
    </AskFirst>
  );
}
