/** Export of the whole vault. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { $api } from '../api/queries.ts';
import { STREAMED_FROM, saveStream } from '../entries/save-attached.ts';
import { keys } from '../keys/keys.ts';
import type { ExportedFile, ExportRequest } from '../keys/tasks/export.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Progress } from '../ui/loading.tsx';
import { isoDay } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { AllEntries } from './all-entries.tsx';
import { saveFile } from './save-file.ts';
import './vault.css';

type ExportKind = ExportRequest['kind'];

const fileName = (kind: ExportKind): string => {
  const day = isoDay(new Date());
  return kind === 'encrypted' ? `vault-export-${day}.ndjson` : `vault-decrypted-${day}.json`;
};

type Report = (done: number, total: number) => void;

async function saveWhole(request: ExportRequest, name: string, report: Report) {
  const exported = await keys.exportVault(request, report);
  saveFile(exported.file!, name);
  return { ...exported, name };
}

/** Large archives go to the disk while they are made, where the browser can do that. */
async function saveArchive(
  request: ExportRequest,
  { name, fileBytes }: { name: string; fileBytes: number },
  report: Report,
) {
  if (fileBytes >= STREAMED_FROM) {
    let exported: ExportedFile | null = null;
    const streamed = await saveStream(name, async (to) => {
      exported = await keys.exportVault({ ...request, to }, report);
    });
    if (streamed !== null && exported) return { ...(exported as ExportedFile), name: streamed };
  }
  return saveWhole(request, name, report);
}

export default function ExportPage() {
  const { t, i18n } = useLingui();
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  const [isUnderstood, understand] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [kind, choose] = useState<ExportKind>('encrypted');
  const billing = $api.useQuery('get', '/billing/status');
  // Until it is known whether there are files, a copy could lack them.
  const isKnown = billing.data !== undefined;
  const fileBytes = billing.data?.usage.fileBytes ?? 0;
  const {
    run,
    result: saved,
    isPending,
    error,
  } = useTask(async (chosen: ExportKind) => {
    choose(chosen);
    const document = fileName(chosen);
    const archive = fileBytes > 0 ? { folder: t`Files`, name: document } : null;
    const reached = (done: number, total: number) => setProgress({ done, total });
    reached(0, 0);
    try {
      if (!archive) return await saveWhole({ kind: chosen, archive }, document, reached);
      const name = document.replace(/\.[a-z]+$/, '.zip');
      return await saveArchive({ kind: chosen, archive }, { name, fileBytes }, reached);
    } finally {
      setProgress(null);
    }
  });
  const working = isPending ? kind : null;
  const isWithFiles = progress !== null && fileBytes > 0;
  return (
    <div className="stack transfer">
      <div>
        <AllEntries />
        <PageTitle>
          <Trans>Export</Trans>
        </PageTitle>
      </div>
      {!isKnown && <ProblemNotice error={billing.error} onTryAgain={() => void billing.refetch()} />}
      {fileBytes > 0 && (
        <p>
          <Trans>
            Because your vault has files, each copy is an archive (ZIP) with all of them. You can import it as
            it is.
          </Trans>
        </p>
      )}
      <Card title={t`Encrypted`}>
        <p>
          <Trans>
            A copy that only this vault can open, with your password. You can safely keep it anywhere.
          </Trans>
        </p>
        <Button
          isPending={working === 'encrypted'}
          isDisabled={!isKnown || working === 'decrypted'}
          onPress={() => run('encrypted')}
        >
          <Trans>Save an encrypted copy</Trans>
        </Button>
      </Card>
      <Card title={t`Readable`} look="alarm">
        <p>
          <Trans>
            Anyone who gets hold of this file can read all of it: every password, every letter. Keep it on an
            encrypted disk, and delete it when you’re done.
          </Trans>
        </p>
        <Checkbox isSelected={isUnderstood} onChange={understand}>
          <Trans>I’ll keep the file where nobody else can find it.</Trans>
        </Checkbox>
        <Button
          look="danger"
          isPending={working === 'decrypted'}
          isDisabled={!isKnown || !isUnderstood || working === 'encrypted'}
          onPress={() => run('decrypted')}
        >
          <Trans>Save a readable copy</Trans>
        </Button>
        {working === 'decrypted' && progress && !isWithFiles && (
          <p className="quiet">
            <Plural value={progress.done} one="# entry opened" other="# entries opened" />
          </p>
        )}
      </Card>
      {progress && isWithFiles && <Progress label={t`Collecting the files`} {...progress} />}
      <ProblemNotice error={error} />
      {saved && (
        <Notice look="good" announced>
          <p>
            <Plural
              value={saved.entries}
              one={`# entry is in ${saved.name}.`}
              other={`# entries are in ${saved.name}.`}
            />
          </p>
          {saved.missing > 0 && (
            <p>
              <Plural
                value={saved.missing}
                one="# entry can’t be opened and is missing from the copy. Keep an encrypted copy too."
                other="# entries can’t be opened and are missing from the copy. Keep an encrypted copy too."
              />
            </p>
          )}
          {saved.missingFiles.length > 0 && (
            <p>
              <Trans>These files couldn’t be fetched and are missing: {list(saved.missingFiles)}</Trans>
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
