/** The owner's unsaved choices. */
import type { SuccessorChoice } from '../../client/recipients.ts';
import type { ListedPerson } from './succession.ts';

export interface EntryChoice {
  everything: boolean;
  ids: ReadonlySet<string>;
}

/** By successor. */
export type Choices = ReadonlyMap<string, EntryChoice>;

/** Their entries, as the service lists them. */
function present({ state, successor }: ListedPerson): EntryChoice {
  const everything = !successor.restrictToAssignedEntries;
  return { everything, ids: new Set(everything ? [] : state?.entryIds) };
}

/**
 * The initial choices: the entries that each successor has. A list that isn't the owner's own is left out: an entry that
 * was slipped in would be saved along with the rest.
 */
export const initialChoices = (people: readonly ListedPerson[]): Choices =>
  new Map(
    people.map((person) => {
      const { successor, state } = person;
      const isOwn = state?.difference?.what !== 'entries' && state?.difference?.what !== 'restricted';
      const begins = isOwn ? present(person) : { everything: false, ids: new Set<string>() };
      const isNew = !state?.isDecided && successor.restrictToAssignedEntries;
      return [successor.id, isNew ? { everything: false, ids: new Set<string>() } : begins];
    }),
  );

/** The choices that include an entry which the vault no longer has, each without that entry. */
export const withoutEntry = (choices: Choices, entryId: string): Choices =>
  new Map(
    [...choices]
      .filter(([, { ids }]) => ids.has(entryId))
      .map(([id, { everything, ids }]) => [
        id,
        { everything, ids: new Set([...ids].filter((each) => each !== entryId)) },
      ]),
  );

/** The IDs of successors whose entries would change. One for whom nothing was decided has no entries yet. */
export function changesOf(people: readonly ListedPerson[], choices: Choices): ReadonlySet<string> {
  const changed = people.filter((person) => {
    const choice = choices.get(person.successor.id);
    const before = initialChoices([person]).get(person.successor.id);
    if (!choice || !before) return false;
    if (!person.state?.isDecided && (choice.everything || choice.ids.size > 0)) return true;
    if (choice.everything || before.everything) return choice.everything !== before.everything;
    return choice.ids.size !== before.ids.size || [...choice.ids].some((id) => !before.ids.has(id));
  });
  return new Set(changed.map(({ successor }) => successor.id));
}

/** @param people as the owner sees them */
export const successorChoicesOf = (
  people: readonly ListedPerson[],
  choices: Choices,
  changes: ReadonlySet<string>,
): SuccessorChoice[] =>
  [...choices]
    .filter(([id]) => changes.has(id))
    .map(([id, { everything, ids }]) => ({
      id,
      restricted: !everything,
      entryIds: everything ? [] : [...ids],
      decided: people.find(({ successor }) => successor.id === id)?.state?.decided,
    }));

/** The entries that a successor gains and loses. */
export function differenceBetween(
  before: EntryChoice,
  after: EntryChoice,
): { gained: string[]; lost: string[] } {
  return {
    gained: [...after.ids].filter((id) => !before.ids.has(id)),
    lost: [...before.ids].filter((id) => !after.ids.has(id)),
  };
}
