import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocale } from 'react-aria-components';
import type { OpenedEntry } from '../../client/entries.ts';
import { normalise } from '../entries/normalise.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Choices, EntryChoice } from './choices.ts';
import { isToAnother, misdirected, type Readable } from './letters.ts';
import type { ListedPerson } from './succession.ts';

/** More rows than people look through. A search finds the others. */
const ROWS = 50;
/** More letters than people read in a warning. */
const SHOWN = 5;
const ALL = '*';

const narrow = window.matchMedia('(max-width: 40rem)');
const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );

interface TickProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  isPartly?: boolean;
  onChange(isOn: boolean): void;
}

/** The browser's own box: there may be hundreds. */
const Tick = ({ label, isOn, isDisabled = false, isPartly = false, onChange }: TickProps) => (
  <label className="tick">
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
);

interface MatrixProps {
  people: readonly ListedPerson[];
  items: readonly OpenedEntry[];
  choices: Choices;
  /** The entry that the owner came from, which is shown alone at first. */
  entryId: string | null;
  onChoose(id: string, choice: EntryChoice): void;
}

function matching(items: readonly Readable[], search: string, category: string): Readable[] {
  const wanted = normalise(search.trim());
  return items.filter(
    ({ content: { title, category: own, tags, fields } }) =>
      (category === ALL || own === category) &&
      (wanted === '' || normalise([title, fields.username, own, ...tags].join('\n')).includes(wanted)),
  );
}

/** People by entries. On a phone, one person at a time. */
export function Matrix({ people, items, choices, entryId, onChoose }: MatrixProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const caption = useId();
  const isNarrow = useIsNarrow();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState(ALL);
  const [rows, setRows] = useState(ROWS);
  const [alone, showAlone] = useState(entryId);
  const [person, choosePerson] = useState<string | null>(null);
  // The chosen person may no longer be among them.
  const shownPerson = people.find(({ successor }) => successor.id === person) ?? people[0];
  const { compare } = useMemo(() => new Intl.Collator(locale, { numeric: true }), [locale]);
  const readable = useMemo(
    () =>
      items
        .filter((item): item is Readable => item.content !== null)
        .sort((one, other) => compare(one.content.title, other.content.title)),
    [items, compare],
  );
  const refused = items.length - readable.length;
  const matched = matching(readable, useDeferredValue(search), category);
  const one = readable.filter(({ id }) => id === alone);
  const found = one.length > 0 ? one : matched;
  const shown = found.slice(0, rows);
  const isOneByOne = isNarrow && people.length > 1;
  const columns = isOneByOne ? people.filter((each) => each === shownPerson) : people;
  const categories = [...new Set(readable.map(({ content }) => content.category).filter(Boolean))].sort(
    compare,
  );
  const names = people.map(({ successor }) => successor.name);
  const wrong = misdirected(people, readable, choices);
  const rest = wrong.length - SHOWN;
  const of = (id: string): EntryChoice => choices.get(id) ?? { everything: false, ids: new Set() };

  function tick(id: string, isOn: boolean, ...entryIds: string[]) {
    const ids = new Set(of(id).ids);
    for (const each of entryIds) {
      if (isOn) ids.add(each);
      else ids.delete(each);
    }
    onChoose(id, { everything: false, ids });
  }

  /** A cell for each person. */
  const cells = (tickOf: (id: string, name: string, choice: EntryChoice) => TickProps) =>
    columns.map(({ successor: { id, name } }) => (
      <td key={id}>
        <Tick {...tickOf(id, name, of(id))} />
      </td>
    ));

  return (
    <>
      {isOneByOne && (
        <Select
          label={t`For whom`}
          options={people.map(({ successor: { id, name } }) => ({ value: id, label: name }))}
          value={shownPerson?.successor.id ?? ''}
          onChange={choosePerson}
        />
      )}
      {one.length === 0 && (
        <div className="tools">
          <TextField
            label={t`Search your entries`}
            type="search"
            value={search}
            onChange={setSearch}
            autoComplete="off"
            // The button that was pressed disappears, and must not take the focus with it.
            autoFocus={entryId !== null && alone === null}
          />
          {categories.length > 0 && (
            <Select
              label={t`Category`}
              options={[
                { value: ALL, label: t`All categories` },
                ...categories.map((value) => ({ value, label: value })),
              ]}
              value={category}
              onChange={setCategory}
            />
          )}
        </div>
      )}
      {refused > 0 && (
        <Notice>
          <Plural
            value={refused}
            one="# entry can’t be opened, so it isn’t listed here."
            other="# entries can’t be opened, so they aren’t listed here."
          />
        </Notice>
      )}
      <a className="skip in-place" href="#save">
        <Trans>Skip to “Check and save”</Trans>
      </a>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="matrix-box" aria-labelledby={caption} tabIndex={0}>
        <table className="matrix">
          <caption id={caption} className="visually-hidden">
            <Trans>Who gets what</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Entry</Trans>
              </th>
              {columns.map(({ successor: { id, name } }) => (
                <th scope="col" key={id}>
                  <span className={isOneByOne ? 'visually-hidden' : ''}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="whole">
              <th scope="row">
                <Trans>Everything, including later entries</Trans>
              </th>
              {cells((id, name, { everything, ids }) => ({
                label: t`Everything for ${name}, including later entries`,
                isOn: everything,
                onChange: (isOn) => onChoose(id, { everything: isOn, ids }),
              }))}
            </tr>
            {one.length === 0 &&
              readable.some((item) =>
                people.some((person) => isToAnother(item, person.successor.name, names)),
              ) && (
                <tr className="whole">
                  <th scope="row">
                    <Trans>Everything now, except letters to others</Trans>
                  </th>
                  {cells((id, name, { everything, ids }) => {
                    const theirs = readable
                      .filter((item) => !isToAnother(item, name, names))
                      .map((item) => item.id);
                    return {
                      label: t`Everything now for ${name}, except letters to others`,
                      isOn:
                        !everything && ids.size === theirs.length && theirs.every((each) => ids.has(each)),
                      isDisabled: everything,
                      onChange: (isOn) =>
                        onChoose(id, { everything: false, ids: new Set(isOn ? theirs : []) }),
                    };
                  })}
                </tr>
              )}
            {found.length > 1 && (
              <tr className="whole">
                <th scope="row">
                  {search || category !== ALL
                    ? plural(found.length, { one: 'The # entry found', other: 'All # entries found' })
                    : plural(found.length, { one: 'The # current entry', other: 'All # current entries' })}
                </th>
                {cells((id, name, { everything, ids }) => {
                  const ticked = found.filter((item) => ids.has(item.id)).length;
                  return {
                    label: t`All of these for ${name}`,
                    isOn: everything || ticked === found.length,
                    isPartly: !everything && ticked > 0 && ticked < found.length,
                    isDisabled: everything,
                    onChange: (isOn) => tick(id, isOn, ...found.map((item) => item.id)),
                  };
                })}
              </tr>
            )}
            {shown.map(({ id: rowId, content: { title, fields } }) => (
              <tr key={rowId}>
                <th scope="row">
                  {title || t`Untitled`}
                  {fields.username && <span className="quiet block">{fields.username}</span>}
                </th>
                {cells((id, name, { everything, ids }) => ({
                  label: t`${title} for ${name}`,
                  isOn: everything || ids.has(rowId),
                  isDisabled: everything,
                  onChange: (isOn) => tick(id, isOn, rowId),
                }))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wrong.length > 0 && (
        <Notice look="problem" title={<Trans>A letter would be read by others too</Trans>}>
          <ul>
            {wrong.slice(0, SHOWN).map(({ title, to, name }) => (
              <li key={`${title} ${to} ${name}`}>
                <Trans>
                  “{title}” is addressed to {to}, and {name} would get it too.
                </Trans>
              </li>
            ))}
          </ul>
          {wrong.length > SHOWN && (
            <p>
              <Trans>And {rest} more.</Trans>
            </p>
          )}
        </Notice>
      )}
      <p role="status" className="quiet">
        {readable.length === 0 ? (
          <Trans>Your vault is empty. Once you add something, you can leave it to people here.</Trans>
        ) : found.length === 0 ? (
          <Trans>No entry matches your search.</Trans>
        ) : (
          plural(found.length, { one: '# entry', other: '# entries' })
        )}
      </p>
      {one.length > 0 && readable.length > 1 && (
        <Button look="second" size="small" onPress={() => showAlone(null)}>
          <Trans>Show all entries</Trans>
        </Button>
      )}
      {found.length > rows && (
        <Button look="second" size="small" onPress={() => setRows(rows + ROWS)}>
          <Trans>Show more entries</Trans>
        </Button>
      )}
    </>
  );
}
