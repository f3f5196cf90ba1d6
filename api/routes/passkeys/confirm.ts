/** Confirming a session with a passkey instead of the password. */
import { recordActivity } from '../../../db/activity-log.ts';
import { Passkey } from '../../../db/entities/passkey.ts';
import { transact } from '../../../db/transact.ts';
import { confirmedUntil, confirmSession } from '../../auth/confirmed-session.ts';
import { lockOwner, recordPersonWrite } from '../../auth/credentials.ts';
import { readPasskey, requestOptions, takePasskey } from '../../auth/passkeys.ts';
import { stopRemoval } from '../../auth/two-factor.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { Confirmed } from '../auth/schema.ts';
import { PasskeyBody, RequestOptions } from './schema.ts';

export const confirmOptions = route('POST /auth/confirm/passkey/options', {
  name: 'getPasskeyConfirmationOptions',
  summary: 'Begin confirming this session with a passkey',
  access: 'session',
  responses: { 200: RequestOptions },
  errors: ['not_found'],
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, now, deps: { config } }) {
    const passkeys = await em.find(Passkey, { userId: caller.user.id }, { orderBy: { id: 'asc' } });
    if (passkeys.length === 0) throw new Problem('not_found', 'This account has no passkey.');
    return { body: { options: requestOptions(config, `confirm/${caller.session.id}`, now, passkeys) } };
  },
});

export const confirmWithPasskey = route('POST /auth/confirm/passkey', {
  name: 'confirmSessionWithPasskey',
  summary: 'Confirm this session with a passkey',
  description:
    'Takes what `navigator.credentials.get()` returned for the options of /auth/confirm/passkey/options, and ' +
    'confirms the session as POST /auth/confirm does. No two-factor code is needed.',
  access: 'session',
  limit: 'password',
  body: PasskeyBody,
  responses: { 200: Confirmed },
  errors: ['wrong_passkey'],
  // A passkey that is refused isn't a sign of life.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body: { credential }, client, now, deps }) {
    const { user, session } = caller;
    const shown = await readPasskey(em, deps.config, `confirm/${session.id}`, credential, now);
    if (!shown || shown.passkey.userId !== user.id) throw new Problem('wrong_passkey');
    await transact(em, async (tx) => {
      await lockOwner(tx, caller);
      if (!(await takePasskey(tx, shown, now))) throw new Problem('wrong_passkey');
      await stopRemoval(tx, user.id);
      await confirmSession(tx, session.id, now);
      await recordPersonWrite(deps, tx, caller, client, now);
      const detail = { passkey: shown.passkey.name };
      const record = { userId: user.id, type: 'session_confirmed' as const, at: now, detail, ...client };
      await recordActivity(tx, deps.signRecord, record);
    });
    const until = confirmedUntil(now).toISOString();
    return { body: { message: 'This session is confirmed.', confirmedUntil: until } };
  },
});
