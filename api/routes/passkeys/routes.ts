/** Passkeys: list, add, rename and remove them, and use one instead of the password. */
import { tagged } from '../../http/route.ts';
import { confirmOptions, confirmWithPasskey } from './confirm.ts';
import { logInOptions, logInWithPasskey } from './log-in.ts';
import { add, addOptions, list, remove, rename } from './manage.ts';

export const passkeyRoutes = [
  ...tagged('Account', [logInOptions, logInWithPasskey, confirmOptions, confirmWithPasskey]),
  ...tagged('Passkeys', [list, addOptions, add, rename, remove]),
];
