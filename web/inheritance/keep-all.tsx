/** A copy of everything, in one file that opens offline. */

import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AttachedFile } from '../../crypto/index.ts';
import { FIELD_NAMES, KIND_PLURALS } from '../entries/entry-words.ts';
import { STREAMED_FROM, saveStream } from '../entries/save-attached.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { RadioGroup } from '../ui/choice.tsx';
import { Progress } from '../ui/loading.tsx';
import { useMoments } from '../ui/moment.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { MOST_IN_PAGE } from '../vault/export/most-in-page.ts';
import { saveFile } from '../vault/save-file.ts';
import { useArchiveWords } from './archive-words.ts';
import { FRESHNESS } from './freshness.ts';
import type { ListWarning } from './list-warnings.ts';

type CopyKind = 'sealed' | 'plain';

interface KeepAllProps {
  ownerName: string;
  warnings: readonly ListWarning[];
  hasSecrets: boolean;
  /** The token of the link. */
  token: string;
  files: readonly AttachedFile[];
  /** The size of all files inside entries. */
  innerBytes: number;
}

export function KeepAll({ ownerName, warnings, hasSecrets, token, files, innerBytes }: KeepAllProps) {
  const { t, i18n } = useLingui();
  const moment = useMoments();
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  const [how, setHow] = useState<CopyKind>('sealed');
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const archiveWords = useArchiveWords(ownerName);
  const isArchive = files.length > 0 || innerBytes > MOST_IN_PAGE;

  const spoken = <Name extends string>(words: Readonly<Record<Name, MessageDescriptor>>) =>
    Object.fromEntries(
      Object.entries<MessageDescriptor>(words).map(([name, word]) => [name, i18n._(word)]),
    ) as Record<Name, string>;

  const {
    run: save,
    result: saved,
    isPending,
    error,
  } = useTask(async () => {
    const title = t`What ${ownerName} left to you`;
    const day = moment(new Date(), 'day');
    const words = {
      language: i18n.locale,
      title,
      intro: [
        t`Saved on ${day}. This file opens without the internet.`,
        ...warnings.flatMap(({ title, text, items = [] }) => [
          ...(title ? [title] : []),
          text,
          ...items.map((item) => item.text),
        ]),
      ],
      kinds: spoken(KIND_PLURALS),
      fields: spoken(FIELD_NAMES),
      freshness: spoken(FRESHNESS),
      category: t`Category`,
      tags: t`Tags`,
      show: t`Show`,
      download: t`Save`,
      fileKey: t`key for the program “age”`,
      missing: t`couldn’t be saved`,
      damaged: t`This file is damaged, so it can’t be saved.`,
      nothing: t`There’s nothing here.`,
      printLetter: t`Print this letter`,
      nowPrint: t`Only this letter is shown. Now print it from your browser.`,
      showAll: t`Show everything again`,
    };
    const sealed = {
      title: `${title} (${t`sealed`})`,
      intro: [t`Saved on ${day}. You open it with the code on your recovery kit, without the internet.`],
      code: t`Code on your recovery kit`,
      open: t`Open`,
      opening: t`Opening…`,
      mistyped: t`There’s a typing mistake in the code. Please compare it with your sheet.`,
      words: t`Those are the six words from your sheet. Please enter the code at the top of it: nine groups of four.`,
      otherSheet: t`That’s the recovery code for a vault, from a different sheet. Use the sheet that says “Recovery kit” at the top.`,
      wrong: t`This code is complete, but it doesn’t open this file. It may belong to another sheet. If it’s from the right one, the file is damaged: try another copy of it.`,
      unsupported: t`This file doesn’t open here. Please try a newer browser, such as Firefox, Chrome or Safari. If it doesn’t open there either, the file isn’t complete: try another copy of it.`,
    };
    const isSealed = how === 'sealed';
    const name = isSealed ? `${title} (${t`sealed`})` : title;
    const request = { words, sealed: isSealed ? sealed : null };
    if (!isArchive) {
      const { bytes } = await keys.saveCopy({ ...request, archive: null });
      return { name: saveFile(bytes!, `${name}.html`), missing: [] };
    }
    const archive = { ...archiveWords(name, isSealed), token };
    const progressed = (done: number, total: number) => setProgress({ done, total });
    let missing: string[] = [];
    async function make(to?: WritableStream<Uint8Array>): Promise<Blob | null> {
      const saved = await keys.saveCopy({ ...request, archive, ...(to && { to }) }, progressed);
      missing = saved.missing;
      return saved.bytes;
    }
    try {
      const size = files.reduce((sum, each) => sum + each.size, innerBytes);
      const streamed = size >= STREAMED_FROM ? await saveStream(`${name}.zip`, make) : null;
      return { name: streamed ?? saveFile((await make())!, `${name}.zip`), missing };
    } finally {
      setProgress(null);
    }
  });

  return (
    <section className="card wash no-print" id="keep" aria-labelledby="keep-title">
      <h2 id="keep-title">
        <Trans>Keep all of it</Trans>
      </h2>
      <p>
        {!isArchive ? (
          <Trans>
            You’ll get one file with everything in it. It opens in any browser, even without the internet.
          </Trans>
        ) : (
          <Trans>
            You’ll get one archive (ZIP) with a page that opens in any browser, all files, and a note that
            says how to open them in years to come, without us.
          </Trans>
        )}
      </p>
      <RadioGroup<CopyKind>
        label={t`How do you want to keep it?`}
        value={how}
        onChange={setHow}
        options={[
          {
            value: 'sealed',
            label: t`Sealed`,
            description: t`It asks for the code on your sheet. Nobody who finds the file can read it without the code, so keep the sheet as well.`,
          },
          {
            value: 'plain',
            label: t`Readable`,
            description: hasSecrets
              ? t`Anyone who has the file can open it and read everything, including passwords. You no longer need the sheet for it.`
              : t`Anyone who has the file can open it. You no longer need the sheet for it.`,
          },
        ]}
      />
      {progress && <Progress label={t`Collecting the files`} {...progress} />}
      <ProblemNotice error={error} />
      <div className="actions">
        <Button onPress={save} isPending={isPending}>
          <Download aria-hidden="true" size={18} />
          <Trans>Save the file</Trans>
        </Button>
      </div>
      {saved && (
        <Notice look="good" announced>
          <p>
            <Trans>
              Your browser is saving “{saved.name}”. Please open it once to make sure that you have it.
            </Trans>
          </p>
          {saved.missing.length > 0 && (
            <p>
              <Trans>These files couldn’t be fetched and are missing: {list(saved.missing)}</Trans>
            </p>
          )}
        </Notice>
      )}
    </section>
  );
}
