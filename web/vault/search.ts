/** Search as you type. A plain search in prepared texts: an index takes longer to build than it saves. */
import { isSecret } from '../../client/fields.ts';
import type { Content, ContentKind } from '../../crypto/index.ts';
import { normalise } from '../entries/normalise.ts';

/** An item with its searchable text. */
export interface Searchable<Item> {
  item: Item;
  content: Content;
  text: string;
}

export interface Filter {
  category?: string | undefined;
  tag?: string | undefined;
  kind?: ContentKind | undefined;
}

/** Without secrets: a search for a password would show an onlooker which entry has it. */
export function prepare<Item>(item: Item, content: Content): Searchable<Item> {
  const fields = Object.entries(content.fields)
    .filter(([name]) => !isSecret(content, name))
    .map(([, value]) => value);
  const all = [content.title, content.category, ...content.tags, ...fields];
  return { item, content, text: normalise(all.join('\n')) };
}

/** By title, as people of that language sort. */
export function sorted<Item>(items: readonly Searchable<Item>[], language: string): Searchable<Item>[] {
  const { compare } = new Intl.Collator(language, { numeric: true, ignorePunctuation: true });
  return items.toSorted((one, other) => compare(one.content.title, other.content.title));
}

/** Items that contain every word of the query, in their order. */
export function search<Item>(
  items: readonly Searchable<Item>[],
  query: string,
  { category, tag, kind }: Filter = {},
): Searchable<Item>[] {
  const words = normalise(query).split(/\s+/).filter(Boolean);
  return items.filter(
    ({ content, text }) =>
      (category === undefined || content.category === category) &&
      (tag === undefined || content.tags.includes(tag)) &&
      (kind === undefined || content.kind === kind) &&
      words.every((word) => text.includes(word)),
  );
}

export interface FilterOption {
  name: string;
  count: number;
}

/** The options of a filter. Entries without a category are under the empty name. */
export function choices<Item>(
  items: readonly Searchable<Item>[],
  language: string,
): { categories: FilterOption[]; tags: FilterOption[] } {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const counted = (names: readonly string[]): FilterOption[] => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => compare(one.name, other.name));
  };
  return {
    categories: counted(items.map(({ content }) => content.category)),
    tags: counted(items.flatMap(({ content }) => [...new Set(content.tags)])),
  };
}
