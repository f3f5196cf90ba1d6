/** The state of the list. It is kept while an entry is being looked at. */
import { useSyncExternalStore } from 'react';
import type { OpenedEntry } from '../../client/entries.ts';
import type { ContentKind } from '../../crypto/index.ts';
import { onKeysChange, openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';
import { type Searchable, search, sorted } from './search.ts';

export type Order = 'title' | 'changed' | 'added';

export interface View {
  query: string;
  kind: ContentKind | null;
  category: string | null;
  tag: string | null;
  order: Order;
  /** Where the list was scrolled to. */
  top: number;
}

const INITIAL: View = { query: '', kind: null, category: null, tag: null, order: 'title', top: 0 };

let view = { ...INITIAL };
const changes = listeners();

// Searched words and tags are contents of the vault too.
onKeysChange(() => {
  if (!openKeys()) changeView(INITIAL);
});

export function changeView(change: Partial<View>): void {
  view = { ...view, ...change };
  changes.tell();
}

export const clearFilters = (): void => changeView({ query: '', kind: null, category: null, tag: null });

/** Not reactive: scrolling must not render. */
export function noteScrolled(top: number): void {
  view.top = top;
}

export const scrolledTo = (): number => view.top;

export const useView = (): View => useSyncExternalStore(changes.subscribe, () => view);

export function ordered(
  items: readonly Searchable<OpenedEntry>[],
  order: Order,
  language: string,
): Searchable<OpenedEntry>[] {
  if (order === 'title') return sorted(items, language);
  const moment = (item: OpenedEntry) => (order === 'changed' ? item.updatedAt : item.createdAt);
  return items.toSorted(({ item: one }, { item: other }) => (moment(one) < moment(other) ? 1 : -1));
}

export const matching = (
  items: readonly Searchable<OpenedEntry>[],
  { query, kind, category, tag }: Pick<View, 'query' | 'kind' | 'category' | 'tag'>,
): Searchable<OpenedEntry>[] =>
  search(items, query, {
    kind: kind ?? undefined,
    category: category ?? undefined,
    tag: tag ?? undefined,
  });
