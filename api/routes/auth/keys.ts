/** The keys of the account, for a session that has not been confirmed lately: the password must be shown. */
import { User } from '../../../db/entities/user.ts';
import { confirmPassword } from '../../auth/confirm-password.ts';
import type { OpaqueKeyBundle } from '../../auth/key-bundle.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { Keys, PasswordBody } from './schema.ts';

export const readKeys = route('POST /auth/keys', {
  name: 'getKeys',
  summary: 'Read the key bundle with the password',
  description:
    'The profile contains `keyBundle` only in a confirmed session, because a stolen token could otherwise be used to ' +
    'guess the password against it. An owner who unlocks the vault types the password anyway. This does not ' +
    'confirm the session, and needs no second factor. Wrong passwords count towards the lockout of the account.',
  access: 'session',
  limit: 'password',
  body: PasswordBody,
  example: { password: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=' },
  responses: { 200: Keys },
  errors: ['wrong_password', 'account_locked'],
  // A wrong password isn't a sign of life. No transaction is open while it is checked.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body, now, deps }) {
    return confirmPassword(deps, caller, body.password, now, async ({ id }) => {
      const user = await em.fork().findOne(User, { id });
      if (!user) throw new Problem('unauthenticated');
      const { salt, keyBundle, keyBundleVersion } = user;
      return { body: { salt, keyBundle: (keyBundle ?? null) as OpaqueKeyBundle | null, keyBundleVersion } };
    });
  },
});
