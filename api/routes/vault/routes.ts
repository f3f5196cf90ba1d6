/** Vault entries: encrypted by the client, kept byte for byte. */
import { raw } from '@mikro-orm/core';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { discardEntries, keepFormer, oneEntry } from '../../../db/trash.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { checkPlan, checkTrash, lockEntries } from '../../billing/plan-limits.ts';
import { invalid, notFound, Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { contentOf, createEntry } from './create.ts';
import { exportEntries } from './export.ts';
import { expectedVersion } from './if-match.ts';
import { importEntries } from './import.ts';
import { listEntries } from './page.ts';
import { entityTag, entryLine, entryOnLine, presentEntry } from './present.ts';
import { rotate } from './rotate.ts';
import { ChangedEntry, ENTRY_BODY_LIMIT, EntryAnswer, EntryParams, EntryWritten } from './schema.ts';
import { trashRoutes } from './trash.ts';

const read = route('GET /vault/entries/:id', {
  name: 'getEntry',
  summary: 'Get an entry',
  access: 'session',
  params: EntryParams,
  responseHeaders: ['ETag'],
  responses: { 200: EntryAnswer },
  errors: ['not_found'],
  fastPath: {
    statement: callerStatement<{ entry: string | null }>(
      'entry',
      `select ${entryLine()} as entry from vault_entry where user_id = caller.id and id = $5`,
    ),
    values: ({ params }) => [params.id],
    respond({ entry }) {
      if (entry === null) throw notFound('Entry');
      const stored = entryOnLine(entry);
      return { etag: entityTag(stored), json: `{"entry":${stored.json}}` };
    },
  },
});

const replace = route('PUT /vault/entries/:id', {
  name: 'updateEntry',
  summary: 'Replace the content of an entry',
  description:
    'Send the version the change is based on, as `If-Match: "3"` or `version`; a stale one is refused with ' +
    '`version_conflict`. Without either, the current content is replaced. `category` and `tags` stay as they are if ' +
    'they are omitted. The old content goes to the trash.',
  access: 'session',
  params: EntryParams,
  body: ChangedEntry,
  bodyLimit: ENTRY_BODY_LIMIT,
  requestHeaders: ['If-Match'],
  responseHeaders: ['ETag'],
  responses: { 200: EntryWritten },
  errors: ['not_found', 'version_conflict', 'plan_limit'],
  async handler({ em, caller, params, body, now, ctx, deps }) {
    const key = { userId: caller.user.id, id: params.id };
    if (body.id !== undefined && body.id !== key.id) {
      throw invalid([{ path: 'body.id', message: 'differs from the entry in the path' }]);
    }
    const version = expectedVersion(ctx.get('If-Match'), body.version);
    await lockEntries(em, key.userId);
    const before = await em.findOne(VaultEntry, key, { refresh: true });
    if (!before) throw notFound('Entry');
    if (version !== undefined && version !== before.version) {
      throw new Problem('version_conflict', `The entry is now at version ${before.version}.`);
    }
    await keepFormer(em, key.userId, oneEntry(key.id), now);
    await em.nativeUpdate(VaultEntry, key, {
      ...contentOf({ ...body, category: body.category ?? before.category, tags: body.tags ?? before.tags }),
      version: raw<number>('version + 1'),
      updatedAt: now,
    });
    // A vault over the limit of its plan may still be changed, and reduced.
    if (body.encryptedData.length > before.encryptedData.length) {
      await checkPlan(deps, em, key.userId, 'entryBytes');
    }
    await checkTrash(deps, em, key.userId);
    const entry = await em.findOneOrFail(VaultEntry, key, { refresh: true });
    return {
      etag: entityTag(entry),
      body: { message: 'The entry has been changed.', entry: presentEntry(entry) },
    };
  },
});

const remove = route('DELETE /vault/entries/:id', {
  name: 'deleteEntry',
  summary: 'Delete an entry',
  description:
    'It is also removed from every successor it was assigned to. It stays in the trash for 30 days and ' +
    'can be restored until then.',
  access: 'session',
  params: EntryParams,
  responses: { 200: messageBody },
  errors: ['not_found'],
  async handler({ em, caller, params, now }) {
    const userId = caller.user.id;
    await lockEntries(em, userId);
    const deleted = await discardEntries(em, userId, oneEntry(params.id), now);
    if (deleted === 0) throw notFound('Entry');
    return { body: { message: 'The entry is in the trash. It can be restored for 30 days.' } };
  },
});

export const vaultRoutes = tagged('Vault', [
  createEntry,
  listEntries,
  read,
  replace,
  remove,
  importEntries,
  exportEntries,
  rotate,
  ...trashRoutes,
]);
