/** An owner who deletes entries, restores some, and replaces their vault by an import. */

import type { CampaignEnvironment } from './environment.ts';
import type { SimulatedOwner } from './owner.ts';

/** If a request finds nothing to change, an earlier attempt, whose answer was lost, has done it. */
export async function useTrash(_environment: CampaignEnvironment, owner: SimulatedOwner): Promise<void> {
  const { call, write, vault } = owner;
  const [letter, passwords, note] = [await vault.write(), await vault.write(), await vault.write()];
  const at = ({ id }: { id: string }) => ({ params: { path: { id } } });
  for (const body of [letter, passwords, note]) await write(() => call.POST('/vault/entries', { body }));
  await write(() => call.DELETE('/vault/entries/{id}', at(note)));
  await write(() => call.DELETE('/vault/entries/{id}', at(letter)));
  // The letter is restored. The import deletes the passwords, and then they are restored too.
  await write(() => call.POST('/vault/entries/{id}/restore', at(letter)));
  const other = await vault.write();
  await write(() => call.POST('/vault/import', { body: { mode: 'replace', entries: [letter, other] } }));
  await write(() => call.POST('/vault/entries/{id}/restore', at(passwords)));
  owner.kept = { since: Date.now(), entries: [letter.id, passwords.id, other.id].sort() };
}
