import { randomUUID } from 'node:crypto';
import { beginImport, importEntries, type Owner } from '../../../client/index.ts';
import type { Content } from '../../../crypto/index.ts';

/** Stores new entries, as an import does. @returns their IDs */
export async function importContents(
  owner: Owner,
  contents: readonly Omit<Content, 'version'>[],
): Promise<string[]> {
  const dates = { createdAt: null, updatedAt: null };
  const entries = contents.map((content) => ({ id: randomUUID(), content, ...dates }));
  await importEntries(owner, beginImport(), entries);
  return entries.map(({ id }) => id);
}
