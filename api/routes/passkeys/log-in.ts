/** Logging in with a passkey. No address is needed, so nothing here reveals whether an address has an account. */

import { transact } from '../../../db/transact.ts';
import { loggedIn, openLogIn, presentedDevice } from '../../auth/open-log-in.ts';
import { readPasskey, requestOptions, takePasskey } from '../../auth/passkeys.ts';
import { stopRemoval } from '../../auth/two-factor.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { LoggedIn } from '../auth/schema.ts';
import { PasskeyBody, RequestOptions } from './schema.ts';

export const logInOptions = route('POST /auth/login/passkey/options', {
  name: 'getPasskeyLogInOptions',
  summary: 'Begin a log-in with a passkey',
  description:
    'The response is the same for everybody, except for the challenge. The browser offers the passkeys that the ' +
    'person has for this service.',
  access: 'public',
  limit: 'passkey',
  responses: { 200: RequestOptions },
  ownTransactions: true,
  async handler({ now, deps: { config } }) {
    return { body: { options: requestOptions(config, 'log-in', now) } };
  },
});

export const logInWithPasskey = route('POST /auth/login/passkey', {
  name: 'logInWithPasskey',
  summary: 'Log in with a passkey',
  description:
    'Takes what `navigator.credentials.get()` returned for the options of /auth/login/passkey/options. Opens a ' +
    "browser's session, as POST /auth/login does, and is a sign of life. A passkey is used with a fingerprint, a " +
    'face or a PIN, so no two-factor code is needed. Failures lock nobody out, and an address that is locked ' +
    'after wrong passwords can still log in like this.',
  access: 'public',
  limit: 'passkey',
  body: PasskeyBody,
  responseHeaders: ['Set-Cookie'],
  responses: { 200: LoggedIn },
  errors: ['passkey_invalid', 'email_not_verified'],
  ownTransactions: true,
  async handler({ em, body: { credential }, client, now, deps, ctx }) {
    const context = { client, now, deps, ctx };
    const shown = await readPasskey(em, deps.config, 'log-in', credential, now);
    if (!shown) throw new Problem('passkey_invalid');
    const { id, userId, name } = shown.passkey;
    await deps.limits.byClient('passkey_account', ctx, { userId, sessionId: id });
    const opened = await transact(em, (tx) =>
      openLogIn(tx, context, { id: userId }, 'browser', {
        refusal: 'passkey_invalid',
        device: presentedDevice(context),
        detail: { passkey: name },
        async prove() {
          if (!(await takePasskey(tx, shown, now))) throw new Problem('passkey_invalid');
          await stopRemoval(tx, userId);
        },
      }),
    );
    return loggedIn(context, 'browser', opened);
  },
});
