/** Passkeys: list, add, rename and remove them, and use one instead of the password. */
import { confirmOptions, confirmWithPasskey } from './confirm.ts';
import { logInOptions, logInWithPasskey } from './log-in.ts';
import { add, addOptions, list, remove, rename } from './manage.ts';

export const passkeyRoutes = [
  logInOptions,
  logInWithPasskey,
  confirmOptions,
  confirmWithPasskey,
  list,
  addOptions,
  add,
  rename,
  remove,
];
