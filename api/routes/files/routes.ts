/** Files of entries: encrypted by the client, sent in parts, kept byte for byte. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { withConnection } from '../../../db/connection-queue.ts';
import { File as FileEntity, type FileRow } from '../../../db/entities/file.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { deleteForGood, deleteUpload, findFile, setDeleted } from '../../../db/files.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { recordPersonWrite } from '../../auth/credentials.ts';
import { refuseAfterReset } from '../../auth/recently-reset.ts';
import { requireLive } from '../../auth/sessions.ts';
import { checkFiles, lockEntries } from '../../billing/plan-limits.ts';
import { DOWNLOAD_TYPE, sendFile, setFileHeaders } from '../../files/send.ts';
import { storeOf, storesOf } from '../../files/stores.ts';
import { badCursor, decodeCursor, pageOf } from '../../http/cursor.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { requesterOf } from '../../http/quotas/requester.ts';
import { route, tagged } from '../../http/route.ts';
import { id as uuid } from '../../http/schemas.ts';
import { arrivedOf, receive } from './receive.ts';
import {
  Bytes,
  DeleteQuery,
  FileList,
  FileParams,
  FileQuery,
  FileWritten,
  NoContent,
  presentFile,
} from './schema.ts';
import { type Metadata, requireTus, setExpiry, setProgress, uploadLength, uploadMetadata } from './tus.ts';

/** The file of an upload that was announced before, if there is one: an upload may be announced any number of times. */
async function announcedBefore(
  em: EntityManager,
  userId: string,
  { id, entryId, sha256 }: Metadata,
  size: number,
): Promise<FileRow | null> {
  const same = await em.findOne(FileEntity, { userId, entryId, sha256 }, { refresh: true });
  const isOther = same && ((id !== undefined && same.id !== id) || same.size !== size);
  if (isOther) throw new Problem('already_exists', `The entry has this file already: ${same.id}.`);
  if (!same && id !== undefined && (await findFile(em, { userId, id }))) {
    throw new Problem('already_exists', 'Another file has this id.');
  }
  return same;
}

const create = route('POST /files', {
  name: 'createFile',
  summary: 'Announce a file of an entry (tus)',
  description:
    'Creates an upload; PATCH then sends its bytes. The client encrypts the file and may choose its `id`, so that it ' +
    'can write it into the entry first. The entry must be in the vault, and the plan must have room for the whole ' +
    'length, which is reserved now. Repeating the request is safe: the same entry and SHA-256 get 200 with the file ' +
    'there is, and HEAD says what is missing of it, so nothing is sent twice. If that file is in the trash, it is ' +
    'restored. Clients announce and send files on their own, hours after the owner left, so neither is a sign of life. ' +
    'The change of the entry that names the file is. `Upload-Defer-Length` is not supported.',
  access: 'session',
  limit: 'files',
  noSignOfLife: true,
  requestHeaders: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
  responseHeaders: ['Location', 'Tus-Resumable', 'Upload-Expires'],
  responses: { 200: FileWritten, 201: FileWritten },
  errors: ['not_found', 'already_exists', 'plan_limit', 'tus_version', 'files_disabled'],
  async handler({ em, caller, now, deps, ctx }) {
    requireTus(ctx);
    const size = uploadLength(ctx);
    const metadata = uploadMetadata(ctx);
    const { current } = storesOf(deps);
    const userId = caller.user.id;
    await lockEntries(em, userId);
    const { entryId, sha256 } = metadata;
    if ((await em.count(VaultEntry, { userId, id: entryId })) === 0) throw notFound('Entry');
    const before = await announcedBefore(em, userId, metadata, size);
    const id = before?.id ?? metadata.id ?? randomUUIDv7();
    const key = { userId, id };
    if (before) await setDeleted(em, key, null);
    else {
      await em.insert(FileEntity, {
        ...key,
        ...{ entryId, size, sha256, state: 'uploading', store: current.name, key: randomUUID() },
        ...{ createdAt: now, touchedAt: now },
      });
      await checkFiles(deps, em, userId);
    }
    const file = await findFile(em, key);
    if (!file) throw notFound('File');
    ctx.set('Location', `${ctx.path.replace(/\/$/, '')}/${id}`);
    setExpiry(ctx, file);
    return {
      status: before ? 200 : 201,
      body: {
        message: before ? 'The file was already announced.' : 'The file can be sent now.',
        file: presentFile(file),
      },
    };
  },
});

const list = route('GET /files', {
  name: 'listFiles',
  summary: 'List the files, of all entries or of one',
  description: 'Contains unfinished uploads, and files in the trash. nextCursor is null on the last page.',
  access: 'session',
  query: FileQuery,
  responses: { 200: FileList },
  async handler({ em, caller, query: { limit, cursor, entryId } }) {
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, 1);
    if (after !== undefined && !uuid.safeParse(after).success) throw badCursor();
    const rows = await em.find(
      FileEntity,
      {
        userId: caller.user.id,
        ...(entryId === undefined ? {} : { entryId }),
        ...(after === undefined ? {} : { id: { $gt: after } }),
      },
      { orderBy: { id: 'asc' }, limit: limit + 1 },
    );
    const { page, nextCursor } = pageOf(rows, limit, ({ id }) => [id]);
    return { body: { files: page.map(presentFile), nextCursor } };
  },
});

const read = route('GET /files/:id', {
  name: 'readFile',
  summary: 'Read a file or a range of it; HEAD says how much has arrived (tus)',
  description:
    'The bytes are those that were sent, with `ETag` (the SHA-256), `Content-Disposition: attachment` and ' +
    '`X-Content-Type-Options: nosniff`. One range of bytes gets 206; `If-Range` is honoured; several ranges get the ' +
    'whole file. Files in the trash can be read. A client that reads less than 16 KiB in ten seconds is ' +
    'disconnected; it can resume with a range. HEAD works for unfinished uploads too, with `Upload-Offset`.',
  access: 'session',
  limit: 'files',
  // The store may be slow, and no database connection is held while it is.
  ownTransactions: true,
  params: FileParams,
  requestHeaders: ['Range'],
  responseHeaders: [
    ...(['ETag', 'Content-Disposition', 'Accept-Ranges', 'Content-Range'] as const),
    ...(['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Expires'] as const),
  ],
  contentType: DOWNLOAD_TYPE,
  responses: { 200: Bytes, 206: Bytes },
  errors: [
    'not_found',
    'file_unfinished',
    'file_locked',
    'checksum_mismatch',
    'range_not_satisfiable',
    'files_disabled',
    'store_full',
  ],
  async handler({ em, caller, params: { id }, ctx, deps }) {
    const key = { userId: caller.user.id, id };
    const file = await withConnection(() => findFile(em, key));
    if (!file) throw notFound('File');
    if (ctx.method === 'HEAD') {
      const arrived = file.state === 'stored' ? file.size : await arrivedOf(deps, em, caller, file);
      setProgress(ctx, file, arrived);
      if (arrived === file.size) setFileHeaders(ctx, file, file.size);
      return { empty: true };
    }
    if (file.state !== 'stored') throw new Problem('file_unfinished');
    return sendFile(deps, ctx, file, requesterOf(ctx, `account:${key.userId}`), async () => true);
  },
});

const remove = route('DELETE /files/:id', {
  name: 'deleteFile',
  summary: 'Delete a file, or end an upload (tus)',
  description:
    'A stored file goes to the trash on its own and can be restored for 30 days; until then it uses the plan’s room. ' +
    'An unfinished upload ends at once. With `permanently=true`, a file is deleted from the trash: that needs a ' +
    'recently confirmed session, and is refused within 7 days of a password reset. The files of a deleted entry ' +
    'need not be deleted: they go with it.',
  access: 'session',
  // Ending an upload may wait for the store, too. The handler records the sign of life in its own transaction.
  ownTransactions: true,
  noSignOfLife: true,
  params: FileParams,
  query: DeleteQuery,
  responseHeaders: ['Tus-Resumable'],
  responses: { 204: NoContent },
  errors: ['not_found', 'confirmation_required', 'recently_reset'],
  async handler({ em: outer, caller, params: { id }, query, now, client, ctx, deps }) {
    const key = { userId: caller.user.id, id };
    const endedUpload = await transact(outer, async (em) => {
      await recordPersonWrite(deps, em, caller, client, now);
      await lockEntries(em, key.userId);
      const file = await findFile(em, key);
      if (!file) throw notFound('File');
      if (query.permanently) {
        await requireLive(em, caller);
        requireConfirmed(caller, now);
        refuseAfterReset(caller.user, now, 'The trash can be emptied');
        if (!(await deleteForGood(em, key))) throw notFound('File');
        const purged = { type: 'trash_purged', detail: { count: 1 } } as const;
        await recordActivity(em, deps.signRecord, { userId: key.userId, at: now, ...client, ...purged });
      } else if (await deleteUpload(em, key)) return file;
      else await setDeleted(em, key, now);
      return null;
    });
    // If it fails, the Schedule does it.
    if (endedUpload) {
      await storeOf(deps, endedUpload)
        .then((store) => store.remove(endedUpload.key))
        .catch(() => {});
    }
    ctx.set('Tus-Resumable', '1.0.0');
    return { status: 204, empty: true };
  },
});

const restore = route('POST /files/:id/restore', {
  name: 'restoreFile',
  summary: 'Restore a file from the trash',
  description: 'A file that was deleted on its own. The files of an entry come back with the entry.',
  access: 'session',
  params: FileParams,
  responses: { 200: FileWritten },
  errors: ['not_found'],
  async handler({ em, caller, params: { id } }) {
    const key = { userId: caller.user.id, id };
    await lockEntries(em, key.userId);
    if (!(await setDeleted(em, key, null))) throw notFound('File');
    const file = await findFile(em, key);
    if (!file) throw notFound('File');
    return { body: { message: 'The file has been restored.', file: presentFile(file) } };
  },
});

export const fileRoutes = tagged('Files', [create, list, read, receive, remove, restore]);
