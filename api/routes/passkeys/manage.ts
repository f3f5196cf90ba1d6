/** The passkeys of an account: list, add, rename, remove. */
import type { z } from 'zod';
import { Passkey, type PasskeyRow } from '../../../db/entities/passkey.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { endSessions, lockOwner } from '../../auth/credentials.ts';
import { lockOwnRow, ownRows, requireRoom } from '../../auth/own-rows.ts';
import { creationOptions, readNewPasskey } from '../../auth/passkeys.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import {
  AddPasskeyBody,
  CreationOptions,
  PasskeyChanged,
  PasskeyList,
  PasskeyName,
  PasskeyParams,
  type Passkey as PresentedPasskey,
} from './schema.ts';

/** Far more devices than anyone has. */
const MOST_PASSKEYS = 10;

const present = (passkey: PasskeyRow): z.output<typeof PresentedPasskey> => ({
  id: passkey.id,
  credentialId: passkey.credentialId,
  name: passkey.name,
  isSynced: passkey.isSynced,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});

/** @throws Problem `passkey_limit` */
const requirePasskeyRoom = (em: EntityManager, userId: string): Promise<void> =>
  requireRoom(em, Passkey, userId, MOST_PASSKEYS, 'passkey_limit');

export const list = route('GET /passkeys', {
  name: 'listPasskeys',
  summary: 'List the passkeys of the account',
  access: 'session',
  responses: { 200: PasskeyList },
  async handler({ em, caller }) {
    const passkeys = await ownRows(em, Passkey, caller.user.id);
    return { body: { passkeys: passkeys.map(present) } };
  },
});

export const addOptions = route('POST /passkeys/options', {
  name: 'getPasskeyOptions',
  summary: 'Begin adding a passkey',
  description: 'Needs a confirmed session. Nothing changes until the passkey is sent to POST /passkeys.',
  access: 'session',
  responses: { 200: CreationOptions },
  errors: ['confirmation_required', 'passkey_limit'],
  async handler({ em, caller, now, deps: { config } }) {
    requireConfirmed(caller, now);
    await requirePasskeyRoom(em, caller.user.id);
    const existing = await ownRows(em, Passkey, caller.user.id);
    const use = `add/${caller.session.id}` as const;
    return { body: { options: creationOptions(config, use, caller.user, existing, now) } };
  },
});

export const add = route('POST /passkeys', {
  name: 'addPasskey',
  summary: 'Add a passkey',
  description:
    'Takes what `navigator.credentials.create()` returned for the options of /passkeys/options, and a name by ' +
    'which the owner recognises the passkey. Needs a confirmed session, and the owner gets an email. Sessions ' +
    'continue. An account has 10 passkeys at most.',
  access: 'session',
  body: AddPasskeyBody,
  responses: { 201: PasskeyChanged },
  errors: ['confirmation_required', 'wrong_passkey', 'passkey_limit', 'already_exists'],
  async handler(context) {
    const { em, caller, body, now, record, deps } = context;
    const userId = caller.user.id;
    await lockOwner(em, caller);
    requireConfirmed(caller, now);
    await requirePasskeyRoom(em, userId);
    const use = `add/${caller.session.id}` as const;
    const passkey = await readNewPasskey(deps.config, use, { userId, ...body }, now);
    if (!passkey) throw new Problem('wrong_passkey');
    if ((await em.count(Passkey, { credentialId: passkey.credentialId })) > 0)
      throw new Problem('already_exists', 'This passkey has already been added.');
    await checkWeakening(context, { account: 'passkey_added' });
    await em.insert(Passkey, passkey);
    await record('passkey_added', { name: passkey.name });
    return {
      status: 201,
      body: { message: 'You can log in with this passkey now.', passkey: present(passkey) },
    };
  },
});

export const rename = route('PUT /passkeys/:passkeyId', {
  name: 'renamePasskey',
  summary: 'Rename a passkey',
  access: 'session',
  params: PasskeyParams,
  body: PasskeyName,
  responses: { 200: PasskeyChanged },
  errors: ['not_found'],
  async handler({ em, caller, params: { passkeyId: id }, body: { name } }) {
    const own = { id, userId: caller.user.id };
    const renamed = await em.nativeUpdate(Passkey, own, { name });
    if (renamed !== 1) throw notFound('Passkey');
    const passkey = await em.findOneOrFail(Passkey, own, { refresh: true });
    return { body: { message: 'The passkey has its new name.', passkey: present(passkey) } };
  },
});

export const remove = route('DELETE /passkeys/:passkeyId', {
  name: 'deletePasskey',
  summary: 'Remove a passkey',
  description:
    'For one that was lost, for example. Needs a confirmed session, ends all others, because the lost device may ' +
    'be logged in, and the owner gets an email. The authenticator keeps the passkey, but nobody can log in with it.',
  access: 'session',
  params: PasskeyParams,
  responses: { 200: messageBody },
  errors: ['not_found', 'confirmation_required'],
  async handler(context) {
    const { em, caller, params, now, record } = context;
    const userId = caller.user.id;
    const { id, name } = await lockOwnRow(em, Passkey, caller, params.passkeyId, 'Passkey');
    await checkWeakening(context, { account: 'passkey_removed' });
    await em.nativeDelete(Passkey, { id });
    const sessionsEnded = await endSessions(em, userId, now, caller.session.id);
    await record('passkey_removed', { name, sessionsEnded });
    return { body: { message: 'Nobody can log in with this passkey any more.' } };
  },
});
