/** Everything that the page can ask its worker for. */
import * as account from './account.ts';
import * as entries from './entries.ts';
import * as recovery from './recovery.ts';
import * as registration from './registration.ts';
import * as successor from './successor.ts';

export const tasks = { ...account, ...entries, ...recovery, ...registration, ...successor };

export type Tasks = typeof tasks;
