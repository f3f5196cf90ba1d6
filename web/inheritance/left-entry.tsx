/** One entry: a letter to be read, other kinds with values to copy. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isSecret } from '../../client/fields.ts';
import { fileName } from '../../client/file-names.ts';
import type { InnerFile } from '../../client/inheritance.ts';
import type { Content } from '../../crypto/index.ts';
import { useFieldName } from '../entries/entry-words.ts';
import { keys } from '../keys/keys.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTask } from '../ui/use-task.ts';
import { copySecret, copyText, useCopying } from '../vault/clipboard.ts';
import { saveFile } from '../vault/save-file.ts';
import { useSize } from '../vault/sizes.ts';

interface EntryProps {
  content: Content;
  /** The file in it. */
  inner?: InnerFile | null;
  /** On a page of its own, which has the title already. */
  isAlone?: boolean;
}

export function LeftLetter({ content, isAlone = false }: EntryProps) {
  const { t } = useLingui();
  const { title, fields } = content;
  const { to = '', text = '', ...others } = fields;
  const [isPrinted, setPrinted] = useState(false);

  function printAlone() {
    flushSync(() => setPrinted(true));
    addEventListener('afterprint', () => setPrinted(false), { once: true });
    print();
  }

  return (
    <article className={isPrinted ? 'letter printed-alone' : 'letter'}>
      {!isAlone && <h3>{title}</h3>}
      {to && <p className="to">{to}</p>}
      <div className="as-written">{text}</div>
      <Fields content={content} fields={others} />
      <div className="row no-print">
        <Button look="quiet" size="small" onPress={printAlone} aria-label={t`Print this letter: ${title}`}>
          <Printer aria-hidden="true" size={18} />
          <Trans>Print this letter</Trans>
        </Button>
      </div>
    </article>
  );
}

/** Collapsed, because there may be many, and readers look for a title. */
export const LeftCollapsed = ({ content, isAlone = false }: EntryProps) => (
  <details className="card" open={isAlone}>
    <summary>{content.title}</summary>
    <Fields content={content} fields={content.fields} />
  </details>
);

export function LeftNote({ content, isAlone = false }: EntryProps) {
  const { title, fields } = content;
  const { text = '', ...others } = fields;
  return (
    <article className="card">
      {!isAlone && <h3>{title}</h3>}
      <div className="as-written">{text}</div>
      <Fields content={content} fields={others} />
    </article>
  );
}

export function LeftFile({ content, inner = null, isAlone = false }: EntryProps) {
  const { t } = useLingui();
  const { title, fields } = content;
  const size = useSize();
  const { name: written = '', ...others } = fields;
  const name = fileName(written || title);
  const { run, isPending, error } = useTask(async (at: number) =>
    saveFile(await keys.readInnerFile({ at }), name),
  );
  const rest = <Fields content={content} fields={others} />;
  if (isAlone && !inner) return rest;
  return (
    <article className="card">
      {!isAlone && <h3>{title}</h3>}
      {inner && inner.bytes !== null && (
        <div className="row">
          <span>
            {name}, {size(inner.bytes)}
          </span>
          <Button
            look="second"
            size="small"
            aria-label={t`Save ${name}`}
            onPress={() => run(inner.at)}
            isPending={isPending}
          >
            <Download aria-hidden="true" size={18} />
            <Trans>Save</Trans>
          </Button>
        </div>
      )}
      <ProblemNotice error={error} />
      {inner && inner.bytes === null && (
        <Notice>
          <p>
            <Trans>This file is damaged, so it can’t be saved.</Trans>
          </p>
        </Notice>
      )}
      {rest}
    </article>
  );
}

/** @param fields those of the content that aren't shown otherwise */
function Fields({ content, fields }: EntryProps & Pick<Content, 'fields'>) {
  const filled = Object.entries(fields).filter(([, value]) => value !== '');
  if (filled.length === 0) return null;
  return (
    <dl className="left-fields">
      {filled.map(([name, value]) => (
        <Field key={name} name={name} value={value} isCovered={isSecret(content, name)} />
      ))}
    </dl>
  );
}

const isWeb = (value: string): boolean => /^https?:\/\/\S+$/i.test(value);

function Field({ name, value, isCovered }: { name: string; value: string; isCovered: boolean }) {
  const { t } = useLingui();
  const word = useFieldName()(name);
  const [isShown, show] = useState(!isCovered);
  const { news, copy } = useCopying(() => (isCovered ? copySecret(word, value) : copyText(value)));

  return (
    <div>
      <dt>{word}</dt>
      <dd>
        {isShown && isWeb(value) ? (
          <a href={value} rel="noreferrer noopener" target="_blank">
            {value}
          </a>
        ) : (
          <span className={isShown ? 'value' : 'value covered'}>{isShown ? value : t`hidden`}</span>
        )}
        <span className="row">
          {isCovered && (
            <Button
              look="quiet"
              size="small"
              onPress={() => show(!isShown)}
              aria-label={isShown ? t`Hide: ${word}` : t`Show: ${word}`}
            >
              {isShown ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
              {isShown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
            </Button>
          )}
          <Button look="quiet" size="small" onPress={copy} aria-label={t`Copy: ${word}`}>
            <Copy aria-hidden="true" size={18} />
            <Trans>Copy</Trans>
          </Button>
          <span role="status" className="quiet">
            {news === 'copied' &&
              (isCovered ? (
                <Trans>
                  Copied. It will be removed from the clipboard after a minute. If you close this tab sooner,
                  it may stay there.
                </Trans>
              ) : (
                <Trans>Copied.</Trans>
              ))}
            {news === 'refused' && <Trans>Your browser isn’t letting us copy.</Trans>}
          </span>
        </span>
      </dd>
    </div>
  );
}
