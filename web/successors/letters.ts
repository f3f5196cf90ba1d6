/** Letters that name somebody, and to whom they should not go by accident. */
import type { OpenedEntry } from '../../client/entries.ts';

export type Readable = OpenedEntry & { content: NonNullable<OpenedEntry['content']> };

export const normal = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a letter is addressed to someone else. A first name is enough to be meant. */
export function isToAnother({ content: { kind, fields } }: Readable, name: string): boolean {
  const to = normal(fields.to ?? '').trim();
  if (kind !== 'letter' || to === '') return false;
  const words = normal(name).split(/\s+/);
  return !words.some((word) => to.split(/[\s,]+/).includes(word));
}

export interface Misdirected {
  title: string;
  to: string;
  /** Who would get it too. */
  name: string;
}

/** Letters to one successor that another would get with everything. */
export function misdirected(
  people: readonly { successor: { id: string; name: string } }[],
  items: readonly Readable[],
  choices: ReadonlyMap<string, { everything: boolean }>,
): Misdirected[] {
  const names = people.map(({ successor }) => successor.name);
  return people.flatMap(({ successor: { id, name } }) =>
    choices.get(id)?.everything
      ? items
          .filter((item) => isToAnother(item, name) && names.some((other) => !isToAnother(item, other)))
          .map(({ content: { title, fields } }) => ({ title, to: fields.to ?? '', name }))
      : [],
  );
}
