/** The profile: the account that is logged in, and changes to it. */
import { recordActivity } from '../../../db/activity-log.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { User } from '../../../db/entities/user.ts';
import { givenLocale, type Language } from '../../../db/locale.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import type { Caller } from '../../auth/caller.ts';
import { confirmPassword } from '../../auth/confirm-password.ts';
import { isConfirmed, requireConfirmed } from '../../auth/confirmed-session.ts';
import { dropEmailChange, lockChecked, lockOwner, recordPersonWrite } from '../../auth/credentials.ts';
import { CALLER, type CallerColumns, callerOf, callerStatement } from '../../auth/find-caller.ts';
import {
  archiveKeyBundle,
  isNewBundle,
  limitReplacements,
  type OpaqueKeyBundle,
  requireBasis,
} from '../../auth/key-bundle.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { presentUser } from '../../auth/present-user.ts';
import { tellOwner } from '../../auth/weakening.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { type AddressChange, addressChange, requestEmailChange } from './email-change.ts';
import { Profile, ProfileBody, ProfileChanged } from './schema.ts';

async function currentUser(
  { config }: ApiDeps,
  em: EntityManager,
  { user: { id }, session }: Caller,
  now: Date,
) {
  const user = await em.findOne(User, { id }, { refresh: true });
  const owned = user && (await em.findOne(Switch, { userId: id }, { refresh: true }));
  if (!user || !owned) throw new Problem('unauthenticated');
  return presentUser(config, user, owned.lastSeenAt, isConfirmed(session, now));
}

export const getProfile = route('GET /auth/profile', {
  name: 'getProfile',
  summary: 'Get the account that is logged in',
  description:
    '`keyBundle` is included only if the session is confirmed (POST /auth/confirm). Otherwise read it with the ' +
    'password: POST /auth/keys.',
  access: 'session',
  responses: { 200: Profile },
  fastPath: {
    statement: callerStatement<
      CallerColumns & {
        salt: string;
        kdf_version: number;
        key_bundle: unknown;
        key_bundle_version: number;
        language: Language;
        time_zone: string;
        last_seen_at: string;
      }
    >(
      'profile',
      `select ${CALLER}, u.salt, u.kdf_version, u.key_bundle, u.key_bundle_version, u.language, u.time_zone,
         s.last_seen_at
       from "user" u join switch s on s.user_id = u.id
       where u.id = caller.id`,
    ),
    values: () => [],
    respond: (
      { salt, kdf_version, key_bundle, key_bundle_version, language, time_zone, last_seen_at, ...row },
      { deps, now },
    ) => {
      const { session, user } = callerOf(row);
      return {
        body: {
          user: presentUser(
            deps.config,
            {
              ...user,
              salt,
              kdfVersion: kdf_version,
              keyBundle: key_bundle,
              keyBundleVersion: key_bundle_version,
              language,
              timeZone: time_zone,
            },
            new Date(last_seen_at),
            isConfirmed(session, now),
          ),
        },
      };
    },
  },
});

type ProfileContext = Pick<HandlerContext, 'caller' | 'client' | 'limitMailbox' | 'now' | 'deps'>;

/** @returns false if the bundle is the current one; then nothing happens */
async function replaceKeyBundle(
  em: EntityManager,
  { caller, client, now, deps }: ProfileContext,
  keyBundle: OpaqueKeyBundle,
  basedOn: number | undefined,
): Promise<boolean> {
  const user = await lockOwner(em, caller);
  if (!isNewBundle(user, keyBundle)) return false;
  requireConfirmed(caller, now);
  requireBasis(user, basedOn);
  await limitReplacements(deps, em, user, now);
  await archiveKeyBundle(em, user.id, now);
  await em.nativeUpdate(User, { id: user.id }, { keyBundle });
  if (user.keyBundle !== null)
    await tellOwner({ em, client, now }, user.id, { account: 'key_bundle_replaced' });
  // A pending change of address carries a bundle older than this one.
  await dropEmailChange(em, user.id);
  return true;
}

type ProfileFields = Pick<ProfileBody, 'name' | 'language' | 'timeZone' | 'keyBundle' | 'keyBundleVersion'>;

/** Saves the changes that take effect at once. */
async function save(
  em: EntityManager,
  context: ProfileContext,
  { name, language, timeZone, keyBundle, keyBundleVersion }: ProfileFields,
): Promise<void> {
  const { caller, client, now, deps } = context;
  await recordPersonWrite(deps, em, caller, client, now);
  const userId = caller.user.id;
  const another =
    keyBundle !== undefined && (await replaceKeyBundle(em, context, keyBundle, keyBundleVersion));
  const locale = givenLocale({ language, timeZone });
  const changes = { ...(name === undefined ? {} : { name }), ...locale };
  const changed = Object.keys(changes).length > 0;
  if (changed) await em.nativeUpdate(User, { id: userId }, changes);
  if (!changed && !another) return;
  const detail = { name: name !== undefined, keyBundle: another, ...locale };
  await recordActivity(em, deps.signRecord, { userId, type: 'profile_changed', at: now, detail, ...client });
}

/** Name, language and time zone take effect at once; key bundle, password and address once the new address is verified. */
async function saveAddress(
  em: EntityManager,
  context: ProfileContext,
  change: AddressChange,
  { name, language, timeZone }: ProfileFields,
): Promise<void> {
  const { caller, now, deps } = context;
  await confirmPassword(deps, caller, change.currentPassword, now, async (checked) => {
    const authHash = await hashPassword(change.newPassword);
    await transact(em, async (tx) => {
      const user = await lockChecked(tx, caller, checked);
      await save(tx, context, { name, language, timeZone });
      await requestEmailChange(tx, context, user, change, authHash);
    });
  });
}

const SAVED = 'Your profile has been saved.';
const ASKED =
  "We've written to the new address. The change takes effect, with the new password, once you confirm " +
  'it from there. Until then, log in as before.';

export const changeProfile = route('PUT /auth/profile', {
  name: 'updateProfile',
  summary: 'Change the name, the language, the time zone, the key bundle, or the email address',
  description:
    'Fields that are omitted or unchanged stay as they are. A new key bundle needs a confirmed session (POST ' +
    '/auth/confirm), archives the old one and discards a pending change of address. A new address needs `email, ' +
    'currentPassword, newPassword, salt` together, and a matching `keyBundle` if the account has one; with ' +
    'two-factor authentication on, a confirmed session too. They take effect together once the link sent to the ' +
    'new address is confirmed, and then all other sessions end. The current address is notified at once. For 7 ' +
    'days after a password reset by email, a new address is refused with `recently_reset`. The response ' +
    'is the same whether or not the new address is taken or has asked us not to write. Its mailbox gets at most ' +
    'five emails an hour that strangers can trigger; after that, requests are refused with 429. Changing ' +
    'or resetting the password discards a pending change. If the `keyBundleVersion` is not the current one, the ' +
    'request is refused with `version_conflict`, and nothing changes.',
  access: 'session',
  body: ProfileBody,
  responses: { 200: ProfileChanged },
  errors: ['wrong_password', 'account_locked', 'confirmation_required', 'recently_reset', 'version_conflict'],
  // A wrong password changes nothing and isn't a sign of life. No transaction is open while passwords are hashed.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body, client, limitMailbox, now, deps }) {
    const context = { caller, client, limitMailbox, now, deps };
    const user = await em.fork().findOne(User, { id: caller.user.id });
    if (!user) throw new Problem('unauthenticated');
    const change = addressChange(user, body);
    if (change) await saveAddress(em, context, change, body);
    else await transact(em, (tx) => save(tx, context, body));
    const saved = await currentUser(deps, em.fork(), caller, now);
    return { body: { message: change ? ASKED : SAVED, user: saved } };
  },
});
