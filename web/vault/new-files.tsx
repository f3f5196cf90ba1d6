/** Several files at once, each as an entry of its own. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Upload, X } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { Content } from '../../crypto/index.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Progress } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { contentOf, MOST_FILE_BYTES } from './file-bytes.ts';
import { type Labels, LabelsFields } from './labels-fields.tsx';
import { Leaving, useSavedFirst } from './leaving.tsx';
import { noteChanged } from './opened.ts';
import { useSize } from './sizes.ts';
import { TooLarge } from './too-large.tsx';
import { WhoGetsIt } from './who-gets-it.tsx';

interface ChosenFile {
  /** The new entry's ID, so that saving again adds nothing twice. */
  id: string;
  file: File;
  content: Content;
}

export function NewFiles() {
  const { t } = useLingui();
  const size = useSize();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const [tooLarge, setTooLarge] = useState<File[]>([]);
  const [labels, setLabels] = useState<Labels>({ category: '', tags: [] });
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { run, error } = useTask((work: () => Promise<void>) => work());
  const savedFirst = useSavedFirst();

  const take = (files: readonly File[]) =>
    run(async () => {
      const refused: File[] = [];
      const taken: ChosenFile[] = [];
      try {
        for (const file of files) {
          const content = await contentOf(file, { category: '', tags: [] });
          if (content) taken.push({ id: crypto.randomUUID(), file, content });
          else refused.push(file);
        }
      } finally {
        setTooLarge(refused);
        setChosen((before) => [...before, ...taken]);
      }
    });
  const save = () =>
    run(async () => {
      const target = savedFirst.target();
      const total = chosen.length;
      let last = '';
      try {
        for (const [done, { id, content }] of chosen.entries()) {
          setProgress({ done, total });
          const item = await keys.addEntry({ id, content: { ...content, ...labels } });
          noteChanged(item);
          last = item.id;
          setChosen((before) => before.filter((each) => each.id !== id));
        }
        if (target === null) navigate(total === 1 ? `/vault/${last}` : '/vault', { replace: true });
        else navigate(target);
      } finally {
        setProgress(null);
      }
    });
  return (
    <>
      <PageTitle>{t`New files`}</PageTitle>
      <Form ref={savedFirst.form} className="form entry-form" autoComplete="off" onSubmit={save}>
        <DropZone
          className="drop-zone"
          onDrop={async ({ items }) =>
            take(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
          }
        >
          <Upload aria-hidden="true" size={28} />
          <Text slot="label">
            <Trans>Drag files here, or choose them. Each can be up to {size(MOST_FILE_BYTES)}.</Trans>
          </Text>
          <FileTrigger allowsMultiple onSelect={(files) => take([...(files ?? [])])}>
            <Button look="second">
              <Trans>Choose files</Trans>
            </Button>
          </FileTrigger>
        </DropZone>
        {tooLarge.map((file) => (
          <TooLarge key={file.name} file={file} />
        ))}
        {chosen.length > 0 && (
          <ul className="chosen-files" aria-label={t`Chosen files`}>
            {chosen.map(({ id, file }) => (
              <li key={id}>
                <span className="value">
                  {file.name} <span className="quiet">{size(file.size)}</span>
                </span>
                <Button
                  look="quiet"
                  size="small"
                  aria-label={t`Leave out ${file.name}`}
                  onPress={() => setChosen(chosen.filter((each) => each.id !== id))}
                >
                  <X aria-hidden="true" size={18} />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <LabelsFields {...labels} onChange={setLabels} />
        <WhoGetsIt entryId={null} kind="file" />
        {progress && <Progress label={t`Encrypting and saving`} {...progress} />}
        <ProblemNotice error={error} />
        <div className="actions">
          <Button type="submit" isPending={progress !== null} isDisabled={chosen.length === 0}>
            {chosen.length > 1 ? (
              <Plural value={chosen.length} one="Save # file" other="Save # files" />
            ) : (
              <Trans>Save</Trans>
            )}
          </Button>
        </div>
      </Form>
      <Leaving
        isUnsaved={chosen.length > 0 && progress === null}
        onSave={savedFirst.save}
        onDiscard={() => setChosen([])}
      />
    </>
  );
}
