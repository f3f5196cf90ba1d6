/** Everything that the page can ask its worker for. */
import * as account from './account.ts';
import * as deletion from './delete-account.ts';
import * as entries from './entries.ts';
import * as password from './password.ts';
import * as recovery from './recovery.ts';
import * as registration from './registration.ts';
import * as sealing from './sealing.ts';
import * as secondFactor from './second-factor.ts';
import * as succession from './succession.ts';
import * as successor from './successor.ts';
import * as totp from './totp.ts';
import * as transfer from './transfer.ts';
import * as trash from './trash.ts';
import * as whoGets from './who-gets.ts';

export const tasks = {
  ...account,
  ...deletion,
  ...entries,
  ...password,
  ...recovery,
  ...registration,
  ...secondFactor,
  ...sealing,
  ...succession,
  ...successor,
  ...totp,
  ...transfer,
  ...trash,
  ...whoGets,
};

export type Tasks = typeof tasks;
