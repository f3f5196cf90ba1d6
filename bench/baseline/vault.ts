/** Entries: rows as PostgreSQL returns them, made into JSON here. */
import { randomUUID } from 'node:crypto';
import { PLANS, storeLimits, vaultLimits } from '../../api/billing/plans.ts';
import { type BaselineRequest, readJson } from './request.ts';

const COLUMNS = `id, encrypted_data as "encryptedData", iv, salt, algorithm, category, tags, version,
  created_at as "createdAt", updated_at as "updatedAt"`;

interface EntryRow {
  id: string;
  version: number;
  createdAt: Date;
}

export async function listEntries({ ctx, pool, userId }: BaselineRequest): Promise<void> {
  const limit = Number(ctx.query.limit ?? 50);
  if (!(limit >= 1 && limit <= 200)) ctx.throw(400);
  const { rows } = await pool.query<EntryRow>({
    name: 'list-entries',
    text: `select ${COLUMNS} from vault_entry where user_id = $1 order by created_at, id limit $2`,
    values: [userId, limit + 1],
  });
  const entries = rows.slice(0, limit);
  const last = rows.length > limit ? entries.at(-1) : undefined;
  const place = last && JSON.stringify([String(last.createdAt.getTime()), last.id]);
  ctx.body = { entries, nextCursor: place ? Buffer.from(place).toString('base64url') : null };
}

export async function readEntry({ ctx, pool, userId }: BaselineRequest): Promise<void> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) ctx.throw(400);
  const { rows } = await pool.query<EntryRow>({
    name: 'read-entry',
    text: `select ${COLUMNS} from vault_entry where user_id = $1 and id = $2`,
    values: [userId, id],
  });
  const [entry] = rows;
  if (!entry) return ctx.throw(404);
  ctx.set('ETag', `"${entry.version}"`);
  ctx.body = { entry };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

async function readNewEntry(ctx: BaselineRequest['ctx']): Promise<unknown[]> {
  const { encryptedData, iv, salt, algorithm, category, tags } = await readJson(ctx);
  for (const field of [encryptedData, iv, salt]) {
    if (typeof field !== 'string' || !BASE64.test(field)) ctx.throw(400);
  }
  if (algorithm !== 'AES-GCM' || typeof category !== 'string' || !Array.isArray(tags)) ctx.throw(400);
  return [encryptedData, iv, salt, algorithm, category, tags];
}

function answerStored(ctx: BaselineRequest['ctx'], entry: object | undefined): void {
  if (!entry) ctx.throw(409);
  ctx.set('ETag', '"1"');
  ctx.status = 201;
  ctx.body = { message: 'The entry has been stored.', entry };
}

export async function createEntry({ ctx, pool, userId, now }: BaselineRequest): Promise<void> {
  const content = await readNewEntry(ctx);
  const { rows } = await pool.query<EntryRow>({
    name: 'create-entry',
    text: `with seen as (
        update switch set last_seen_at = greatest(last_seen_at, $9)
        where user_id = $1 and status in ('off', 'armed', 'paused') returning 1)
      insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
        updated_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9 from seen returning ${COLUMNS}`,
    values: [userId, randomUUID(), ...content, now],
  });
  answerStored(ctx, rows[0]);
}

const LIMITS = storeLimits(PLANS).map((limits) => `'${limits}'`);

/**
 * Creates an entry within the limits of the owner's plan, even while another request stores entries for the same owner.
 */
export async function createEntryWithinPlan({ ctx, pool, userId, now }: BaselineRequest): Promise<void> {
  const content = await readNewEntry(ctx);
  const [encryptedData, iv, salt, algorithm, category, tags] = content;
  const { rows } = await pool.query<{ id: string | null }>({
    name: 'create-entry-within-plan',
    text: `select store_entry(id, true, $2, $3, $4, $5, $6, $7, $8, $9, ${vaultLimits('plan', "'free'", LIMITS)}) as id
      from "user" where id = $1`,
    values: [userId, now, randomUUID(), ...content],
  });
  const id = rows[0]?.id;
  const times = { createdAt: now, updatedAt: now };
  answerStored(
    ctx,
    id ? { id, encryptedData, iv, salt, algorithm, category, tags, version: 1, ...times } : undefined,
  );
}
