/** Removed entries and earlier versions, for 30 days. */
import { isProblem, openTrash, restoreTrashed } from '../client/index.ts';
import { whyClosed } from './entries.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { command } from './invocation.ts';
import { ownerSession } from './owner.ts';
import { atMinute, counted, oneLine, table } from './printing.ts';

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
    if (wanted !== undefined) {
      await restoreTrashed(owner, { trashId: wanted.trim().toLowerCase() }).catch((error) => {
        if (!isProblem(error, 'not_found')) throw error;
        throw new CommandFailure(
          `Nothing in the trash has the ID ${wanted}: \`vault-handover trash\` lists what is there`,
        );
      });
      print('Restored. If it replaced something, that is in the trash now.');
      return;
    }
    const rows = (await openTrash(owner)).map((entry) => {
      const { trashId, deletedAt, reason, content } = entry;
      const title = content ? oneLine(content.title) : whyClosed(entry);
      return [oneLine(trashId), atMinute(deletedAt), oneLine(reason), title];
    });
    if (rows.length > 0) print(table(rows));
    note(counted(rows.length, 'entry', 'entries'));
  },
});
