/** Shows the contents of an entry, to be read and copied. */
import { Trans } from '@lingui/react/macro';
import { useFieldName } from '../ui/entry-words.ts';
import { Moment } from '../ui/moment.tsx';
import { baseName, SECRET_FIELDS } from './fields.ts';
import type { FullItem } from './full-item.ts';
import { FIELDS } from './kinds.ts';
import { CopyButton, SecretValue } from './secret-value.tsx';
import { StoredFile } from './stored-file.tsx';
import { Totp } from './totp.tsx';

/** Known fields in their order, then all others. Empty ones don't show. */
function filled(item: FullItem): [name: string, value: string][] {
  const { kind, fields } = item.content;
  const known = FIELDS[kind];
  const rank = (name: string) => {
    const index = known.indexOf(baseName(name));
    return index < 0 ? known.length : index;
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => rank(one) - rank(other));
}

export function EntryView({ item }: { item: FullItem }) {
  const { kind, category, tags } = item.content;
  const fields = filled(item).filter(([name]) => kind !== 'file' || (name !== 'name' && name !== 'data'));
  return (
    <>
      {kind === 'file' && <StoredFile fields={item.content.fields} title={item.content.title} />}
      {fields.length > 0 && (
        <dl className="entry-fields">
          {fields.map(([name, value]) => (
            <Field key={name} name={name} value={value} isLetter={kind === 'letter'} />
          ))}
        </dl>
      )}
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

function Field({ name, value, isLetter }: { name: string; value: string; isLetter: boolean }) {
  const label = useFieldName()(name);
  const base = baseName(name);
  if (base === 'totp') return <Totp label={label} secret={value} />;
  return (
    <div className={base === 'text' ? 'text-field' : 'short-field'}>
      <dt className={base === 'text' ? 'visually-hidden' : ''}>{label}</dt>
      <dd>
        {SECRET_FIELDS.has(base) ? (
          <SecretValue label={label} value={value} />
        ) : base === 'text' ? (
          <div className={isLetter ? 'letter-text' : 'note-text'}>{value}</div>
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
