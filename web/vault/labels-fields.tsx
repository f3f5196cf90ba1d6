/** Category and tags, with those in use as suggestions. */
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { Button } from '../ui/button.tsx';
import { FieldHead } from '../ui/field-head.tsx';
import { useOpenedVault } from './opened.ts';
import { choices } from './search.ts';

function useSuggestions(): { categories: string[]; tags: string[] } {
  const { i18n } = useLingui();
  const vault = useOpenedVault();
  const found = vault.state === 'open' ? vault.found : null;
  return useMemo(() => {
    const { categories, tags } = choices(found ?? [], i18n.locale);
    const names = (each: { name: string }[]) => each.map(({ name }) => name).filter(Boolean);
    return { categories: names(categories), tags: names(tags) };
  }, [found, i18n.locale]);
}

const Suggestions = ({ id, names }: { id: string; names: readonly string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

export interface Labels {
  category: string;
  tags: string[];
}

interface LabelsFieldsProps extends Labels {
  onChange(labels: Labels): void;
}

export function LabelsFields({ category, tags, onChange }: LabelsFieldsProps) {
  const { t } = useLingui();
  const suggested = useSuggestions();
  const list = useId();
  return (
    <>
      <TextField className="field" value={category} onChange={(value) => onChange({ category: value, tags })}>
        <Label>{t`Category`}</Label>
        <div className="input">
          <Input list={list} autoComplete="off" maxLength={100} />
        </div>
        <Suggestions id={list} names={suggested.categories} />
      </TextField>
      <TagsField
        tags={tags}
        suggested={suggested.tags}
        onChange={(value) => onChange({ category, tags: value })}
      />
    </>
  );
}

interface TagsFieldProps {
  tags: readonly string[];
  suggested: readonly string[];
  onChange(tags: string[]): void;
}

function TagsField({ tags, suggested, onChange }: TagsFieldProps) {
  const { t } = useLingui();
  const [typed, type] = useState('');
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  function add() {
    const name = typed.trim();
    type('');
    if (name !== '' && !tags.includes(name)) onChange([...tags, name]);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ',') return;
    // Enter would save the entry.
    event.preventDefault();
    add();
  }
  return (
    <div className="field">
      <TextField className="field" value={typed} onChange={type} onBlur={add}>
        <FieldHead label={t`Tags`} description={t`Press Enter after each tag.`} />
        <div className="input">
          <Input ref={input} list={list} autoComplete="off" maxLength={50} onKeyDown={onKeyDown} />
        </div>
        <Suggestions id={list} names={suggested.filter((name) => !tags.includes(name))} />
      </TextField>
      {tags.length > 0 && (
        <ul className="bare tags" aria-label={t`Tags of this entry`}>
          {tags.map((tag) => (
            <li key={tag} className="badge">
              {tag}
              <Button
                look="quiet"
                size="small"
                aria-label={t`Remove the tag ${tag}`}
                onPress={() => {
                  onChange(tags.filter((each) => each !== tag));
                  input.current?.focus();
                }}
              >
                <X aria-hidden="true" size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
