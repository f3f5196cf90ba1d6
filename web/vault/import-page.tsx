/** Import: choose a file, preview its entries, and store them. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Upload } from 'lucide-react';
import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { Link } from 'wouter';
import type { ImportChoice } from '../../client/import/choice.ts';
import type { ImportRefusal } from '../../client/import/detect.ts';
import { keys } from '../keys/keys.ts';
import type { Preview } from '../keys/tasks/import.ts';
import { SealedLetter } from '../pictures/sealed-letter.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loading, Progress } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { ImportPreview } from './import-preview.tsx';
import { REFUSALS } from './import-words.ts';
import { noteEverythingChanged } from './opened.ts';
import './vault.css';

type ImportStep =
  | { step: 'choose'; refusal?: ImportRefusal; name?: string }
  | { step: 'reading'; name: string }
  | { step: 'preview'; name: string; preview: Preview }
  | { step: 'done'; created: number; updated: number };

export default function ImportPage() {
  const { t, i18n } = useLingui();
  const [step, go] = useState<ImportStep>({ step: 'choose' });
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { run, error } = useTask((work: () => Promise<void>) => work());

  const read = (file: File) =>
    run(async () => {
      const { name } = file;
      go({ step: 'reading', name });
      try {
        const words = { untitled: t`Untitled`, favourite: t`Favourite`, archived: t`Archived` };
        const found = await keys.readImport({ file, words });
        if ('refusal' in found) go({ step: 'choose', refusal: found.refusal, name });
        else go({ step: 'preview', name, preview: found });
      } catch (problem) {
        go({ step: 'choose' });
        throw problem;
      }
    });
  const store = (choice: ImportChoice) =>
    run(async () => {
      setProgress({ done: 0, total: 1 });
      try {
        const result = await keys.runImport(choice, (done, total) => setProgress({ done, total }));
        go({ step: 'done', ...result });
        await noteEverythingChanged();
      } finally {
        setProgress(null);
      }
    });
  return (
    <div className="transfer">
      <Link href="/vault" className="back">
        <ArrowLeft aria-hidden="true" size={18} />
        <Trans>All entries</Trans>
      </Link>
      <PageTitle>
        <Trans>Import</Trans>
      </PageTitle>
      {step.step === 'choose' && (
        <>
          <Choose onFile={(file) => file && void read(file)} />
          {step.refusal && (
            <Notice look="problem" title={step.name} announced>
              <p>{i18n._(REFUSALS[step.refusal])}</p>
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
          onRun={store}
          onOther={() => go({ step: 'choose' })}
        />
      )}
      {progress && <Progress label={t`Encrypting and saving`} {...progress} />}
      {error !== null && step.step === 'preview' && (
        <p>
          <Trans>Some of it may already be stored. Try again: nothing will be added twice.</Trans>
        </p>
      )}
      <ProblemNotice error={error} />
      {step.step === 'done' && <Done {...step} />}
    </div>
  );
}

function Choose({ onFile }: { onFile(file: File | undefined): void }) {
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
        onDrop={async ({ items }) => onFile(await items.find(isFileDropItem)?.getFile())}
      >
        <Upload aria-hidden="true" size={28} />
        <Text slot="label">
          <Trans>Drag the file here, or choose it.</Trans>
        </Text>
        <FileTrigger onSelect={(files) => onFile(files?.[0])}>
          <Button look="second" autoFocus>
            <Trans>Choose a file</Trans>
          </Button>
        </FileTrigger>
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
      </ul>
      <p className="quiet">
        <Trans>Anyone can read the passwords in a file like this. Delete it after the import.</Trans>
      </p>
    </>
  );
}

function Done({ created, updated }: { created: number; updated: number }) {
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
          )}
        </p>
        <p>
          <Trans>Delete the file now: anyone who finds it can read everything in it.</Trans>
        </p>
      </Notice>
      <ButtonLink href="/vault">
        <Trans>To your vault</Trans>
      </ButtonLink>
    </>
  );
}
