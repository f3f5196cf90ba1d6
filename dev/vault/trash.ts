/** What was removed or changed, for 30 days. */
import type { paths } from '../../docs/openapi.d.ts';
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';
import { command } from './invocation.ts';
import { openOwner } from './owner.ts';
import { atMinute, counted, oneLine, table } from './printing.ts';
import { UsageFailure } from './usage-failure.ts';
import { openOne } from './vault-entries.ts';

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
    const { call, answer } = owner;
    if (wanted !== undefined) {
      const { id, trashId } = await find(owner, wanted.trim().toLowerCase());
      await answer(call.POST('/vault/entries/{id}/restore', { params: { path: { id } }, body: { trashId } }));
      print('Restored. What it replaced, if anything, is in the trash now.');
      return;
    }
    const vault = await owner.unlock();
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
