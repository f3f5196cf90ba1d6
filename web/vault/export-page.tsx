/** Export of the whole vault. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { $api } from '../api/queries.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { saveFile } from './save-file.ts';
import './vault.css';

type ExportKind = 'encrypted' | 'decrypted';

const fileName = (kind: ExportKind): string => {
  const day = new Date().toISOString().slice(0, 10);
  return kind === 'encrypted' ? `vault-export-${day}.ndjson` : `vault-decrypted-${day}.json`;
};

export default function ExportPage() {
  const { t } = useLingui();
  const [isUnderstood, understand] = useState(false);
  const [done, setDone] = useState(0);
  const [kind, choose] = useState<ExportKind>('encrypted');
  const { data: files } = $api.useQuery('get', '/files', { params: { query: { limit: 1 } } });
  const {
    run,
    result: saved,
    isPending,
    error,
  } = useTask(async (chosen: ExportKind) => {
    choose(chosen);
    setDone(0);
    const exported =
      chosen === 'encrypted' ? await keys.exportEncrypted() : await keys.exportDecrypted(undefined, setDone);
    const name = fileName(chosen);
    saveFile(exported.file, name);
    return { ...exported, name };
  });
  const working = isPending ? kind : null;
  return (
    <div className="stack transfer">
      <div>
        <Link href="/vault" className="back">
          <ArrowLeft aria-hidden="true" size={18} />
          <Trans>All entries</Trans>
        </Link>
        <PageTitle>
          <Trans>Export</Trans>
        </PageTitle>
      </div>
      {files && files.files.length > 0 && (
        <Notice>
          <p>
            <Trans>
              Files of up to 780 kB are in these copies. Larger ones, and those that you added to other
              entries, aren’t: save them where they’re shown, or use <code>export --files</code> of our
              command line, which copies everything.
            </Trans>
          </p>
        </Notice>
      )}
      <Card title={t`Encrypted`}>
        <p>
          <Trans>
            A copy that only this vault can open, with your password. You can safely keep it anywhere.
          </Trans>
        </p>
        <Button
          isPending={working === 'encrypted'}
          isDisabled={working === 'decrypted'}
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
          isDisabled={!isUnderstood || working === 'encrypted'}
          onPress={() => run('decrypted')}
        >
          <Trans>Save a readable copy</Trans>
        </Button>
        {working === 'decrypted' && (
          <p className="quiet">
            <Plural value={done} one="# entry opened" other="# entries opened" />
          </p>
        )}
      </Card>
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
        </Notice>
      )}
    </div>
  );
}
