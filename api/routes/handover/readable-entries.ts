/** The entries a successor may read, a few at a time, for as long as they may. */
import type { z } from 'zod';
import { File, type FileRow } from '../../../db/entities/file.ts';
import type { SuccessorRow } from '../../../db/entities/successor.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { inBatches } from '../../vault/batches.ts';
import type { ReadableEntry as schema } from './schema.ts';

/** Who reads, from whose vault, through which handover. */
export interface SuccessorReader extends Pick<SuccessorRow, 'id' | 'userId' | 'restrictToAssignedEntries'> {
  handoverId: string;
}

/** An entry with the envelope sealed to its reader, byte for byte as stored. */
type ReadableEntry = z.output<typeof schema>;

const FROM = `from vault_entry e
  left join assigned_entry a on a.user_id = e.user_id and a.entry_id = e.id and a.successor_id = ?
  where e.user_id = ? and (a.entry_id is not null or not ?)`;
const reading = ({ id, userId, restrictToAssignedEntries }: SuccessorReader) => [
  id,
  userId,
  restrictToAssignedEntries,
];

/** The entries that can be read now: IDs, oldest first, in batches small enough to keep in memory. */
export async function readableBatches(em: EntityManager, reader: SuccessorReader): Promise<string[][]> {
  const found = await em.execute<{ id: string; bytes: number }[]>(
    `select e.id, octet_length(e.encrypted_data) as bytes ${FROM} order by e.created_at, e.id`,
    reading(reader),
  );
  return inBatches(found);
}

/** One batch in order, without entries that have been deleted since. */
export async function readBatch(
  em: EntityManager,
  reader: SuccessorReader,
  ids: readonly string[],
): Promise<ReadableEntry[]> {
  const rows = await em.execute<ReadableEntry[]>(
    `select e.id, e.encrypted_data as "encryptedData", e.iv, e.salt, e.algorithm, e.category, e.tags, e.version,
       e.created_at as "createdAt", e.updated_at as "updatedAt", a.envelope
     ${FROM} and e.id = any(?::uuid[]) order by array_position(?::uuid[], e.id)`,
    [...reading(reader), `{${ids.join(',')}}`, `{${ids.join(',')}}`],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
}

/** A stored file of an entry that can be read now; null if there is none. */
export async function readableFile(
  em: EntityManager,
  reader: SuccessorReader,
  id: string,
): Promise<FileRow | null> {
  const [found] = await em.execute<unknown[]>(
    `select 1 ${FROM} and e.id = (select entry_id from file where user_id = ? and id = ?)`,
    [...reading(reader), reader.userId, id],
  );
  return found ? em.findOne(File, { userId: reader.userId, id, state: 'stored', deletedAt: null }) : null;
}

/** Whether access is still valid, in a database that has been judged (db/judgement.ts). */
export async function stillReadable(
  em: EntityManager,
  { id, handoverId }: SuccessorReader,
  now: Date,
): Promise<boolean> {
  const held = await em.execute<unknown[]>(
    `select 1 from handover h
     join invitee i on i.handover_id = h.id and i.successor_id = ?
     join successor s on s.id = i.successor_id
     where h.id = ? and h.status = 'released' and i.response = 'accept' and i.access_ends_at > ?
       and s.opted_out_at is null
       and exists (select 1 from switch w where w.user_id = h.user_id
         and w.last_seen_at >= case when is_judged() then coalesce(restoring(), '-infinity') else 'infinity' end)`,
    [id, handoverId, now],
  );
  return held.length > 0;
}
