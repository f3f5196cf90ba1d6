/** Changing an entry, and what to do if it was changed elsewhere meanwhile. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { Content } from '../../crypto/index.ts';
import { hasCode } from '../api/sentences.ts';
import { keys } from '../keys/keys.ts';
import type { Item } from '../keys/tasks/entries.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { differences } from './conflict.ts';
import { Conflict } from './conflict-view.tsx';
import { draftAt, dropDraft, keepDraft } from './drafts.ts';
import { EntryForm, isTooLarge } from './entry-form.tsx';
import type { FullItem } from './full-item.ts';
import { Leaving, useSavedFirst } from './leaving.tsx';
import { noteChanged } from './opened.ts';

interface EditEntryProps {
  item: FullItem;
  /** @param saved null if nothing was changed */
  onDone(saved: Item | null): void;
}

const isSame = (one: Content, other: Content): boolean => differences(one, other).length === 0;

export function EditEntry({ item, onDone }: EditEntryProps) {
  const { t } = useLingui();
  const { id } = item;
  const [draft] = useState(() => draftAt(id));
  const [content, setContent] = useState(draft?.content ?? item.content);
  const [base, setBase] = useState({ version: draft?.version ?? item.version, content: item.content });
  const [theirs, setTheirs] = useState<FullItem | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isUnsaved = !isSame(content, base.content);
  const savedFirst = useSavedFirst();
  const [, navigate] = useLocation();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  function change(next: Content) {
    // What is typed while it is being saved would be gone with the form.
    if (isPending) return;
    setContent(next);
    keepDraft(id, { id, content: next, version: base.version });
  }
  function finish(saved: Item | null) {
    dropDraft(id);
    onDone(saved);
  }
  async function save(chosen: Content, version: number, target: string | null = null) {
    setPending(true);
    setError(null);
    try {
      finish(await keys.changeEntry({ id, content: chosen, version }));
      if (target !== null) navigate(target);
    } catch (problem) {
      if (hasCode(problem, 'version_conflict')) await compare(chosen).catch(setError);
      else setError(problem);
      setPending(false);
    }
  }
  async function compare(mine: Content) {
    const read = await keys.readEntry({ id });
    if (!read.content) return setError(new Error('It no longer opens'));
    const other = { ...read, content: read.content };
    // Perhaps an earlier try was carried out, and only its answer got lost.
    if (isSame(mine, other.content)) return finish(other);
    setTheirs(other);
  }
  async function keepBoth() {
    if (!theirs) return;
    setPending(true);
    setError(null);
    try {
      const copy = { ...content, title: t`${content.title} (my version)` };
      noteChanged(await keys.addEntry({ id: copyId.current, content: copy }));
      finish(theirs);
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  }
  const copyId = useRef(crypto.randomUUID());

  if (theirs) {
    return (
      <Conflict
        mine={content}
        theirs={theirs}
        error={error}
        isPending={isPending}
        onChoose={(chosen) => {
          setContent(chosen);
          setBase({ version: theirs.version, content: theirs.content });
          keepDraft(id, { id, content: chosen, version: theirs.version });
          void save(chosen, theirs.version);
        }}
        onKeepBoth={keepBoth}
      />
    );
  }
  return (
    <Form
      ref={savedFirst.form}
      className="form entry-form"
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isUnsaved) finish(null);
        else if (!isTooLarge(content)) void save(content, base.version, savedFirst.target());
      }}
    >
      <h2 className="pane-title" ref={heading} tabIndex={-1}>
        <Trans>Edit “{item.content.title}”</Trans>
      </h2>
      {draft && (
        <Notice>
          <p>
            <Trans>This is what you wrote before and did not save.</Trans>
          </p>
        </Notice>
      )}
      <EntryForm content={content} onChange={change} />
      {isTooLarge(content) && <TextTooLarge />}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button type="submit" isPending={isPending} isDisabled={isTooLarge(content)}>
          <Trans>Save</Trans>
        </Button>
        <Button look="second" onPress={() => finish(null)}>
          {isUnsaved ? <Trans>Discard the changes</Trans> : <Trans>Back</Trans>}
        </Button>
      </div>
      <Leaving
        isUnsaved={isUnsaved && !isPending}
        onSave={isTooLarge(content) ? undefined : savedFirst.save}
        onDiscard={() => dropDraft(id)}
      />
    </Form>
  );
}

export const TextTooLarge = () => (
  <Notice look="problem" announced>
    <p>
      <Trans>
        This is too long for one entry. Shorten it, or divide it between two. What you wrote is still here.
      </Trans>
    </p>
  </Notice>
);
