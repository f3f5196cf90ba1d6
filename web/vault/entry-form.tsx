/**
 * The fields of an entry, to be filled in. Autocomplete is off in all of them, because browsers save other fields on
 * the disk, to restore them with the tab. It is off in the form around them too: for long texts, some browsers look
 * only there.
 */
import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { TextField as AriaTextField, Input } from 'react-aria-components';
import { fitsEntry } from '../../client/entry-size.ts';
import { baseName, isSecret, KNOWN_FIELDS } from '../../client/fields.ts';
import type { Content } from '../../crypto/index.ts';
import { $api } from '../api/queries.ts';
import { useFieldName } from '../entries/entry-words.ts';
import { FieldHead } from '../ui/field-head.tsx';
import { TextField } from '../ui/text-field.tsx';
import { LabelsFields } from './labels-fields.tsx';
import { PasswordInput } from './password-input.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { SecretField } from './secret-field.tsx';

interface EntryFormProps {
  content: Content;
  onChange(content: Content): void;
}

export const isTooLarge = (content: Content): boolean => !fitsEntry(content);

export function EntryForm({ content, onChange }: EntryFormProps) {
  const { t } = useLingui();
  const { kind, title, category, tags, fields } = content;
  const set = (name: string) => (value: string) =>
    onChange({ ...content, fields: { ...fields, [name]: value } });
  return (
    <>
      <TextField
        label={t`Title`}
        value={title}
        onChange={(value) => onChange({ ...content, title: value })}
        isRequired
        maxLength={300}
        autoComplete="off"
        autoFocus={title === ''}
      />
      {kind === 'login' && <LogInFields fields={fields} set={set} title={title} />}
      {kind === 'letter' && <LetterFields fields={fields} set={set} />}
      {kind === 'note' && (
        <TextField
          label={t`Text`}
          lines={10}
          value={fields.text ?? ''}
          onChange={set('text')}
          autoComplete="off"
        />
      )}
      {(kind === 'card' || kind === 'identity') &&
        KNOWN_FIELDS[kind].map((name) => <OneField key={name} {...{ name, content, set }} />)}
      {kind === 'file' && fields.data !== undefined && <ReplaceFile content={content} onChange={onChange} />}
      {kind === 'file' && <OneField name="notes" {...{ content, set }} />}
      <OtherFields content={content} set={set} />
      <LabelsFields
        category={category}
        tags={tags}
        onChange={(labels) => onChange({ ...content, ...labels })}
      />
    </>
  );
}

interface FieldsProps {
  fields: Record<string, string>;
  set(name: string): (value: string) => void;
}

function LogInFields({ fields, set, title }: FieldsProps & { title: string }) {
  const { t } = useLingui();
  const { username = '', password = '', totp = '', notes = '' } = fields;
  return (
    <>
      <TextField
        label={t`User name`}
        value={username}
        onChange={set('username')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck="false"
      />
      <PasswordInput value={password} onChange={set('password')} personal={[title, username]} />
      <Websites fields={fields} set={set} />
      <SecretField
        label={t`Authenticator secret`}
        description={t`If the site asks for a code each time you log in: the letters and digits shown next to the QR code.`}
        value={totp}
        onChange={set('totp')}
      />
      <TextField label={t`Notes`} lines={4} value={notes} onChange={set('notes')} autoComplete="off" />
    </>
  );
}

/** There is always one more to fill in. */
function Websites({ fields, set }: FieldsProps) {
  const { t } = useLingui();
  const names = ['url', ...Object.keys(fields).filter((name) => /^url \(\d+\)$/.test(name))];
  const last = names.at(-1)!;
  if ((fields[last] ?? '') !== '') names.push(`url (${names.length + 1})`);
  return names.map((name, index) => (
    <TextField
      key={name}
      label={index === 0 ? t`Website` : t`Another website`}
      value={fields[name] ?? ''}
      onChange={set(name)}
      inputMode="url"
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
    />
  ));
}

function LetterFields({ fields, set }: FieldsProps) {
  const { t } = useLingui();
  const { data } = $api.useQuery('get', '/successors');
  const list = useId();
  return (
    <>
      <AriaTextField className="field" value={fields.to ?? ''} onChange={set('to')}>
        <FieldHead
          label={t`To`}
          description={t`The person you’re writing to. We won’t send it to them just because of this.`}
        />
        <div className="input">
          <Input list={list} autoComplete="off" />
        </div>
        <datalist id={list}>
          {data?.successors.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      </AriaTextField>
      <div className="letter-surface">
        <TextField
          label={t`Your letter`}
          lines={18}
          value={fields.text ?? ''}
          onChange={set('text')}
          autoComplete="off"
        />
      </div>
    </>
  );
}

type SetField = Pick<FieldsProps, 'set'>;

/** Fields that the kind doesn't have, or not twice, from an import. */
function OtherFields({ content, set }: { content: Content } & SetField) {
  const { kind, fields } = content;
  const others = Object.keys(fields).filter(
    (name) => !KNOWN_FIELDS[kind].includes(name) && !(kind === 'login' && baseName(name) === 'url'),
  );
  return others.map((name) => <OneField key={name} {...{ name, content, set }} />);
}

/** Fields that may take several lines. */
const LONG: ReadonlySet<string> = new Set(['notes', 'address']);

function OneField({ name, content, set }: { name: string; content: Content } & SetField) {
  const label = useFieldName()(name);
  const { [name]: value = '' } = content.fields;
  const [isLong] = useState(value.includes('\n') || LONG.has(baseName(name)));
  const props = { label, value, onChange: set(name) };
  if (isSecret(content, name)) return <SecretField {...props} />;
  return <TextField {...props} lines={isLong ? 4 : 1} autoComplete="off" />;
}
