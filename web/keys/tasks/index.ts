/** Everything that the page can ask its worker for. */
import * as account from './account.ts';
import * as entries from './entries.ts';
import * as recovery from './recovery.ts';
import * as registration from './registration.ts';

export const tasks = { ...account, ...entries, ...recovery, ...registration };

export type Tasks = typeof tasks;
