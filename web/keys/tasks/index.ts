/** Everything that the page can ask its worker for. */
import * as account from './account.ts';
import * as entries from './entries.ts';

export const tasks = { ...account, ...entries };

export type Tasks = typeof tasks;
