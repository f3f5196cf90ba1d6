/** Removed entries and earlier versions, for 30 days. */
import { openTrash, restoreTrashed, type TrashedEntry } from '../client/index.ts';
import { whyClosed } from './entries.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { command } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { atMinute, counted, oneLine, table } from './printing.ts';

const titleOf = (entry: TrashedEntry): string =>
  entry.content ? oneLine(entry.content.title) : whyClosed(entry);

export const trash = command({
  usage: '[restore <id>]',
  what: 'lists entries that were removed or changed in the last 30 days, or restores one',
  options: {},
  takes: [0, 2],
  async run(invocation, { words: [verb, wanted] }) {
    if (verb !== undefined && (verb !== 'restore' || wanted === undefined))
      throw new UsageFailure('Usage: vault-handover trash, or vault-handover trash restore <id>');
    const { print, note } = invocation;
    const owner = await (await ownerSession(invocation)).open();
    const trashed = await openTrash(owner);
    if (wanted !== undefined) {
      const chosen = trashed.find(({ trashId }) => trashId === wanted.trim().toLowerCase());
      if (!chosen)
        throw new CommandFailure(
          `Nothing in the trash has the ID ${wanted}: \`vault-handover trash\` lists what is there`,
        );
      await restoreTrashed(owner, chosen);
      const changed = `last changed ${atMinute(chosen.updatedAt)}`;
      print(`Restored: ${titleOf(chosen)}, ${changed}. If it replaced something, that is in the trash now.`);
      return;
    }
    const rows = trashed.map((entry) => {
      const { trashId, deletedAt, reason } = entry;
      return [oneLine(trashId), atMinute(deletedAt), oneLine(reason), titleOf(entry)];
    });
    if (rows.length > 0) print(table(rows));
    note(counted(rows.length, 'entry', 'entries'));
  },
});
