/** A new entry. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Redirect, useParams, useSearch } from 'wouter';
import type { Content, ContentKind } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog, useSaveOnLeave } from '../ui/unsaved-dialog.tsx';
import { useNavigateWhileHere } from '../ui/use-navigate-while-here.ts';
import { useTask } from '../ui/use-task.ts';
import { AllEntries } from './all-entries.tsx';
import { differences } from './conflict.ts';
import { draftAt, dropDraft, keepDraft, useStillSaving, withSavingMarked } from './drafts.ts';
import { TextTooLarge } from './edit-entry.tsx';
import { EntryForm, isTooLarge } from './entry-form.tsx';
import { EntryRecipients } from './entry-recipients.tsx';
import { isKind } from './kinds.ts';
import { NewFiles } from './new-files.tsx';
import { noteChanged } from './opened.ts';
import { beginningOf } from './starters.ts';
import { StillSaving } from './still-saving.tsx';
import './vault.css';

export default function NewEntryPage() {
  const { kind } = useParams<{ kind: string }>();
  const starter = new URLSearchParams(useSearch()).get('starter');
  if (!isKind(kind)) return <Redirect to="/vault" replace />;
  return (
    <div className="new-entry">
      <AllEntries />
      <NewContent key={`${kind} ${starter}`} {...{ kind, starter }} />
    </div>
  );
}

interface NewEntryProps<Kind> {
  kind: Kind;
  starter: string | null;
}

function NewContent({ kind, starter }: NewEntryProps<ContentKind>) {
  const { t } = useLingui();
  const isStillSaving = useStillSaving(`new ${kind}`);
  const titles = {
    login: t`New log-in`,
    card: t`New card`,
    identity: t`New identity`,
    note: t`New note`,
    letter: t`New letter`,
    file: t`New files`,
  };
  return (
    <>
      <PageTitle>{titles[kind]}</PageTitle>
      {isStillSaving ? <StillSaving /> : kind === 'file' ? <NewFiles /> : <NewEntry {...{ kind, starter }} />}
    </>
  );
}

function NewEntry({ kind, starter }: NewEntryProps<Exclude<ContentKind, 'file'>>) {
  const { i18n } = useLingui();
  const navigate = useNavigateWhileHere();
  const place = `new ${kind}`;
  const [draft] = useState(() => draftAt(place));
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [begun] = useState(() => beginningOf(kind, starter, (words) => i18n._(words)));
  const [content, setContent] = useState(draft?.content ?? begun);
  const isBegunOnly = (one: Content) =>
    differences(one, begun).every(({ mine, theirs }) => (mine ?? '') === (theirs ?? ''));
  const isUnsaved = !isBegunOnly(content);
  const saveOnLeave = useSaveOnLeave();

  const save = async () => {
    const target = saveOnLeave.target();
    const item = await keys.addEntry({ id, content });
    dropDraft(place);
    noteChanged(item);
    if (target === null) navigate(`/vault/${item.id}`, { replace: true });
    else navigate(target);
  };
  const { run, isPending, isDone, error } = useTask(() => withSavingMarked(place, save));

  function change(next: Content) {
    // Text typed while saving would be lost with the form.
    if (isPending) return;
    setContent(next);
    if (isBegunOnly(next)) dropDraft(place);
    else keepDraft(place, { id, content: next, version: null });
  }
  return (
    <>
      <Form
        ref={saveOnLeave.form}
        className="form entry-form"
        autoComplete="off"
        onSubmit={() => isTooLarge(content) || run()}
      >
        {draft && (
          <Notice>
            <Trans>This is what you wrote earlier but didn’t save.</Trans>
          </Notice>
        )}
        <EntryForm content={content} onChange={change} />
        <EntryRecipients entryId={null} kind={kind} />
        {isTooLarge(content) && <TextTooLarge />}
        <ProblemNotice error={error} />
        <div className="actions">
          <Button type="submit" isPending={isPending} isDisabled={isTooLarge(content)}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </Form>
      <UnsavedDialog
        isUnsaved={isUnsaved && !isPending && !isDone}
        onSave={isTooLarge(content) ? undefined : saveOnLeave.save}
        onDiscard={() => dropDraft(place)}
      />
    </>
  );
}
