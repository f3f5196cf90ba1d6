/** Storing a new entry. */
import { randomUUIDv7 } from 'node:crypto';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { checkPlan, checkTrash, lockEntries } from '../../billing/plan-limits.ts';
import { plansOf, storeLimits, vaultLimits } from '../../billing/plans.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { entityTag, type PresentedEntry, presentEntry } from './present.ts';
import { ENTRY_BODY_LIMIT, EntryWritten, NewEntry } from './schema.ts';

export const contentOf = (entry: Omit<NewEntry, 'id'>) => {
  const { encryptedData, iv, salt, algorithm, category, tags } = entry;
  return { encryptedData, iv, salt, algorithm, category, tags };
};
const sameContent = (a: Omit<NewEntry, 'id'>, b: Omit<NewEntry, 'id'>): boolean =>
  JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));

function stored(created: boolean, entry: PresentedEntry) {
  return {
    status: created ? 201 : 200,
    etag: entityTag(entry),
    body: {
      message: created ? 'The entry has been stored.' : 'The entry was already stored.',
      entry: presentEntry(entry),
    },
  };
}

export const createEntry = route('POST /vault/entries', {
  name: 'createEntry',
  summary: 'Store an encrypted entry',
  description:
    'Nothing is trimmed or re-encoded. A client that chooses the id can repeat the request safely: the same ' +
    'content gets 200 with the existing entry, different content 409.',
  access: 'session',
  body: NewEntry,
  bodyLimit: ENTRY_BODY_LIMIT,
  responseHeaders: ['ETag'],
  responses: { 200: EntryWritten, 201: EntryWritten },
  errors: ['already_exists', 'plan_limit'],
  fastPath: {
    statement: callerStatement<{ id: string | null }>(
      'store_entry',
      `select store_entry(caller.id, caller.human, $3, $5, $6, $7, $8, $9, $10, $11,
         ${vaultLimits('caller.plan', '$12', ['$13', '$14', '$15'])}) as id`,
    ),
    values({ body, deps }) {
      const { encryptedData, iv, salt, algorithm, category, tags } = contentOf(body);
      const content = [encryptedData, iv, salt, algorithm, category, tags];
      const limits = storeLimits(plansOf(deps.config));
      return [body.id ?? randomUUIDv7(), ...content, deps.config.DEFAULT_PLAN, ...limits];
    },
    respond({ id }, { body, now }) {
      if (id === null) return null;
      return stored(true, { id, ...contentOf(body), version: 1, createdAt: now, updatedAt: now });
    },
  },
  async handler({ em, caller, body, now, deps }) {
    const key = { userId: caller.user.id, id: body.id ?? randomUUIDv7() };
    const content = contentOf(body);
    await lockEntries(em, key.userId);
    const { affectedRows } = await em
      .createQueryBuilder(VaultEntry)
      .insert({ ...key, ...content, version: 1, createdAt: now, updatedAt: now })
      .onConflict(['userId', 'id'])
      .ignore()
      .execute('run', false);
    const entry = await em.findOne(VaultEntry, key, { refresh: true });
    // Already deleted, or different content: either way, the request is not a repetition.
    if (!entry || (affectedRows === 0 && !sameContent(entry as NewEntry, body))) {
      throw new Problem('already_exists', 'Another entry has this id.');
    }
    const created = affectedRows === 1;
    if (created) {
      await checkPlan(deps, em, key.userId, 'entries');
      await checkPlan(deps, em, key.userId, 'entryBytes');
      await checkTrash(deps, em, key.userId);
    }
    return stored(created, entry);
  },
});
