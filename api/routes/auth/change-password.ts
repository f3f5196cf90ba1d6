/** Changes a known password and re-keys the vault with it. */
import type { z } from 'zod';
import { recordActivity } from '../../../db/activity-log.ts';
import { protectedUntil } from '../../../db/after-reset.ts';
import { User } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { keepFormer } from '../../../db/trash.ts';
import { type CheckedPassword, confirmPassword } from '../../auth/confirm-password.ts';
import { setDeviceCookie } from '../../auth/cookies.ts';
import { dropPendingRequests, endSessions, lockChecked, recordPersonWrite } from '../../auth/credentials.ts';
import {
  archiveKeyBundle,
  dropArchivedSeeds,
  limitReplacements,
  requireBasis,
  requireKeyBundle,
  requireSecondHalf,
} from '../../auth/key-bundle.ts';
import { checkKdfVersion } from '../../auth/key-derivation.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { tellOwner } from '../../auth/weakening.ts';
import { checkEntries, checkTrash, lockEntries, usageOf } from '../../billing/plan-limits.ts';
import type { IncomingBody } from '../../http/bodies/incoming.ts';
import { readDocument } from '../../http/bodies/streaming-json.ts';
import { invalid } from '../../http/errors.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { markSharesStale } from '../../successors/consequences.ts';
import { ENTRY_BODY_LIMIT } from '../vault/schema.ts';
import {
  ChangePasswordBody,
  ChangePasswordRest,
  MOST_ENTRIES,
  REKEY_BODY_LIMIT,
  RekeyedEntry,
} from './schema.ts';

type PasswordContext = Pick<HandlerContext, 'caller' | 'client' | 'now' | 'deps'>;
/** The request. The entries are kept off the heap, as JSON in pieces of a few MiB. */
interface NewPassword extends z.output<typeof ChangePasswordRest> {
  entryIds: string[];
  entries: Buffer[];
}

/** The most unknown entries that a response lists: more than a person would read. */
const MAX_NAMED_ENTRIES = 100;

const refuse = (ids: readonly string[], isWrong: (id: string, at: number) => boolean, message: string) => {
  const errors = ids
    .flatMap((id, at) =>
      isWrong(id, at) ? [{ path: `body.entries.${at}.id`, message: `${message}: ${id}` }] : [],
    )
    .slice(0, MAX_NAMED_ENTRIES);
  if (errors.length > 0) throw invalid(errors, 'Nothing was changed. Fix the entries listed in errors.');
};

/**
 * Reads the whole request, and checks it as it arrives.
 *
 * @throws Problem
 */
async function read(stream: IncomingBody): Promise<NewPassword> {
  const document = readDocument(stream, {
    arrays: { entries: { element: RekeyedEntry, most: MOST_ENTRIES, optional: true } },
    rest: ChangePasswordRest,
    elementBytes: ENTRY_BODY_LIMIT,
  });
  const entryIds: string[] = [];
  const entries: Buffer[] = [];
  for await (const { values } of document) {
    for (const { id } of values) entryIds.push(id);
    entries.push(Buffer.from(JSON.stringify(values)));
  }
  const first = new Map(entryIds.map((id, at) => [id, at] as const).reverse());
  refuse(entryIds, (id, at) => first.get(id) !== at, 'is listed twice');
  return { ...document.rest, entryIds, entries };
}

/**
 * Stores every entry under its new key, piece by piece.
 *
 * @throws Problem naming entries that are not the owner's
 */
async function rekey(
  em: EntityManager,
  userId: string,
  { entryIds, entries }: Pick<NewPassword, 'entryIds' | 'entries'>,
  now: Date,
): Promise<void> {
  await keepFormer(
    em,
    userId,
    {
      sql: 'entry.id in (select value::uuid from json_array_elements_text(?::json))',
      values: [JSON.stringify(entryIds)],
    },
    now,
  );
  const changed = new Set<string>();
  for (const piece of entries) {
    const rows = await em.execute<{ id: string }[]>(
      `update vault_entry as entry
       set encrypted_data = new."encryptedData", iv = new.iv, salt = new.salt, algorithm = new.algorithm,
         version = entry.version + 1, updated_at = ?
       from json_to_recordset(?::json)
         as new(id uuid, "encryptedData" text, iv text, salt text, algorithm text)
       where entry.user_id = ? and entry.id = new.id
       returning entry.id`,
      [now, piece.toString(), userId],
    );
    for (const { id } of rows) changed.add(id);
  }
  refuse(entryIds, (id) => !changed.has(id), 'is not an entry in this vault');
  // Existing envelopes and shares were made for the old keys.
  if (changed.size > 0) await markSharesStale(em, userId);
}

async function change(
  em: EntityManager,
  { caller, client, now, deps }: PasswordContext,
  { salt, kdfVersion, keyBundle, keyBundleVersion, entryIds, entries }: NewPassword,
  authHash: string,
  checked: CheckedPassword,
): Promise<void> {
  if (entryIds.length > 0) {
    // Locks in the same order as every write to the vault: the switch, the entries, the account.
    await loadSwitch(em, caller.user.id, { lock: true });
    await lockEntries(em, caller.user.id);
  }
  const user = await lockChecked(em, caller, checked);
  const userId = user.id;
  requireSecondHalf(user, caller, now);
  requireKeyBundle(user, keyBundle);
  requireBasis(user, keyBundleVersion);
  checkKdfVersion(deps, kdfVersion, user.kdfVersion);
  await recordPersonWrite(deps, em, caller, client, now);
  await limitReplacements(deps, em, user, now);
  await archiveKeyBundle(em, userId, now);
  // Within 7 days of a reset, a thief of the mailbox may have chosen the password, and the new bundle's seed may be
  // garbage. So the archived seeds stay until a later change.
  if (!protectedUntil(user, now)) await dropArchivedSeeds(em, userId, keyBundle);
  await em.nativeUpdate(
    User,
    { id: userId },
    { authHash, salt, kdfVersion, ...(keyBundle === undefined ? {} : { keyBundle }) },
  );
  if (entryIds.length > 0) {
    const before = await usageOf(em, userId);
    await rekey(em, userId, { entryIds, entries }, now);
    await checkEntries(deps, em, userId, before, { rekeyed: true });
    await checkTrash(deps, em, userId);
  }
  await dropPendingRequests(em, userId);
  const sessionsEnded = await endSessions(em, userId, now, caller.session.id);
  await tellOwner({ em, client, now }, userId, { account: 'password_changed' });
  const detail = { entries: entryIds.length, sessionsEnded };
  await recordActivity(em, deps.signRecord, { userId, type: 'password_changed', at: now, detail, ...client });
}

export const changePassword = route('PUT /auth/change-password', {
  name: 'changePassword',
  summary: 'Change the password and re-key the vault',
  description:
    'The password, the key bundle and the entries change together or not at all. Every entry sent must ' +
    'exist in the vault. Each one gains a version, and existing shares are marked stale. A client that wraps ' +
    'the same vault key again sends none, however large the vault is. An account with ' +
    'a key bundle must send a new one, made with the new salt; the old one is archived, and the archive loses `signing.seed` of bundles with the same public key, except ' +
    'within 7 days of a password reset. With two-factor authentication on, the session must be confirmed (POST ' +
    '/auth/confirm). All other sessions end. ' +
    'Unused password links and a pending change of address are discarded. All known devices are ' +
    'forgotten except this browser. If the `keyBundleVersion` is not the current one, the request is refused with ' +
    '`version_conflict`, and nothing changes.',
  access: 'session',
  limit: 'password',
  body: ChangePasswordBody,
  responseHeaders: ['Set-Cookie'],
  bodyLimit: REKEY_BODY_LIMIT,
  bodyStream: { memory: REKEY_BODY_LIMIT },
  responses: { 200: messageBody },
  errors: ['wrong_password', 'account_locked', 'confirmation_required', 'plan_limit', 'version_conflict'],
  // A wrong password changes nothing and isn't a sign of life. No transaction is open while passwords are hashed.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, stream, client, now, deps, ctx }) {
    const body = await read(stream);
    await confirmPassword(deps, caller, body.currentPassword, now, async (checked) => {
      const authHash = await hashPassword(body.newPassword);
      await transact(em, (tx) => change(tx, { caller, client, now, deps }, body, authHash, checked));
      await deps.limits.renew(caller.user.id, caller.session.id);
      // Devices that knew the old password are forgotten. This one is in its owner's hands, so it is remembered again.
      if (caller.session.kind === 'browser') {
        setDeviceCookie(ctx, deps.config, { email: caller.user.email, authHash }, now);
      }
    });
    return {
      body: { message: 'Your password has been changed. All other sessions have ended.' },
    };
  },
});
