/** Shows the contents of an entry, to be read and copied. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { baseName, isSecret, KNOWN_FIELDS } from '../../client/fields.ts';
import type { Content } from '../../crypto/index.ts';
import { useFieldName } from '../entries/entry-words.ts';
import { Moment } from '../ui/moment.tsx';
import type { FullItem } from './full-item.ts';
import { CopyButton, SecretValue } from './secret-value.tsx';
import { StoredFile } from './stored-file.tsx';
import { Totp } from './totp.tsx';

/** Known fields in their order, then all others. Empty ones don't show. */
function filled(item: FullItem): [name: string, value: string][] {
  const { kind, fields } = item.content;
  const known = KNOWN_FIELDS[kind];
  const rank = (name: string) => {
    const index = known.indexOf(baseName(name));
    return index < 0 ? known.length : index;
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => rank(one) - rank(other));
}

/** @param children its files */
export function EntryView({ item, children }: { item: FullItem; children: ReactNode }) {
  const { kind, category, tags } = item.content;
  const fields = filled(item).filter(([name]) => kind !== 'file' || (name !== 'name' && name !== 'data'));
  return (
    <>
      {kind === 'file' && item.content.fields.data !== undefined && (
        <StoredFile fields={item.content.fields} title={item.content.title} />
      )}
      {fields.length > 0 && (
        <dl className="entry-fields">
          {fields.map(([name, value]) => (
            <Field key={name} name={name} value={value} content={item.content} />
          ))}
        </dl>
      )}
      {children}
      {(category !== '' || tags.length > 0) && (
        <p className="labels">
          {category !== '' && <span className="badge good">{category}</span>}
          {tags.map((tag) => (
            <span key={tag} className="badge">
              {tag}
            </span>
          ))}
        </p>
      )}
      <p className="quiet">
        <Trans>
          Last changed on <Moment at={item.updatedAt} as="short moment" />
        </Trans>
      </p>
    </>
  );
}

function Field({ name, value, content }: { name: string; value: string; content: Content }) {
  const label = useFieldName()(name);
  const base = baseName(name);
  if (base === 'totp') return <Totp label={label} secret={value} />;
  return (
    <div className={base === 'text' ? 'text-field' : 'short-field'}>
      <dt className={base === 'text' ? 'visually-hidden' : ''}>{label}</dt>
      <dd>
        {isSecret(content, name) ? (
          <SecretValue label={label} value={value} />
        ) : base === 'text' ? (
          <div className={content.kind === 'letter' ? 'letter-text' : 'note-text'}>{value}</div>
        ) : (
          <div className="value-line">
            <span className="value">
              <Linked text={value} />
            </span>
            {(base === 'username' || base === 'url') && <CopyButton label={label} text={value} />}
          </div>
        )}
      </dd>
    </div>
  );
}

/** A link only where it leads to the web. */
const Linked = ({ text }: { text: string }) =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  ) : (
    <span className="lines">{text}</span>
  );
