/** How to derive the keys of an account from its password, before logging in. */
import { derivationsFor } from '../../auth/key-derivation.ts';
import { route } from '../../http/route.ts';
import { EmailBody, KdfAnswer } from './schema.ts';

export const kdf = route('POST /auth/kdf', {
  name: 'getKeyDerivation',
  summary: 'Ask how to derive keys from a password',
  description:
    "`kdf` is how the account's password was derived: use it to log in. `current` is how to derive a new " +
    'password. Send its version as `kdfVersion` when you register, or change or reset the password. The ' +
    'parameters of a version never change. Refuse parameters weaker than those of version 1, because an attacker ' +
    'who could make you use them could guess the password from the key you send. An address without a verified ' +
    'account gets a response too: always the same one, and no different from those for real accounts.',
  access: 'public',
  limit: 'kdf',
  body: EmailBody,
  responses: { 200: KdfAnswer },
  ownTransactions: true,
  async handler({ em, body, deps }) {
    return { body: { ...(await derivationsFor(deps, em, body.email)) } };
  },
});
