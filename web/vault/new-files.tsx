/** Several files at once: each as an entry of its own, or all in one. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FolderUp, Upload, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { changedNothing } from '../../client/problem.ts';
import { type Content, MOST_FILES } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Form } from '../ui/form.tsx';
import { Progress } from '../ui/loading.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedDialog, useSaveOnLeave } from '../ui/unsaved-dialog.tsx';
import { useNavigateWhileHere } from '../ui/use-navigate-while-here.ts';
import { useTask } from '../ui/use-task.ts';
import {
  type ChosenFile,
  changeDraft,
  draftAt,
  dropDraft,
  type EntryDraft,
  keepDraft,
  withSavingMarked,
} from './drafts.ts';
import { TooMany } from './entry-files.tsx';
import { EntryRecipients } from './entry-recipients.tsx';
import { contentOf, titleOf } from './file-bytes.ts';
import { newFile, ofFolder, takeIncomingFiles, useDroppedFiles } from './incoming-files.ts';
import { type Labels, LabelsFields } from './labels-fields.tsx';
import { noteChanged } from './opened.ts';
import { Room, roomFor, useRoom } from './room.tsx';
import { useSize } from './sizes.ts';
import { TakePhotos } from './take-photos.tsx';
import { MOST_ATTACHED_BYTES, TooLarge } from './too-large.tsx';

const PLACE = 'new file';

const entryOf = (title: string, labels: Labels): Content => ({
  ...{ version: 1, kind: 'file', title, fields: {} },
  ...labels,
});

type Report = (done: number) => void;

export function NewFiles() {
  const { t } = useLingui();
  const size = useSize();
  const navigate = useNavigateWhileHere();
  const [draft] = useState(() => draftAt(PLACE));
  /** The entry that holds all of them. */
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [chosen, setChosen] = useState(draft?.chosen ?? []);
  const [tooLarge, setTooLarge] = useState<File[]>([]);
  const [isTogether, keepTogether] = useState(draft?.isTogether ?? false);
  const [isBegun, setBegun] = useState(draft?.isBegun ?? false);
  const [title, setTitle] = useState(draft?.content.title ?? '');
  const [labels, setLabels] = useState<Labels>(() => ({
    category: draft?.content.category ?? '',
    tags: draft?.content.tags ?? [],
  }));
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { run, isPending, error } = useTask((work: () => Promise<void>) => work());
  const saveOnLeave = useSaveOnLeave();
  const room = useRoom();
  const stopping = useRef(new AbortController());
  const asOne = isBegun || (isTogether && chosen.length > 1);
  const apart = chosen.filter(({ inside }) => asOne || inside === null).map(({ file }) => file);
  const isTooMany = asOne && chosen.length > MOST_FILES;
  const fits = !isTooMany && (room === null || roomFor(apart) <= room);

  const isSaving = progress !== null;
  const take = (files: readonly File[]) => {
    // The page is left once everything is saved, and files added now would be lost with it.
    if (isSaving) return;
    return run(async () => {
      const fitting = files.filter((file) => file.size <= MOST_ATTACHED_BYTES);
      setTooLarge(files.filter((file) => file.size > MOST_ATTACHED_BYTES));
      const taken: ChosenFile[] = [];
      for (const file of fitting) {
        const inside = await contentOf(file, { category: '', tags: [] });
        taken.push({ id: crypto.randomUUID(), file, inside });
      }
      const [folder = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
      if (folder !== '') keepTogether(true);
      setTitle((before) => before || folder || titleOf(fitting[0]?.name ?? ''));
      setChosen((before) => [...before, ...taken]);
    });
  };
  const form = saveOnLeave.form;
  useDroppedFiles(form, (files) => void take(files));
  const takeFirst = useEffectEvent(() => {
    const files = takeIncomingFiles();
    if (files.length > 0) void take(files);
  });
  useEffect(() => takeFirst(), []);
  useEffect(() => {
    if (chosen.length === 0) dropDraft(PLACE);
    else
      keepDraft(PLACE, { id, content: entryOf(title, labels), version: null, chosen, isTogether, isBegun });
  }, [id, title, labels, chosen, isTogether, isBegun]);
  /** In the draft too: this page may have been left since. */
  const begin = () => {
    setBegun(true);
    changeDraft(PLACE, (kept) => ({ ...kept, isBegun: true }));
  };
  const noteSaved = (saved: string) => {
    const others = (all: EntryDraft['chosen'] = []) => all.filter((each) => each.id !== saved);
    setChosen(others);
    changeDraft(PLACE, (kept) => ({ ...kept, chosen: others(kept.chosen) }));
  };

  const save = async () => {
    const target = saveOnLeave.target();
    const total = chosen.reduce((sum, { file }) => sum + file.size, 0);
    const { signal } = stopping.current;
    let done = 0;
    let last = '';
    const report: Report = (more) => setProgress({ done: done + more, total });
    report(0);
    try {
      const parts = asOne
        ? [{ id, size: total, content: entryOf(title, labels), files: apart }]
        : chosen.map(({ id, file, inside }) => ({
            ...{ id, size: file.size },
            content: inside ? { ...inside, ...labels } : entryOf(titleOf(file.name), labels),
            files: inside ? [] : [file],
          }));
      for (const { id, size, content, files } of parts) {
        let item = await keys.addEntry({ id, content }).catch((error: unknown) => {
          if (asOne && !changedNothing(error)) begin();
          throw error;
        });
        if (asOne) begin();
        if (files.length > 0) item = await keys.addFiles({ id, files: files.map(newFile) }, report, signal);
        done += size;
        noteChanged(item);
        last = item.id;
        if (!asOne) noteSaved(id);
      }
      if (asOne) setChosen([]);
      dropDraft(PLACE);
      if (target === null) navigate(parts.length === 1 ? `/vault/${last}` : '/vault', { replace: true });
      else navigate(target);
    } finally {
      setProgress(null);
    }
  };
  const saveAll = () => run(() => withSavingMarked(PLACE, save));
  return (
    <>
      <Form
        ref={saveOnLeave.form}
        className="form entry-form"
        autoComplete="off"
        onSubmit={() => fits && !isPending && saveAll()}
      >
        <div className="drop-zone">
          <Upload aria-hidden="true" size={28} />
          <p>
            <Trans>Drag files or folders here, or choose them. Each can be up to 2 GB.</Trans>
          </p>
          <div className="row">
            <FileTrigger allowsMultiple onSelect={(files) => take([...(files ?? [])])}>
              <Button look="second" isDisabled={isSaving}>
                <Trans>Choose files</Trans>
              </Button>
            </FileTrigger>
            <FileTrigger acceptDirectory onSelect={(files) => take(ofFolder([...(files ?? [])]))}>
              <Button look="quiet" isDisabled={isSaving}>
                <FolderUp aria-hidden="true" size={18} />
                <Trans>Choose a folder</Trans>
              </Button>
            </FileTrigger>
            <TakePhotos
              isDisabled={isSaving}
              before={chosen.length}
              onPhotos={(photos) => {
                keepTogether(true);
                void take(photos);
              }}
            />
          </div>
        </div>
        {tooLarge.map((file) => (
          <TooLarge key={file.name} file={file} />
        ))}
        <Room needed={roomFor(apart)} />
        {chosen.length > 0 && (
          <ul className="bare chosen-files" aria-label={t`Chosen files`}>
            {chosen.map(({ id, file }) => (
              <li key={id}>
                <span className="value">
                  {file.name} <span className="quiet">{size(file.size)}</span>
                </span>
                <Button
                  look="quiet"
                  size="small"
                  isDisabled={isSaving}
                  aria-label={t`Leave out ${file.name}`}
                  onPress={() => setChosen(chosen.filter((each) => each.id !== id))}
                >
                  <X aria-hidden="true" size={18} />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {chosen.length > 1 && (
          <Checkbox isSelected={isTogether} isDisabled={isBegun || isSaving} onChange={keepTogether}>
            <Trans>Keep them together in one entry</Trans>
          </Checkbox>
        )}
        {asOne && (
          <TextField label={t`Title`} value={title} onChange={setTitle} isRequired autoComplete="off" />
        )}
        {isTooMany && <TooMany />}
        <LabelsFields {...labels} onChange={setLabels} />
        <EntryRecipients entryId={null} kind="file" />
        {progress && <Progress label={t`Encrypting and saving`} {...progress} />}
        <ProblemNotice error={error} />
        <div className="actions">
          <Button type="submit" isPending={isPending} isDisabled={chosen.length === 0 || !fits}>
            {chosen.length > 1 ? (
              <Plural value={chosen.length} one="Save # file" other="Save # files" />
            ) : (
              <Trans>Save</Trans>
            )}
          </Button>
        </div>
      </Form>
      <UnsavedDialog
        isUnsaved={chosen.length > 0}
        onSave={isSaving ? undefined : saveOnLeave.save}
        onDiscard={() => {
          stopping.current.abort();
          dropDraft(PLACE);
          setChosen([]);
        }}
      />
    </>
  );
}
