/** Import: choose a file, preview its entries, and store them. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import {
  type DropItem,
  DropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
  Text,
} from 'react-aria-components';
import type { ImportChoice } from '../../client/import/choice.ts';
import type { ImportRefusal } from '../../client/import/detect.ts';
import type { NamedFile } from '../../client/import/with-files.ts';
import { keys } from '../keys/keys.ts';
import type { Preview } from '../keys/tasks/import.ts';
import { SealedLetter } from '../pictures/sealed-letter.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loading, Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx';
import { useTask } from '../ui/use-task.ts';
import { AllEntries } from './all-entries.tsx';
import { ImportPreview } from './import-preview.tsx';
import { NOT_SENT, REFUSALS } from './import-words.ts';
import { ofFolder } from './incoming-files.ts';
import { noteEverythingChanged } from './opened.ts';
import './vault.css';

type ImportStep =
  | { step: 'choose'; refusal?: ImportRefusal; name?: string }
  | { step: 'reading'; name: string }
  | { step: 'preview'; name: string; preview: Preview }
  | ({ step: 'done' } & DoneProps);

type Files = Awaited<ReturnType<typeof keys.uploadImportedFiles>>;
type Progressing = { label: string; done: number; total: number };

export default function ImportPage() {
  const { t, i18n } = useLingui();
  const [step, go] = useState<ImportStep>({ step: 'choose' });
  const [progress, setProgress] = useState<Progressing | null>(null);
  const { run, error } = useTask((work: () => Promise<void>) => work());

  const read = (files: readonly NamedFile[]) =>
    run(async () => {
      const name = nameOf(files);
      go({ step: 'reading', name });
      try {
        const words = { untitled: t`Untitled`, favourite: t`Favourite`, archived: t`Archived` };
        const found = await keys.readImport({ files, words });
        if ('refusal' in found) go({ step: 'choose', refusal: found.refusal, name });
        else go({ step: 'preview', name, preview: found });
      } catch (problem) {
        go({ step: 'choose' });
        throw problem;
      }
    });
  const store = (choice: ImportChoice, takesAll: boolean, { files: named, format }: Preview) =>
    run(async () => {
      const reporting = (label: string) => (done: number, total: number) =>
        setProgress({ label, done, total });
      const entries = reporting(t`Encrypting and saving`);
      entries(0, 1);
      try {
        const { created, updated } = await keys.runImport(choice, entries);
        const files =
          named > 0 ? await keys.uploadImportedFiles(undefined, reporting(t`Sending the files`)) : null;
        const isWhole = takesAll && (files?.leftOut.length ?? 0) === 0;
        go({ step: 'done', created, updated, files, isReadable: format !== 'encrypted', isWhole });
        await noteEverythingChanged();
      } finally {
        setProgress(null);
      }
    });
  return (
    <div className="transfer">
      <AllEntries />
      <PageTitle>
        <Trans>Import</Trans>
      </PageTitle>
      {step.step === 'choose' && (
        <>
          <Choose onFiles={(files) => files.length > 0 && void read(files)} />
          {step.refusal && (
            <Notice look="problem" title={step.name} announced>
              {i18n._(REFUSALS[step.refusal])}
            </Notice>
          )}
        </>
      )}
      {step.step === 'reading' && (
        <div role="status">
          <Loading />
          <p>
            <Trans>Reading {step.name} …</Trans>
          </p>
        </div>
      )}
      {step.step === 'preview' && (
        <ImportPreview
          name={step.name}
          preview={step.preview}
          isRunning={progress !== null}
          onRun={(choice, takesAll) => void store(choice, takesAll, step.preview)}
          onOther={() => go({ step: 'choose' })}
        />
      )}
      {progress && <Progress {...progress} />}
      {error !== null && step.step === 'preview' && (
        <p>
          <Trans>Some of it may already be stored. Try again: nothing will be added twice.</Trans>
        </p>
      )}
      <ProblemNotice error={error} />
      {step.step === 'done' && <Done {...step} />}
      <UnsavedDialog
        isUnsaved={progress !== null && step.step !== 'done'}
        title={<Trans>Leave during the import?</Trans>}
        what={
          <Trans>
            The import goes on while this tab is open and your vault is unlocked, but you won’t see its
            result. If it stops, import the same file again: nothing will be added twice.
          </Trans>
        }
        leave={<Trans>Leave the page</Trans>}
      />
    </div>
  );
}

/** The name of the file, or of the folder that all of them are in. */
const nameOf = ([first]: readonly NamedFile[]): string => first?.name.split('/')[0] ?? '';

const named = (bytes: File): NamedFile => ({ name: bytes.webkitRelativePath || bytes.name, bytes });

async function filesIn(item: DropItem, folder: string): Promise<NamedFile[]> {
  if (isFileDropItem(item))
    return ofFolder([await item.getFile()]).map((bytes) => ({ name: folder + bytes.name, bytes }));
  if (!isDirectoryDropItem(item)) return [];
  const files: NamedFile[] = [];
  for await (const each of item.getEntries()) files.push(...(await filesIn(each, `${folder}${item.name}/`)));
  return files;
}

function Choose({ onFiles }: { onFiles(files: readonly NamedFile[]): void }) {
  return (
    <>
      <p>
        <Trans>
          Choose a file exported from another password manager or browser, or from Vault Handover. It’s read
          here in your browser, and you’ll see what it contains before anything is stored.
        </Trans>
      </p>
      <DropZone
        className="drop-zone"
        onDrop={async ({ items }) =>
          onFiles((await Promise.all(items.map((item) => filesIn(item, '')))).flat())
        }
      >
        <Upload aria-hidden="true" size={28} />
        <Text slot="label">
          <Trans>Drag the file here, or choose it.</Trans>
        </Text>
        <div className="row">
          <FileTrigger onSelect={(files) => onFiles([...(files ?? [])].map(named))}>
            <Button look="second" autoFocus>
              <Trans>Choose a file</Trans>
            </Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(files) => onFiles(ofFolder([...(files ?? [])]).map(named))}>
            <Button look="quiet">
              <Trans>Choose a folder</Trans>
            </Button>
          </FileTrigger>
        </div>
      </DropZone>
      <h2>
        <Trans>How to export a file</Trans>
      </h2>
      <ul>
        <li>
          <Trans>Bitwarden: Settings, Export vault, file format “.json”.</Trans>
        </li>
        <li>
          <Trans>1Password: File, Export, file format “1PUX”.</Trans>
        </li>
        <li>
          <Trans>KeePass and KeePassXC: File or Database, Export, “XML”.</Trans>
        </li>
        <li>
          <Trans>Apple: the Passwords app, File, Export.</Trans>
        </li>
        <li>
          <Trans>Chrome: Settings, Passwords, Export.</Trans>
        </li>
        <li>
          <Trans>Firefox: Passwords, three-dot menu, Export.</Trans>
        </li>
        <li>
          <Trans>
            Vault Handover: the archive (ZIP) with your files as it is, or the folder that you unpacked it
            into.
          </Trans>
        </li>
      </ul>
      <p className="quiet">
        <Trans>Anyone can read the passwords in a file like this. Delete it after the import.</Trans>
      </p>
    </>
  );
}

interface DoneProps {
  created: number;
  updated: number;
  files: Files | null;
  /** Whether anyone who finds the imported file can read it. */
  isReadable: boolean;
  /** Whether all of it is in the vault, so that the file isn't the only copy of anything. */
  isWhole: boolean;
}

function Done({ created, updated, files, isReadable, isWhole }: DoneProps) {
  const { i18n } = useLingui();
  return (
    <>
      {created + updated > 0 && <SealedLetter />}
      <Notice look="good" announced>
        <p>
          <Plural
            value={created}
            _0="No entry was added."
            one="# entry was added."
            other="# entries were added."
          />{' '}
          {updated > 0 && (
            <Plural value={updated} one="# entry was replaced." other="# entries were replaced." />
          )}{' '}
          {files && files.sent > 0 && (
            <Plural value={files.sent} one="# file was sent." other="# files were sent." />
          )}
        </p>
        {isReadable && isWhole && (
          <p>
            <Trans>Delete the file now: anyone who finds it can read everything in it.</Trans>
          </p>
        )}
      </Notice>
      {files && files.leftOut.length > 0 && (
        <Notice look="problem">
          <p>
            <Plural
              value={files.leftOut.length}
              one="# file wasn’t sent. Its entry is in your vault:"
              other="# files weren’t sent. Their entries are in your vault:"
            />
          </p>
          <ul className="skipped">
            {files.leftOut.map(({ entryId, title, name, why }) => (
              <li key={entryId + name}>
                <Trans>
                  “{name}” of “{title}”: {i18n._(NOT_SENT[why])}
                </Trans>
              </li>
            ))}
          </ul>
          <p>
            <Trans>Once that’s solved, import the export again: nothing will be added or sent twice.</Trans>
          </p>
        </Notice>
      )}
      <ButtonLink href="/vault">
        <Trans>Go to your vault</Trans>
      </ButtonLink>
    </>
  );
}
