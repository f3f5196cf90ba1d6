/** Two versions of one entry side by side, after two devices have changed it. */
import type { Content } from '../../crypto/index.ts';

export type EntryPart = { part: 'kind' | 'title' | 'category' | 'tags' } | { part: 'field'; name: string };

export type PartDifference = EntryPart & {
  /** Null if that version has no such field. Tags are in order, separated by line feeds. */
  mine: string | null;
  theirs: string | null;
};

export type Side = 'mine' | 'theirs';

/** In the order in which an entry shows them; none if both say the same. */
export function differences(mine: Content, theirs: Content): PartDifference[] {
  const parts: EntryPart[] = [
    { part: 'kind' },
    { part: 'title' },
    { part: 'category' },
    { part: 'tags' },
    ...[...new Set([...Object.keys(mine.fields), ...Object.keys(theirs.fields)])].map(
      (name): EntryPart => ({ part: 'field', name }),
    ),
  ];
  return parts
    .map((part) => ({ ...part, mine: valueIn(mine, part), theirs: valueIn(theirs, part) }))
    .filter((each) => each.mine !== each.theirs);
}

function valueIn(content: Content, part: EntryPart): string | null {
  switch (part.part) {
    case 'tags':
      return content.tags.toSorted().join('\n');
    case 'field':
      return Object.hasOwn(content.fields, part.name) ? content.fields[part.name]! : null;
    default:
      return content[part.part];
  }
}

/** The merged entry. @param choose the version to keep, called for each difference */
export function resolve(
  mine: Content,
  theirs: Content,
  choose: (difference: PartDifference) => Side,
): Content {
  const fields = new Map(Object.entries(mine.fields));
  const { kind, title, category, tags } = mine;
  // The form changes neither files nor parts that only later clients know, so the other device has the current ones.
  const { hidden: _, ...present } = theirs;
  const chosen: Content = { ...present, kind, title, category, tags };
  for (const difference of differences(mine, theirs)) {
    if (choose(difference) === 'mine') continue;
    switch (difference.part) {
      case 'kind':
        chosen.kind = theirs.kind;
        break;
      case 'tags':
        chosen.tags = theirs.tags;
        break;
      case 'field':
        if (difference.theirs === null) fields.delete(difference.name);
        else fields.set(difference.name, difference.theirs);
        break;
      default:
        chosen[difference.part] = theirs[difference.part];
    }
  }
  // What either version covers stays covered.
  const hidden = [...new Set([...(mine.hidden ?? []), ...(theirs.hidden ?? [])])].filter((name) =>
    fields.has(name),
  );
  return { ...chosen, fields: Object.fromEntries(fields), ...(hidden.length > 0 ? { hidden } : {}) };
}
