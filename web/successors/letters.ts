/** Letters that name someone, and who should not get them by accident. */
import type { OpenedEntry } from '../../client/entries.ts';
import { normalise } from '../entries/normalise.ts';

export type Readable = OpenedEntry & { content: NonNullable<OpenedEntry['content']> };

const wordsOf = (text: string): string[] =>
  normalise(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a text names someone. A first name is enough. */
const names = (text: string, name: string): boolean =>
  wordsOf(name).some((word) => wordsOf(text).includes(word));

/** Who a letter is addressed to: the owner wrote it beside the letter, or named successors in its title. */
function addressee({ content: { kind, title, fields } }: Readable, successors: readonly string[]): string {
  if (kind !== 'letter') return '';
  return fields.to?.trim() || successors.filter((name) => names(title, name)).join(', ');
}

/** Whether a letter is addressed to someone else. @param successors the names of all */
export function isToAnother(item: Readable, name: string, successors: readonly string[]): boolean {
  const to = addressee(item, successors);
  return to !== '' && !names(to, name);
}

export interface Misdirected {
  title: string;
  to: string;
  /** Who would get it too. */
  name: string;
}

/** Letters to one successor that another would get. */
export function misdirected(
  people: readonly { successor: { id: string; name: string } }[],
  items: readonly Readable[],
  choices: ReadonlyMap<string, { everything: boolean; ids: ReadonlySet<string> }>,
): Misdirected[] {
  const successors = people.map(({ successor }) => successor.name);
  return people.flatMap(({ successor: { id, name } }) => {
    const choice = choices.get(id);
    return items
      .filter((item) => choice?.everything || choice?.ids.has(item.id))
      .filter(
        (item) =>
          isToAnother(item, name, successors) &&
          successors.some((other) => !isToAnother(item, other, successors)),
      )
      .map((item) => ({ title: item.content.title, to: addressee(item, successors), name }));
  });
}
