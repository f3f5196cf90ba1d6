/** A preview of an import, before anything is stored. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ImportChoice } from '../../client/import/choice.ts';
import { $api } from '../api/queries.ts';
import { KIND_PLURALS } from '../entries/entry-words.ts';
import type { Preview } from '../keys/tasks/import.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { DOES_NOT_OPEN, FORMATS, LEFT_BEHIND_WORDS, SKIPPED } from './import-words.ts';
import { KIND_ICONS, KINDS } from './kinds.ts';

interface ImportPreviewProps {
  name: string;
  preview: Preview;
  isRunning: boolean;
  /** @param takesAll whether the vault will have everything in this file */
  onRun(choice: ImportChoice, takesAll: boolean): void;
  onOther(): void;
}

/** Beyond this, the list of skipped entries only says how many more there are. */
const MOST_SHOWN = 100;

export function ImportPreview({ name, preview, isRunning, onRun, onOther }: ImportPreviewProps) {
  const { i18n } = useLingui();
  const { format, items, skipped, left, files } = preview;
  const [addSimilar, setAddSimilar] = useState(false);
  const [takeNewer, setTakeNewer] = useState(true);
  const [putOlderBack, setPutOlderBack] = useState(false);
  const [hasRun, setRun] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const count = (how: Preview['items'][number]['known']) => items.filter(({ known }) => known === how).length;
  const [identical, similar] = [count('identical'), count('similar')];
  const [newer, older] = [count('newer'), count('older')];
  const coming =
    count(null) + (addSimilar ? similar : 0) + (takeNewer ? newer : 0) + (putOlderBack ? older : 0);
  const proven = items.filter(({ known, isProven }) => known === 'identical' && isProven).length;
  const takesAll = skipped.length === 0 && Object.keys(left).length === 0 && coming + proven === items.length;
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        <Plural value={items.length} one="# entry in the file" other="# entries in the file" />
      </h2>
      <p className="quiet">
        {i18n._(FORMATS[format])}: {name}
      </p>
      <ul className="kind-counts">
        {KINDS.map((kind) => {
          const Icon = KIND_ICONS[kind];
          const number = items.filter((item) => item.kind === kind).length;
          if (number === 0) return null;
          return (
            <li key={kind}>
              <Icon aria-hidden="true" size={20} /> {i18n._(KIND_PLURALS[kind])}: {i18n.number(number)}
            </li>
          );
        })}
      </ul>
      {files > 0 && (
        <p>
          <Plural
            value={files}
            one="Its entries refer to # file. We’ll send it, unless your vault has it already."
            other="Its entries refer to # files. We’ll send those that your vault doesn’t have yet."
          />
        </p>
      )}
      {identical > 0 && (
        <p>
          <Plural
            value={identical}
            one="# entry is already in your vault, exactly the same, and will be skipped."
            other="# entries are already in your vault, exactly the same, and will be skipped."
          />
        </p>
      )}
      {similar > 0 && (
        <Checkbox isSelected={addSimilar} onChange={setAddSimilar} isDisabled={isRunning}>
          <Plural
            value={similar}
            one="Also add # entry that looks like another one, for example with the same title and user name, but differs from it"
            other="Also add # entries that look like others, for example with the same title and user name, but differ from them"
          />
        </Checkbox>
      )}
      {newer > 0 && (
        <Checkbox isSelected={takeNewer} onChange={setTakeNewer} isDisabled={isRunning}>
          <Plural
            value={newer}
            one="Replace # entry that is newer in the file. The current version moves to the trash"
            other="Replace # entries that are newer in the file. The current versions move to the trash"
          />
        </Checkbox>
      )}
      {older > 0 && (
        <Checkbox isSelected={putOlderBack} onChange={setPutOlderBack} isDisabled={isRunning}>
          <Plural
            value={older}
            one="Restore # entry that has changed since the export. The current version moves to the trash"
            other="Restore # entries that have changed since the export. The current versions move to the trash"
          />
        </Checkbox>
      )}
      <Missing skipped={skipped} left={left} />
      {/* Afterwards, some of it may be in the vault already. */}
      {!hasRun && <Room coming={count(null) + (addSimilar ? similar : 0)} />}
      <div className="actions">
        <Button
          isPending={isRunning}
          isDisabled={coming === 0 && files === 0}
          onPress={() => {
            setRun(true);
            onRun({ addSimilar, takeNewer, putOlderBack }, takesAll);
          }}
        >
          {coming === 0 && files > 0 ? (
            <Trans>Send the files</Trans>
          ) : (
            <Plural value={coming} _0="Nothing to import" one="Import # entry" other="Import # entries" />
          )}
        </Button>
        <Button look="second" isDisabled={isRunning} onPress={onOther}>
          <Trans>Choose another file</Trans>
        </Button>
      </div>
    </>
  );
}

/** Says before anything is stored that the plan has too little room. */
function Room({ coming }: { coming: number }) {
  const { i18n } = useLingui();
  const { data } = $api.useQuery('get', '/billing/status', {}, { staleTime: 0 });
  if (!data || data.usage.entries + coming <= data.limits.entries) return null;
  const [allowed, used, more] = [data.limits.entries, data.usage.entries, coming].map((n) => i18n.number(n));
  return (
    <Notice look="problem">
      <p>
        <Trans>
          Your plan allows {allowed} entries. Your vault has {used}, and {more} would be added, so the import
          would be refused.
        </Trans>
      </p>
      <ButtonLink look="second" size="small" href="/account/plan">
        <Trans>Show the plans</Trans>
      </ButtonLink>
    </Notice>
  );
}

/** Lists what can't be imported before anything is stored. */
function Missing({ skipped, left }: Pick<Preview, 'skipped' | 'left'>) {
  const { t, i18n } = useLingui();
  const others = Object.entries(left) as [keyof typeof LEFT_BEHIND_WORDS, number][];
  if (skipped.length === 0 && others.length === 0) return null;
  return (
    <Card title={t`Can’t be imported`}>
      {others.length > 0 && (
        <ul>
          {others.map(([what, number]) => (
            <li key={what}>
              {i18n._(LEFT_BEHIND_WORDS[what])}: {i18n.number(number)}
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <ul className="skipped">
          {skipped.slice(0, MOST_SHOWN).map(({ at, reason, title }) => (
            <li key={at}>
              {title ? t`“${title}”` : t`Number ${at} in the file`}:{' '}
              {i18n._(SKIPPED[reason] ?? DOES_NOT_OPEN)}
            </li>
          ))}
          {skipped.length > MOST_SHOWN && (
            <li>
              <Trans>and {skipped.length - MOST_SHOWN} more</Trans>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}
