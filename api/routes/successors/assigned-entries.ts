/** Which entries a successor may read after the release, and the entries' keys sealed to them. */
import { z } from 'zod';
import { changedValues, recordActivity } from '../../../db/activity-log.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { weakensSuccessor } from '../../../switch/weakening.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { requireBasis } from '../../auth/key-bundle.ts';
import { signOfLife } from '../../auth/sign-of-life.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import type { IncomingBody } from '../../http/bodies/incoming.ts';
import { readDocument } from '../../http/bodies/streaming-json.ts';
import { type FieldError, invalid, Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import {
  ASSIGNED_BODY_LIMIT,
  AssignedEntries,
  AssignedWritten,
  Assignment,
  ENVELOPE_BYTES,
  MAX_ENTRIES,
  SuccessorParams,
} from './schema.ts';

/** The most errors that one response lists: a client with the wrong vault doesn't need all 10,000. */
const MOST_ERRORS = 20;

type EnvelopeState = z.output<typeof AssignedEntries>['entries'][number];

async function present(em: EntityManager, { id, userId, restrictToAssignedEntries }: SuccessorRow) {
  // Plain SQL: building 10,000 entities would block the event loop for a second.
  const [{ entries }] = await em.execute<[{ entries: EnvelopeState[] }]>(
    `select coalesce(json_agg(json_build_object('entryId', a.entry_id, 'hasEnvelope', a.envelope is not null,
       'envelopeStale', a.envelope is not null
         and (coalesce(a.envelope_salt <> e.salt, false) or a.share_version <> s.share_version)) order by a.entry_id), '[]')
       as entries
     from assigned_entry a join vault_entry e on e.user_id = a.user_id and e.id = a.entry_id
     join successor s on s.id = a.successor_id
     where a.successor_id = ? and a.user_id = ?`,
    [id, userId],
  );
  return {
    successorId: id,
    entryIds: entries.map(({ entryId }) => entryId),
    entries,
    restrictToAssignedEntries,
  };
}

/**
 * Reads the whole request, and checks it as it arrives.
 *
 * @throws Problem
 */
async function read(stream: IncomingBody): Promise<Assignment> {
  const { entryIds, envelopes, entries, ...rest } = Assignment.shape;
  const entryId = entryIds.element;
  const sealed = envelopes.unwrap().element;
  const known = entries.unwrap().element;
  const document = readDocument(stream, {
    arrays: {
      entryIds: { element: entryId as typeof entryId | typeof sealed | typeof known, most: MAX_ENTRIES },
      envelopes: { element: sealed, most: MAX_ENTRIES, optional: true },
      entries: { element: known, most: MAX_ENTRIES, optional: true },
    },
    rest: z.strictObject(rest),
    elementBytes: ENVELOPE_BYTES,
  });
  const read: Pick<Assignment, 'entryIds' | 'envelopes'> = { entryIds: [], envelopes: [] };
  for await (const { values } of document) {
    for (const value of values) {
      if (typeof value === 'string') read.entryIds.push(value);
      else if ('envelope' in value) read.envelopes.push(value);
    }
  }
  return { ...document.rest, ...read };
}

/** Which of these belong to the owner. They cannot be deleted before commit. */
async function lockEntries(em: EntityManager, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from vault_entry where user_id = ?
       and id in (select value::uuid from json_array_elements_text(?::json)) order by id for key share`,
    [userId, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

function mistakes({ entryIds, envelopes }: Assignment, own: ReadonlySet<string>): FieldError[] {
  const assigned = new Set(entryIds);
  const sealed = new Set<string>();
  const errors = entryIds.flatMap((id, i) =>
    own.has(id) ? [] : [{ path: `body.entryIds.${i}`, message: `${id} is not one of your entries` }],
  );
  for (const [i, { entryId }] of envelopes.entries()) {
    const path = `body.envelopes.${i}.entryId`;
    if (!assigned.has(entryId)) errors.push({ path, message: `${entryId} is not among entryIds` });
    else if (sealed.has(entryId)) errors.push({ path, message: `${entryId} already has an envelope` });
    sealed.add(entryId);
  }
  return errors.slice(0, MOST_ERRORS);
}

/**
 * Whether an envelope that opens its entry would be removed or replaced. Only the owner's client can make it again.
 */
async function losesEnvelopes(
  em: EntityManager,
  { id }: SuccessorRow,
  { entryIds, envelopes }: Assignment,
): Promise<boolean> {
  const sealed = new Map(envelopes.map(({ entryId, envelope }) => [entryId, envelope]));
  const wanted = entryIds.map((entryId) => ({ id: entryId, envelope: sealed.get(entryId) ?? null }));
  const lost = await em.execute<unknown[]>(
    `select 1 from assigned_entry a
     join vault_entry e on e.user_id = a.user_id and e.id = a.entry_id
     join successor s on s.id = a.successor_id and s.share_version = a.share_version
     left join json_to_recordset(?::json) as wanted(id uuid, envelope text) on wanted.id = a.entry_id
     where a.successor_id = ? and a.envelope is not null and coalesce(a.envelope_salt, e.salt) = e.salt
       and (wanted.id is null or wanted.envelope <> a.envelope) limit 1`,
    [JSON.stringify(wanted), id],
  );
  return lost.length > 0;
}

/** Stores the requested set. Existing envelopes stay unless replaced. */
async function assign(
  em: EntityManager,
  { id, userId }: SuccessorRow,
  { entryIds, envelopes }: Assignment,
): Promise<void> {
  const sealed = new Map(envelopes.map(({ entryId, envelope }) => [entryId, envelope]));
  const wanted = JSON.stringify(
    [...new Set(entryIds)].map((entryId) => ({ id: entryId, envelope: sealed.get(entryId) ?? null })),
  );
  await em.execute(
    `delete from assigned_entry where successor_id = ?
       and entry_id not in (select wanted.id from json_to_recordset(?::json) as wanted(id uuid))`,
    [id, wanted],
  );
  await em.execute(
    `insert into assigned_entry (successor_id, entry_id, user_id, envelope, envelope_salt, share_version)
     select s.id, wanted.id, entry.user_id, wanted.envelope, case when wanted.envelope is not null then entry.salt end,
       s.share_version
     from json_to_recordset(?::json) as wanted(id uuid, envelope text)
     join vault_entry entry on entry.user_id = ? and entry.id = wanted.id
     join successor s on s.id = ?
     on conflict (successor_id, entry_id) do update
       set envelope = excluded.envelope, envelope_salt = excluded.envelope_salt, share_version = excluded.share_version
       where excluded.envelope is not null`,
    [wanted, userId, id],
  );
}

export const readAssigned = route('GET /successors/:id/assigned-entries', {
  name: 'listAssignedEntries',
  summary: 'List the entries assigned to a successor',
  description:
    '`entries` shows which entries have no envelope, and which have one that no longer opens anything.',
  access: 'session',
  params: SuccessorParams,
  responses: { 200: AssignedEntries },
  errors: ['not_found'],
  async handler({ em, caller, params }) {
    const successor = await findOwn(em, caller.user.id, params.id);
    return { body: await present(em, successor) };
  },
});

export const writeAssigned = route('PUT /successors/:id/assigned-entries', {
  name: 'assignEntries',
  summary: 'Replace the entries assigned to a successor',
  description:
    'All or nothing. Envelopes of entries that stay are kept unless replaced; envelopes of removed entries are ' +
    'deleted. The response of GET can be sent back. Name the `keyBundleVersion` with envelopes: an envelope made ' +
    'before a rotation would open nothing after it, and is refused with `version_conflict`. Removing or replacing an envelope that opens its entry needs ' +
    'a confirmed session. So does lifting the restriction, and the owner gets an email about that.',
  access: 'session',
  params: SuccessorParams,
  body: Assignment,
  bodyLimit: ASSIGNED_BODY_LIMIT,
  bodyStream: { memory: 4 * ASSIGNED_BODY_LIMIT },
  responses: { 200: AssignedWritten },
  errors: [
    'not_found',
    'successor_opted_out',
    ...CHECK_IN_FIRST,
    'confirmation_required',
    'version_conflict',
  ],
  async handler({ params: { id }, stream, ...context }) {
    const { caller, client, now, deps } = context;
    const userId = caller.user.id;
    const body = await read(stream);
    const assigned = await transact(context.em, async (em) => {
      if (caller.human) await signOfLife(deps, em, userId, 'write', client, now);
      await lockSuccessors(em, caller);
      // A rotation takes the same lock, so no new keys come in between.
      const user = await em.findOneOrFail(User, { id: userId }, { refresh: true });
      requireBasis(user, body.keyBundleVersion);
      const successor = await findOwn(em, userId, id);
      if (successor.optedOutAt) throw new Problem('successor_opted_out');
      const errors = mistakes(body, await lockEntries(em, userId, body.entryIds));
      if (errors.length > 0) {
        throw invalid(errors, 'Some entries cannot be assigned.');
      }
      const { restrictToAssignedEntries } = body;
      const weakening = weakensSuccessor(successor, { ...successor, restrictToAssignedEntries });
      await checkWeakening({ ...context, em }, weakening, successor.name);
      if (await losesEnvelopes(em, successor, body)) requireConfirmed(caller, now);
      const entries = await em.count(AssignedEntry, { successorId: id });
      await assign(em, successor, body);
      await em.nativeUpdate(Successor, { id }, { restrictToAssignedEntries });
      const detail = {
        successorId: id,
        envelopes: body.envelopes.length,
        ...changedValues(
          { entries, restrictToAssignedEntries: successor.restrictToAssignedEntries },
          { entries: new Set(body.entryIds).size, restrictToAssignedEntries },
        ),
      };
      const record = { userId, type: 'successor_changed', at: now, ...client, detail } as const;
      await recordActivity(em, deps.signRecord, record);
      return present(em, await findOwn(em, userId, id));
    });
    return { body: { message: 'The entries have been assigned.', ...assigned } };
  },
});
