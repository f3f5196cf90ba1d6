/** An owner who throws entries away, brings some back, and puts another vault in place of theirs. */
import type { Owner } from './owner.ts';
import { sealed } from './sealed.ts';
import type { World } from './world.ts';

/** What a request cannot find was done by one before it, whose answer was lost. */
export async function tidied(_world: World, owner: Owner): Promise<void> {
  const { call, write } = owner;
  const entry = () => ({ ...sealed(), category: '', tags: [] });
  const [letter, passwords, note] = [entry(), entry(), entry()];
  const at = ({ id }: { id: string }) => ({ params: { path: { id } } });
  for (const body of [letter, passwords, note]) await write(() => call.POST('/vault/entries', { body }));
  await write(() => call.DELETE('/vault/entries/{id}', at(note)));
  await write(() => call.DELETE('/vault/entries/{id}', at(letter)));
  // The letter comes back; the passwords go with a vault that takes their place, and come back too.
  await write(() => call.POST('/vault/entries/{id}/restore', at(letter)));
  const other = entry();
  await write(() => call.POST('/vault/import', { body: { mode: 'replace', entries: [letter, other] } }));
  await write(() => call.POST('/vault/entries/{id}/restore', at(passwords)));
  owner.kept = [letter.id, passwords.id, other.id].sort();
}
