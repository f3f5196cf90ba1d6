/** Searching, filtering and sorting the list. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton, Input, Label, SearchField } from 'react-aria-components';
import type { OpenedEntry } from '../../client/entries.ts';
import { KIND_PLURALS } from '../entries/entry-words.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/choice.tsx';
import { KINDS } from './kinds.ts';
import { changeView, clearFilters, type Order, useView } from './list-view.ts';
import { choices, type Searchable } from './search.ts';

/** Names that people choose get a prefix, so that none is mistaken for this. */
const ALL = 'all';
const named = (name: string): string => `=${name}`;
const nameOf = (value: string): string | null => (value === ALL ? null : value.slice(1));

export function Filters({ found }: { found: readonly Searchable<OpenedEntry>[] }) {
  const { t } = useLingui();
  const view = useView();
  const panel = useId();
  const [isOpen, open] = useState(false);
  const count = [view.kind, view.category, view.tag].filter((each) => each !== null).length;
  return (
    <div className="filters">
      <div className="search-line">
        <SearchField
          className="field search"
          value={view.query}
          onChange={(query) => changeView({ query, top: 0 })}
        >
          <Label className="visually-hidden">{t`Search your entries`}</Label>
          <Search aria-hidden="true" size={18} />
          <Input placeholder={t`Search`} autoComplete="off" />
          <AriaButton className="clear-search" aria-label={t`Clear the search`}>
            <X aria-hidden="true" size={18} />
          </AriaButton>
        </SearchField>
        <Button
          look="second"
          size="small"
          aria-expanded={isOpen}
          aria-controls={panel}
          onPress={() => open(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" size={18} />
          {count > 0 ? <Plural value={count} one="# filter" other="# filters" /> : <Trans>Filter</Trans>}
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Panel found={found} count={count} />}
      </div>
    </div>
  );
}

function Panel({ found, count }: { found: readonly Searchable<OpenedEntry>[]; count: number }) {
  const { t, i18n } = useLingui();
  const { kind, category, tag, order } = useView();
  const { categories, tags } = choices(found, i18n.locale);
  const all = { value: ALL, label: t`All` };
  return (
    <div className="filter-panel">
      <Select
        label={t`Kind`}
        value={kind ?? ALL}
        options={[all, ...KINDS.map((each) => ({ value: each, label: i18n._(KIND_PLURALS[each]) }))]}
        onChange={(value) => changeView({ kind: KINDS.find((each) => each === value) ?? null, top: 0 })}
      />
      <Select
        label={t`Category`}
        value={category === null ? ALL : named(category)}
        options={[
          all,
          ...categories.map(({ name, count: entries }) => ({
            value: named(name),
            label: `${name || t`No category`} (${entries})`,
          })),
        ]}
        onChange={(value) => changeView({ category: nameOf(value), top: 0 })}
      />
      <Select
        label={t`Tag`}
        value={tag === null ? ALL : named(tag)}
        options={[
          all,
          ...tags.map(({ name, count: entries }) => ({ value: named(name), label: `${name} (${entries})` })),
        ]}
        onChange={(value) => changeView({ tag: nameOf(value), top: 0 })}
      />
      <Select
        label={t`Sort by`}
        value={order}
        options={[
          { value: 'title', label: t`By title` },
          { value: 'changed', label: t`Most recently changed first` },
          { value: 'added', label: t`Newest first` },
        ]}
        onChange={(value: Order) => changeView({ order: value, top: 0 })}
      />
      {count > 0 && (
        <Button look="quiet" size="small" onPress={clearFilters}>
          <Trans>Remove all filters</Trans>
        </Button>
      )}
    </div>
  );
}
