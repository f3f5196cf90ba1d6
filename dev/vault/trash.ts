/** What was removed or changed, for 30 days. */
import { isUnderFormerKey, type Vault } from '../../crypto/index.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';
import { command } from './invocation.ts';
import { type Owner, openOwner } from './owner.ts';
import { atMinute, counted, oneLine, table } from './printing.ts';
import { ApiProblem } from './problem.ts';
import { UsageFailure } from './usage-failure.ts';
import { openOne, reseal, type StoredEntry, underPresentKey } from './vault-entries.ts';

type Trashed =
  paths['/vault/trash']['get']['responses'][200]['content']['application/json']['entries'][number];

/** Newest first. */
async function* trashed({ call, answer }: Connection): AsyncGenerator<Trashed, void> {
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page = await answer(call.GET('/vault/trash', { params: { query } }));
    yield* page.entries;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

async function find(connection: Connection, wanted: string): Promise<Trashed> {
  for await (const row of trashed(connection)) if (row.trashId === wanted) return row;
  throw new Failure(
    `Nothing in the trash is called ${wanted}: \`npm run vault -- trash\` lists what is there`,
  );
}

/** The entry as the vault has it now; null if it has none of this ID. */
async function presentEntry({ call, answer }: Connection, id: string): Promise<StoredEntry | null> {
  try {
    return (await answer(call.GET('/vault/entries/{id}', { params: { path: { id } } }))).entry;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'not_found') return null;
    throw error;
  }
}

/** Restores a row, so that everybody who may open the entry can, even if the keys have changed since. */
async function restore(owner: Owner, vault: Vault, row: Trashed): Promise<void> {
  const { call, answer } = owner;
  const { id, trashId, category, tags } = row;
  const params = { path: { id } };
  const replaced = (await isUnderFormerKey(vault, row)) ? await presentEntry(owner, id) : null;
  // As an edit, with the salt that stays: the envelopes that are out hold the key that it gives.
  const sealed = replaced && (await reseal(vault, row, replaced.salt));
  if (sealed) {
    const body = { ...sealed, category, tags, version: replaced.version };
    await answer(call.PUT('/vault/entries/{id}', { params, body }));
    return;
  }
  await answer(call.POST('/vault/entries/{id}/restore', { params, body: { trashId } }));
  await owner.again(async () => {
    const restored = await presentEntry(owner, id);
    if (restored) await underPresentKey(owner, await owner.unlock(), restored);
  });
}

export const trash = command({
  usage: '[restore <id>]',
  what: 'lists what was removed or changed in the last 30 days, or restores it',
  options: {},
  takes: [0, 2],
  async run(invocation, { words: [verb, wanted] }) {
    if (verb !== undefined && (verb !== 'restore' || wanted === undefined))
      throw new UsageFailure('It is trash, or trash restore <id>');
    const { print, note } = invocation;
    const owner = await openOwner(invocation);
    const vault = await owner.unlock();
    if (wanted !== undefined) {
      const trashId = wanted.trim().toLowerCase();
      await restore(owner, vault, await find(owner, trashId));
      print('Restored. What it replaced, if anything, is in the trash now.');
      return;
    }
    const rows: string[][] = [];
    for await (const row of trashed(owner)) {
      const { content, refused } = await openOne(vault, row);
      const title = content ? oneLine(content.title) : `does not open: ${refused?.message}`;
      rows.push([oneLine(row.trashId), atMinute(row.deletedAt), row.reason, title]);
    }
    if (rows.length > 0) print(table(rows));
    note(counted(rows.length, 'entry', 'entries'));
  },
});
