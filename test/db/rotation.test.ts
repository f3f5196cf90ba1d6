/** A rotation writes a large vault in slices, each in a statement of its own, and still all or nothing. */
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { TrashedEntry } from '../../db/entities/trashed-entry.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { replaceContents } from '../../db/rotation.ts';
import { stageEntries } from '../../db/staged-import.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { newEntry, storeEntry } from '../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../support/builders/vault-size.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { useApi } from '../support/servers/use-api.ts';

const api = await useApi();

const later = () => new Date(api.clock.now + 60_000);

/** An owner with five entries, and with new content staged for `stagedCount` of them. */
async function vault(stagedCount = 5) {
  const { id: userId, ...owner } = await buildOwner(api);
  const before = [];
  for (let i = 0; i < 5; i += 1) {
    const sent = newEntry({ encryptedData: Buffer.alloc(300 * (i + 1), i).toString('base64') });
    before.push({ id: await storeEntry({ id: userId, ...owner }, sent), content: sent.encryptedData });
  }
  const importId = randomUUID();
  const staged = before.slice(0, stagedCount).map(({ id }) => ({ ...newEntry(), id }));
  await stageEntries(api.em(), userId, importId, staged, later());
  const replace = (sliceBytes?: number) =>
    api.em().transactional((tx) => replaceContents(tx, userId, importId, later(), sliceBytes));
  return { userId, before, staged, replace };
}

/** How many statements wrote the owner's rows of a table: each leaves its own number in the rows it wrote. */
async function statements(table: 'vault_entry' | 'trashed_entry', userId: string): Promise<number> {
  const [{ count }] = await api
    .em()
    .execute<[{ count: number }]>(
      `select count(distinct cmin::text)::int as count from ${table} where user_id = ?`,
      [userId],
    );
  return count;
}

test.each([
  ['one entry', 1, 5],
  ['what fits', undefined, 1],
])(
  'slices of %s give every entry its new content, and the trash the former, oldest first',
  async (_, most, slices) => {
    const { userId, before, staged, replace } = await vault();
    await replace(most);
    for (const table of ['vault_entry', 'trashed_entry'] as const)
      expect(await statements(table, userId)).toBe(slices);
    const rows = await api.em().find(VaultEntry, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
    expect(rows.map(({ id, encryptedData, version }) => [id, encryptedData, version])).toEqual(
      staged.map(({ id, encryptedData }) => [id, encryptedData, 2]),
    );
    const trashed = await api.em().find(TrashedEntry, { userId }, { orderBy: { seq: 'asc' } });
    expect(trashed.map(({ entryId, encryptedData }) => [entryId, encryptedData])).toEqual(
      before.map(({ id, content }) => [id, content]),
    );
    await expectSizesToBeCounts(api.orm);
  },
);

test('a slice that fails undoes those before it', async () => {
  const { replace } = await vault(4);
  const before = await rowChecksum(api.orm);
  await expect(replace(1)).rejects.toThrow(/null value/);
  expect(await rowChecksum(api.orm)).toBe(before);
});
