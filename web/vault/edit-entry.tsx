/** Changing an entry, and what to do if it has been changed elsewhere since. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { OpenedEntry } from '../../client/entries.ts';
import type { Content } from '../../crypto/index.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog, useSaveOnLeave } from '../ui/unsaved-dialog.tsx';
import { useNavigateWhileHere } from '../ui/use-navigate-while-here.ts';
import { useTask } from '../ui/use-task.ts';
import { differences } from './conflict.ts';
import { Conflict } from './conflict-view.tsx';
import { draftAt, dropDraft, keepDraft, withSavingMarked } from './drafts.ts';
import { EntryForm, isTooLarge } from './entry-form.tsx';
import type { FullItem } from './full-item.ts';
import { noteChanged, noteRemoved } from './opened.ts';

type EntryVersions = Pick<FullItem, 'version' | 'signedVersion'>;

interface EditEntryProps {
  item: EntryVersions & Pick<FullItem, 'id' | 'content'>;
  /** Whether the entry is known to have been removed. */
  isRemoved: boolean;
  /** @param saved null if nothing was changed */
  onDone(saved: OpenedEntry | null): void;
}

const isSame = (one: Content, other: Content): boolean => differences(one, other).length === 0;

export function EditEntry({ item, isRemoved, onDone }: EditEntryProps) {
  const { t } = useLingui();
  const { id } = item;
  const [draft] = useState(() => draftAt(id));
  const [content, setContent] = useState(draft?.content ?? item.content);
  const [base, setBase] = useState({
    version: draft?.version ?? item.version,
    signedVersion: draft?.signedVersion ?? item.signedVersion,
    content: item.content,
  });
  const [theirs, setTheirs] = useState<FullItem | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasMissing, setMissing] = useState(false);
  const isGone = isRemoved || wasMissing;
  const isUnsaved = isGone || !isSame(content, base.content);
  const saveOnLeave = useSaveOnLeave();
  const navigate = useNavigateWhileHere();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const { run, isPending, error } = useTask((work: () => Promise<void>) => withSavingMarked(id, work));

  function change(next: Content) {
    // Text typed while saving would be lost with the form.
    if (isPending) return;
    setContent(next);
    const { version, signedVersion } = base;
    if (isGone || !isSame(next, base.content)) keepDraft(id, { id, content: next, version, signedVersion });
    else dropDraft(id);
  }
  function finish(saved: OpenedEntry | null) {
    dropDraft(id);
    onDone(saved);
  }
  const save = (chosen: Content, on: EntryVersions, target: string | null = null) =>
    run(async () => {
      try {
        const { version, signedVersion } = on;
        finish(await keys.changeEntry({ id, content: chosen, version, signedVersion }));
        if (target !== null) navigate(target);
      } catch (problem) {
        if (hasCode(problem, 'not_found')) {
          setMissing(true);
          setTheirs(null);
        } else if (hasCode(problem, 'version_conflict')) await compare(chosen);
        else throw problem;
      }
    });
  async function compare(mine: Content) {
    const read = await keys.readEntry({ id });
    if (!read.content) throw new Error('It no longer opens');
    const other = { ...read, content: read.content };
    // An earlier attempt may have succeeded, and only its response got lost.
    if (isSame(mine, other.content)) finish(other);
    else setTheirs(other);
  }
  const copyId = useRef(crypto.randomUUID());
  // The copy has no files: they stay with the entry that they were stored for.
  async function addCopy(title: string) {
    const { files: _, ...rest } = content;
    noteChanged(await keys.addEntry({ id: copyId.current, content: { ...rest, title } }));
  }
  const keepBoth = (other: FullItem) =>
    run(async () => {
      await addCopy(t`${content.title} (my version)`);
      finish(other);
    });
  const saveAsNew = (target: string | null) =>
    run(async () => {
      await addCopy(content.title);
      dropDraft(id);
      noteRemoved(id);
      navigate(target ?? `/vault/${copyId.current}`, { replace: target === null });
    });

  if (theirs) {
    return (
      <>
        <Conflict
          mine={content}
          theirs={theirs}
          error={error}
          isPending={isPending}
          onChoose={(chosen) => {
            setContent(chosen);
            const { version, signedVersion } = theirs;
            setBase({ version, signedVersion, content: theirs.content });
            keepDraft(id, { id, content: chosen, version, signedVersion });
            void save(chosen, theirs);
          }}
          onKeepBoth={() => keepBoth(theirs)}
        />
        <UnsavedDialog isUnsaved={!isPending} onDiscard={() => dropDraft(id)} />
      </>
    );
  }
  return (
    <Form
      ref={saveOnLeave.form}
      className="form entry-form"
      autoComplete="off"
      onSubmit={() => {
        if (!isUnsaved) finish(null);
        else if (isTooLarge(content)) return;
        else if (isGone) void saveAsNew(saveOnLeave.target());
        else void save(content, base, saveOnLeave.target());
      }}
    >
      <h2 className="pane-title" ref={heading} tabIndex={-1}>
        <Trans>Edit “{item.content.title}”</Trans>
      </h2>
      {draft && (
        <Notice>
          <Trans>This is what you wrote earlier but didn’t save.</Trans>
        </Notice>
      )}
      <EntryForm content={content} onChange={change} />
      {isTooLarge(content) && <TextTooLarge />}
      {isGone && (
        <Notice look="problem" announced>
          <Trans>
            This entry has been removed in another tab or on another device. What you wrote is still here: you
            can save it as a new entry.
          </Trans>{' '}
          {content.files && <Trans>Its files are in the trash with the removed entry.</Trans>}
        </Notice>
      )}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button type="submit" isPending={isPending} isDisabled={isTooLarge(content)}>
          {isGone ? <Trans>Save as a new entry</Trans> : <Trans>Save</Trans>}
        </Button>
        <Button look="second" onPress={() => finish(null)} isDisabled={isPending}>
          {isUnsaved ? <Trans>Discard the changes</Trans> : <Trans>Back</Trans>}
        </Button>
      </div>
      <UnsavedDialog
        isUnsaved={isUnsaved && !isPending}
        onSave={isTooLarge(content) ? undefined : saveOnLeave.save}
        onDiscard={() => dropDraft(id)}
      />
    </Form>
  );
}

export const TextTooLarge = () => (
  <Notice look="problem" announced>
    <Trans>This is too long for one entry. Shorten it, or split it into two. Your text is still here.</Trans>
  </Notice>
);
