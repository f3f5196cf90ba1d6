/** The vault as a successor reads it after the release. */
import { createHash } from 'node:crypto';
import type { InferEntity } from '@mikro-orm/core';
import type { z } from 'zod';
import { recordActivity } from '../../../db/activity-log.ts';
import { Handover } from '../../../db/entities/handover.ts';
import { Invitee, type InviteeRow } from '../../../db/entities/invitee.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { DatabaseChanged } from '../../../db/judgement.ts';
import { JUDGED, type Judged } from '../../../db/load-switch.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { ownerBackAt } from '../../../db/owner-back.ts';
import { isYetToStartOver } from '../../../db/restoration.ts';
import { findToken, tokenExpired } from '../../../db/tokens.ts';
import { transact } from '../../../db/transact.ts';
import type { ApiDeps } from '../../deps.ts';
import { DOWNLOAD_TYPE, sendFile } from '../../files/send.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { startJsonStream } from '../../http/json-stream.ts';
import { requesterOf } from '../../http/quotas/requester.ts';
import { route } from '../../http/route.ts';
import { optedOutThemselves } from '../../successors/linked-successor.ts';
import { presentToThemselves } from '../../successors/present.ts';
import { listFor } from '../../successors/shares.ts';
import { allocateBatch } from '../../vault/batches.ts';
import { documentPieces, ENTRY_EXAMPLE, exampleLines, layoutFor, NDJSON } from '../../vault/ndjson.ts';
import { Bytes, FileLink, FileParams } from '../files/schema.ts';
import {
  readableBatches,
  readableFile,
  readBatch,
  type SuccessorReader,
  stillReadable,
} from './readable-entries.ts';
import { readRehearsal } from './rehearsal.ts';
import { AccessQuery, SuccessorAccess } from './schema.ts';

/** Records the access, and tells the owner by mail, at most once a day. */
async function noteAccess(
  deps: ApiDeps,
  em: EntityManager,
  owner: UserRow,
  successor: SuccessorRow,
  handoverId: string,
  now: Date,
) {
  await em.nativeUpdate(Invitee, { handoverId, successorId: successor.id }, { lastAccessAt: now });
  const detail = { successorId: successor.id };
  await recordActivity(em, deps.signRecord, { userId: owner.id, type: 'vault_accessed', at: now, detail });
  const day = Math.floor(now.getTime() / deps.rules.dayMs);
  const data = { successorName: successor.name, at: now.getTime() };
  await queueMail(
    em,
    {
      key: `access_notice/${handoverId}/${successor.id}/${day}`,
      kind: 'access_notice',
      recipient: owner.email,
      userId: owner.id,
      data,
    },
    now,
  );
}

/** Shares that other accepting successors resealed to this one. Not called before the quorum is reached. */
const resharesFor = (successorId: string, invitees: readonly InviteeRow[]) =>
  invitees
    .filter(({ response }) => response === 'accept')
    .flatMap((each) =>
      (each.reshares ?? [])
        .filter((reshare) => reshare.successorId === successorId)
        .map(({ encryptedShare }) => ({ fromSuccessorId: each.successorId, encryptedShare })),
    );

/** The messages that other successors agreed to share. */
async function messagesFor(em: EntityManager, successorId: string, invitees: readonly InviteeRow[]) {
  const shared = invitees.filter(
    (each) => each.messageShared && each.message && each.successorId !== successorId,
  );
  const ids = shared.map((each) => each.successorId);
  const names = new Map((await em.find(Successor, { id: { $in: ids } })).map(({ id, name }) => [id, name]));
  return shared.map((each) => ({
    fromSuccessorId: each.successorId,
    name: names.get(each.successorId) ?? '',
    message: each.message ?? '',
  }));
}

const tooLate = () =>
  new Problem('token_expired', 'Your time to read with this link is over. We can send you a new link.');

/** The fields before the entries, the IDs of the entries, and whose access it is. */
interface GrantedAccess {
  head: Omit<z.input<typeof SuccessorAccess>, 'entries'>;
  reader: SuccessorReader;
  batches: string[][];
}

interface AccessRight {
  handover: InferEntity<typeof Handover>;
  successor: SuccessorRow;
  invitees: InviteeRow[];
  own: InviteeRow;
  accessEndsAt: Date;
  reader: SuccessorReader;
}

/**
 * Decides whether this token may read, under the switch's share lock: a withdrawal of the release at this moment either
 * comes first or waits for the transaction, so keep that short.
 *
 * @throws Problem if nothing can be read with this token
 * @throws DatabaseChanged if reconcile has yet to judge the database
 */
async function rightOf(deps: ApiDeps, em: EntityManager, plain: string, now: Date): Promise<AccessRight> {
  const token = await findToken(em, deps.tokenSigner, 'access', plain);
  if (!token?.successorId || !token.handoverId) throw new Problem('token_invalid');
  const { userId, successorId, handoverId } = token;
  const [locked] = await em.execute<Judged[]>(`select ${JUDGED} from switch where user_id = ? for share`, [
    userId,
  ]);
  // The account was deleted while this waited.
  if (!locked) throw new Problem('token_invalid');
  if (!locked.judged) throw new DatabaseChanged();
  if (await isYetToStartOver(em, userId)) {
    throw new Problem('access_not_released', 'The handover is cancelled, so nothing can be read.');
  }
  const handover = await em.findOneOrFail(Handover, { id: handoverId }, { refresh: true });
  const successor = await em.findOne(Successor, { id: successorId }, { refresh: true });
  if (!successor) throw new Problem('token_invalid');
  if (successor.optedOutAt) throw optedOutThemselves();
  // After the owner's return, a new handover would come with a link of its own.
  if (handover.status === 'cancelled' || (await ownerBackAt(em, handover)))
    throw new Problem('handover_ended');
  const invitees = await em.find(Invitee, { handoverId }, { refresh: true, orderBy: { successorId: 'asc' } });
  const own = invitees.find((each) => each.successorId === successorId);
  if (handover.status === 'completed' && own?.response === 'accept') throw tooLate();
  if (handover.status !== 'released' || own?.response !== 'accept' || !own.accessEndsAt) {
    throw new Problem('access_not_released', `The handover is ${handover.status}, so nothing can be read.`);
  }
  const { accessEndsAt } = own;
  if (accessEndsAt <= now || tokenExpired(token, now)) throw tooLate();
  const { restrictToAssignedEntries } = successor;
  const reader = { id: successorId, userId, restrictToAssignedEntries, handoverId };
  return { handover, successor, invitees, own, accessEndsAt, reader };
}

/** Decides whether this token may read everything, and records the access. It does not wait for the reader. */
const grant = (deps: ApiDeps, outer: EntityManager, plain: string, now: Date): Promise<GrantedAccess> =>
  transact(outer, async (em) => {
    const { handover, successor, invitees, accessEndsAt, reader } = await rightOf(deps, em, plain, now);
    const owner = await em.findOneOrFail(User, { id: reader.userId });
    const batches = await readableBatches(em, reader);
    await noteAccess(deps, em, owner, successor, handover.id, now);
    return {
      reader,
      batches,
      head: {
        ownerName: owner.name,
        language: successor.language,
        successor: presentToThemselves(successor),
        quorum: handover.quorum,
        accepted: invitees.filter(({ response }) => response === 'accept').length,
        expiresAt: accessEndsAt.toISOString(),
        threshold: successor.encryptedShare ? handover.quorum : null,
        encryptedShare: successor.encryptedShare ?? null,
        reshares: resharesFor(successor.id, invitees),
        list: await listFor(em, successor),
        messages: await messagesFor(em, successor.id, invitees),
        entryCount: batches.reduce((sum, { length }) => sum + length, 0),
      },
    };
  });

/**
 * Nothing is locked and no connection is held while the client reads, so access is checked again after reading each batch
 * and before sending it.
 */
async function* entriesOf(
  deps: ApiDeps,
  em: EntityManager,
  { reader, batches }: GrantedAccess,
): AsyncGenerator<object, void> {
  for (const ids of batches) {
    const entries = await readBatch(em, reader, ids);
    if (!(await stillReadable(em, reader, new Date(await deps.clock())))) {
      throw new Error('access ended during the download');
    }
    yield* entries;
  }
}

const successorAccess = route('GET /vault/successor-access', {
  name: 'getSuccessorAccess',
  summary: 'Read what was left to a successor',
  description:
    'Changes nothing but the record of access. The owner gets an email about it, at most once a day. The ' +
    'response is streamed, oldest entry first. Use `?format=ndjson` or `Accept: application/x-ndjson` for ' +
    'newline-delimited JSON, which can be read entry by entry: one document may be larger than a program can ' +
    'hold. If access ends during the download because the owner is back, no ' +
    'more entries are read and the connection is cut. The document is then incomplete, and the next request says ' +
    'why.',
  access: 'public',
  limit: 'token_link',
  query: AccessQuery,
  responses: { 200: SuccessorAccess },
  otherResponseTypes: {
    [NDJSON]: {
      description: 'One line with everything but the entries, then one line per entry.',
      example: exampleLines({ ownerName: 'Ada', entryCount: 1 }, { ...ENTRY_EXAMPLE, envelope: null }),
    },
  },
  errors: ['token_invalid', 'token_expired', 'handover_ended', 'successor_opted_out', 'access_not_released'],
  async handler({ em, query, now, deps, ctx }) {
    const layout = layoutFor(query.format, ctx);
    const rehearsed = await findToken(em, deps.tokenSigner, 'rehearsal_access', query.token);
    if (rehearsed) {
      const { about, access } = await transact(em, (tx) => readRehearsal(deps, tx, rehearsed, now));
      const { entries, ...head } = access;
      return {
        about,
        stream: await startJsonStream(documentPieces(layout, head, entries)),
        type: layout.type,
      };
    }
    const link = createHash('sha256').update(query.token).digest('hex');
    allocateBatch(ctx, deps.quotas, requesterOf(ctx, `link:${link}`));
    const granted = await grant(deps, em, query.token, now);
    const entries = entriesOf(deps, em.fork(), granted);
    const stream = await startJsonStream(documentPieces(layout, granted.head, entries));
    return { about: granted.reader.userId, stream, type: layout.type };
  },
});

/** The access is recorded once for all ranges of all files that are read within an hour. */
const NOTED_MS = 60 * 60_000;

const successorFile = route('GET /vault/successor-access/files/:id', {
  name: 'readInheritedFile',
  summary: 'Read a file that was left to a successor, or a range of it',
  description:
    'A file of an entry that they may read, as the owner reads it with `GET /files/:id`. Every request asks again ' +
    'whether access is still valid, and a long one every ten seconds.',
  access: 'public',
  limit: 'file_link',
  // The store may be slow, and no database connection is held while it is.
  ownTransactions: true,
  params: FileParams,
  query: FileLink,
  requestHeaders: ['Range'],
  responseHeaders: ['ETag', 'Content-Disposition', 'Accept-Ranges', 'Content-Range'],
  contentType: DOWNLOAD_TYPE,
  responses: { 200: Bytes, 206: Bytes },
  errors: [
    ...(['token_invalid', 'token_expired', 'handover_ended', 'successor_opted_out'] as const),
    ...([
      'access_not_released',
      'not_found',
      'range_not_satisfiable',
      'files_disabled',
      'store_full',
    ] as const),
  ],
  async handler({ em, params: { id }, query: { token }, now, deps, ctx }) {
    const { file, reader } = await transact(em, async (tx) => {
      const { handover, successor, own, reader } = await rightOf(deps, tx, token, now);
      const file = await readableFile(tx, reader, id);
      if (!file) throw notFound('File');
      if (now.getTime() - (own.lastAccessAt?.getTime() ?? 0) > NOTED_MS) {
        const owner = await tx.findOneOrFail(User, { id: reader.userId });
        await noteAccess(deps, tx, owner, successor, handover.id, now);
      }
      return { file, reader };
    });
    const link = createHash('sha256').update(token).digest('hex');
    const mayRead = async () => stillReadable(em.fork(), reader, new Date(await deps.clock()));
    return sendFile(deps, ctx, file, requesterOf(ctx, `link:${link}`), mayRead);
  },
});

export const accessRoutes = [successorAccess, successorFile];
