/** Taking a whole vault in, of any size: all of it or nothing. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import { Session } from '../../../db/entities/session.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { stageEntries, unstage, writeStaged } from '../../../db/staged-import.ts';
import { type Batch, readDocument } from '../../bodies/elements.ts';
import type { IncomingBody } from '../../bodies/incoming.ts';
import { Problem } from '../../errors.ts';
import { checkPlan, checkTrash, lockEntries, usageOf } from '../../plans.ts';
import { type HandlerContext, route } from '../../route.ts';
import { transact } from '../../transact.ts';
import { signedByHand } from '../auth/credentials.ts';
import {
  ENTRY_BODY_LIMIT,
  IMPORT_BODY_LIMIT,
  Import,
  Imported,
  ImportedEntry,
  MAX_IMPORTED,
} from './schema.ts';

type Context = Pick<
  HandlerContext<unknown, unknown, unknown, 'session'>,
  'caller' | 'client' | 'now' | 'deps' | 'em'
>;
type Mode = Import['mode'];

/** Most memory that an import takes up here: a batch as it came, as values and as a statement. */
const MEMORY = 8 * 1024 * 1024;

/** Mistakes named in one answer. */
const MOST_MISTAKES = 20;

/** Gives every entry an ID that no other entry of the import has. */
function identify() {
  const seen = new Set<string>();
  return ({ from, values }: Batch<ImportedEntry>, at: string) => {
    const errors: { path: string; message: string }[] = [];
    const entries = values.map((entry, i) => {
      const id = entry.id ?? randomUUIDv7();
      if (seen.has(id)) {
        errors.push({ path: `${at}.${from + i}.id`, message: `${id} is in the import already` });
      }
      seen.add(id);
      return { ...entry, id };
    });
    if (errors.length > 0) {
      throw new Problem('validation_failed', 'Correct the fields listed in errors and send it again.', {
        errors: errors.slice(0, MOST_MISTAKES),
      });
    }
    return entries;
  };
}

/** Lays entries down as they come. No connection is held while we wait for the client. @returns the mode */
async function stage({ em, caller, now }: Context, importId: string, stream: IncomingBody): Promise<Mode> {
  const identified = identify();
  const document = readDocument(stream, {
    arrays: { entries: { element: ImportedEntry, most: MAX_IMPORTED } },
    rest: Import.omit({ entries: true }),
    elementBytes: ENTRY_BODY_LIMIT,
  });
  for await (const batch of document) {
    await stageEntries(em.fork(), caller.user.id, importId, identified(batch, 'body.entries'), now);
  }
  return document.rest.mode;
}

/**
 * Lets what was laid down take effect, in one transaction. It is a sign of life of the moment the request came in,
 * and only of a session that did not end while it was sent.
 */
async function apply(context: Context, em: EntityManager, importId: string, mode: Mode) {
  const { deps, caller, client, now } = context;
  const userId = caller.user.id;
  await signedByHand(deps, em, caller, client, now);
  const live = await em.count(Session, { id: caller.session.id, revokedAt: null });
  if (live === 0) throw new Problem('unauthenticated', 'This session ended while the import was sent.');
  await lockEntries(em, userId);
  const at = new Date(await deps.clock());
  const { created, updated } = await writeStaged(em, userId, importId, mode, at);
  // A vault that holds more than its plan allows may still be changed, and brought down.
  if (created > 0) await checkPlan(deps, em, userId, 'entries');
  if (created + updated > 0) await checkTrash(deps, em, userId);
  const { entries: total } = await usageOf(em, userId);
  const detail = { mode, created, updated, total };
  await recordActivity(em, deps.sign, { userId, type: 'vault_imported', at, ...client, detail });
  return { created, updated, total };
}

export const importEntries = route({
  method: 'post',
  path: '/vault/import',
  tag: 'Vault',
  summary: 'Import entries, all of them or none',
  description:
    '`merge` adds entries and changes those whose id is there already, +1 to their version; `replace` also deletes ' +
    'those that the import lacks. What is changed or deleted lies in the trash. Entries that are the same already ' +
    'stay untouched, and entries that stay keep the ' +
    'successors they are assigned to. An export can be imported as it is: new entries then keep their version and ' +
    'moments. `total` is what the vault holds afterwards.',
  access: 'session',
  limit: 'default',
  body: Import,
  bodyLimit: IMPORT_BODY_LIMIT,
  bodyStream: { memory: MEMORY },
  responses: { 200: Imported },
  errors: ['plan_limit'],
  async handler({ stream, ...context }) {
    const importId = randomUUIDv7();
    try {
      const mode = await stage(context, importId, stream);
      const written = await transact(context.em, (em) => apply(context, em, importId, mode));
      return { status: 200, body: { message: 'The entries are imported.', ...written } };
    } finally {
      await unstage(context.em.fork(), importId);
    }
  },
});
