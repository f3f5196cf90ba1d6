/** The key bundles that were replaced. */
import { KeyBundleArchive } from '../../../db/entities/key-bundle-archive.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { badCursor, decodeCursor, pageOf } from '../../http/cursor.ts';
import { route } from '../../http/route.ts';
import { id as archiveId } from '../../http/schemas.ts';
import { type ArchivedKeyBundle, ArchivedKeyBundles, KeyBundlesQuery } from './schema.ts';

/** Conditions for the bundles after a cursor, in the order of the list. */
function after(cursor: string): { fromReset: boolean; id?: { $lt: string } }[] {
  const [id = '', place] = decodeCursor(cursor, 2);
  const fromReset = place === 'reset';
  if (!archiveId.safeParse(id).success || !(fromReset || place === 'kept')) throw badCursor();
  const older = { fromReset, id: { $lt: id } };
  return fromReset ? [older] : [older, { fromReset: true }];
}

export const archivedKeyBundles = route('GET /auth/key-bundles', {
  name: 'listKeyBundles',
  summary: 'List replaced key bundles',
  description:
    'Newest first, with those that a reset by email had stored at the end, and those that resets replaced after 50 ' +
    'others on the same day, so that an intruder in the mailbox cannot bury the others. Whenever a key bundle is ' +
    'replaced, by a change of the profile, the password or the address or by a reset, the old one is kept here ' +
    'together with the salt and the address its keys were derived from. A client opens it with the password of that time, or with anything else it sealed the vault ' +
    'key for. Only for a confirmed session (POST /auth/confirm).',
  access: 'session',
  query: KeyBundlesQuery,
  responses: { 200: ArchivedKeyBundles },
  errors: ['confirmation_required'],
  async handler({ em, caller, query, now }) {
    requireConfirmed(caller, now);
    const rows = await em.find(
      KeyBundleArchive,
      { userId: caller.user.id, ...(query.cursor === undefined ? {} : { $or: after(query.cursor) }) },
      // The IDs are in chronological order.
      { orderBy: { fromReset: 'asc', id: 'desc' }, limit: query.limit + 1 },
    );
    const { page, nextCursor } = pageOf(rows, query.limit, ({ id, fromReset }) => [
      id,
      fromReset ? 'reset' : 'kept',
    ]);
    return {
      body: {
        keyBundles: page.map(({ id, keyBundle, salt, email, archivedAt, reason, fromReset }) => ({
          id,
          keyBundle,
          salt,
          email,
          replacedAt: archivedAt.toISOString(),
          reason: reason as ArchivedKeyBundle['reason'],
          fromReset,
        })),
        nextCursor,
      },
    };
  },
});
