/** Imports a whole vault of any size: all of it or nothing. */
import { randomUUIDv7 } from 'node:crypto';
import { recordActivity } from '../../../db/activity-log.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { unstage, writeStaged } from '../../../db/staged-import.ts';
import { transact } from '../../../db/transact.ts';
import { recordPersonWrite } from '../../auth/credentials.ts';
import { requireLive } from '../../auth/sessions.ts';
import { arrivalLimit, checkEntries, checkTrash, lockEntries, usageOf } from '../../billing/plan-limits.ts';
import { MOST_FILES, PLANS } from '../../billing/plans.ts';
import { MOST_ELEMENT_VALUES } from '../../http/bodies/budget.ts';
import type { IncomingBody } from '../../http/bodies/incoming.ts';
import { BATCH_ELEMENTS, readDocument, readLines } from '../../http/bodies/streaming-json.ts';
import { type HandlerContext, route } from '../../http/route.ts';
import { ExportLine, NDJSON, NDJSON_EXAMPLE } from '../../vault/ndjson.ts';
import {
  ENTRY_BODY_LIMIT,
  IMPORT_BODY_LIMIT,
  Import,
  Imported,
  ImportedEntry,
  ImportQuery,
  MAX_IMPORTED,
} from './schema.ts';
import { refuse, Staging } from './staging.ts';

type ImportContext = Pick<HandlerContext, 'caller' | 'client' | 'now' | 'deps' | 'em'>;
type Mode = Import['mode'];

/** The most memory that an import uses: a batch as received, as values and as a statement. */
const MEMORY = 8 * 1024 * 1024;

/** An exported entry may name all files of its account, each with eight values (see budget.ts) and about 140 bytes. */
const ELEMENT_BYTES = ENTRY_BODY_LIMIT + 150 * MOST_FILES;
const ELEMENT_VALUES = MOST_ELEMENT_VALUES + 8 * MOST_FILES;

/** @returns the mode in the document */
async function stageDocument(
  _: ImportContext,
  staging: Staging,
  stream: IncomingBody,
  query: ImportQuery,
): Promise<Mode> {
  if (query.mode !== undefined) {
    refuse([{ path: 'query.mode', message: 'is only allowed in the body of a JSON document' }]);
  }
  const document = readDocument(stream, {
    arrays: { entries: { element: ImportedEntry, most: MAX_IMPORTED, elementValues: ELEMENT_VALUES } },
    rest: Import.omit({ entries: true }),
    elementBytes: ELEMENT_BYTES,
  });
  for await (const { from, values } of document) {
    await staging.add(values, (i) => `body.entries.${from + i}`);
  }
  return document.rest.mode;
}

/**
 * More lines than any plan has room for, and a batch more, because the plan's limit is checked once for each batch of
 * lines that has arrived.
 */
const MOST_LINES = 1 + PLANS.family.entries + BATCH_ELEMENTS;

/** @throws Problem, including if fewer entries arrived than the first line announced */
async function stageLines(
  context: ImportContext,
  staging: Staging,
  stream: IncomingBody,
  query: ImportQuery,
): Promise<Mode> {
  const { deps, em, caller } = context;
  const checkSize = await arrivalLimit(deps, em.fork(), caller.user.id);
  const rules = {
    element: ExportLine,
    most: MOST_LINES,
    elementBytes: ELEMENT_BYTES,
    elementValues: ELEMENT_VALUES,
  };
  let head: ExportLine['head'];
  let entryBytes = 0;
  for await (const { from, values } of readLines(stream, rules)) {
    if (from === 0) head = values[0]?.head;
    const late = values.findIndex(({ head }, i) => head && from + i > 0);
    if (late !== -1) refuse([{ path: `body.${from + late}`, message: 'is only allowed on the first line' }]);
    const skipped = from === 0 && head ? 1 : 0;
    const entries = values.flatMap(({ entry }) => entry ?? []);
    entryBytes += entries.reduce((sum, { encryptedData }) => sum + encryptedData.length, 0);
    checkSize({ entries: staging.count + entries.length, entryBytes });
    await staging.add(entries, (i) => `body.${from + skipped + i}`);
  }
  // A truncated file must not empty a vault. The export of an empty one has a first line.
  if (!head && staging.count === 0) refuse([{ path: 'body', message: 'must have at least one line' }]);
  if (head && head.entryCount !== staging.count) {
    const message = `announces ${head.entryCount} entries, but there are ${staging.count}`;
    refuse([{ path: 'body.0.entryCount', message }]);
  }
  return query.mode ?? 'merge';
}

/**
 * Moves the staged entries into the vault, in one transaction. It records a sign of life at the time of the request,
 * and fails if the session has ended since.
 */
async function apply(context: ImportContext, em: EntityManager, importId: string, mode: Mode) {
  const { deps, caller, client, now } = context;
  const userId = caller.user.id;
  await recordPersonWrite(deps, em, caller, client, now);
  await requireLive(em, caller);
  await lockEntries(em, userId);
  const before = await usageOf(em, userId);
  const at = new Date(await deps.clock());
  const { created, updated } = await writeStaged(em, userId, importId, mode, at);
  await checkEntries(deps, em, userId, before);
  if (created + updated > 0) await checkTrash(deps, em, userId);
  const { entries: total } = await usageOf(em, userId);
  const detail = { mode, created, updated, total };
  await recordActivity(em, deps.signRecord, { userId, type: 'vault_imported', at, ...client, detail });
  return { created, updated, total };
}

export const importEntries = route('POST /vault/import', {
  name: 'importEntries',
  summary: 'Import entries, all or none',
  description:
    '`merge` adds entries and changes existing ones with the same id, raising their version by 1. If `category` or ' +
    '`tags` is omitted, an existing entry keeps its own. ' +
    '`replace` also deletes entries that are not in the import. Changed and deleted content goes to the ' +
    'trash. Identical entries are not touched, and entries that stay keep their successors and files. An export can ' +
    'be imported unchanged; new entries then keep their version and dates. Send up to 5,000 entries and 32 ' +
    'MiB as one JSON document, or as many as the plan allows as newline-delimited JSON (`Content-Type: ' +
    'application/x-ndjson`, with `?mode=replace` if needed). There, errors name the line, counted from 0 ' +
    'without blank lines (`body.3.iv`). Nothing changes until everything has arrived and is valid. `total` ' +
    'is the number of entries afterwards.',
  access: 'session',
  body: Import,
  bodyLimit: IMPORT_BODY_LIMIT,
  query: ImportQuery,
  bodyStream: {
    memory: MEMORY,
    types: ['application/json', NDJSON],
    limits: { [NDJSON]: MOST_LINES * ENTRY_BODY_LIMIT },
  },
  otherRequestTypes: {
    [NDJSON]: {
      description:
        'One entry per line, as many as the plan allows. The first line may describe the export; its ' +
        '`entryCount` must then be the number of lines that follow.',
      example: NDJSON_EXAMPLE,
    },
  },
  responses: { 200: Imported },
  errors: ['plan_limit'],
  async handler({ stream, query, ...context }) {
    const importId = randomUUIDv7();
    try {
      const stage = stream.type === NDJSON ? stageLines : stageDocument;
      const mode = await stage(context, new Staging(context, importId), stream, query);
      const written = await transact(context.em, (em) => apply(context, em, importId, mode));
      return { body: { message: 'The entries have been imported.', ...written } };
    } finally {
      await unstage(context.em.fork(), importId);
    }
  },
});
