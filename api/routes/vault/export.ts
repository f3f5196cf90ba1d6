/** Giving a whole vault out, as one JSON document that can be imported as it is. */
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '../../../db/orm.ts';
import { usageOf } from '../../plans.ts';
import { route } from '../../route.ts';
import { streamed } from '../../streamed.ts';
import { entryPage } from './page.ts';
import { presentEntry } from './present.ts';
import { Export } from './schema.ts';

/** Of the document, for whoever has to read an old one. */
const VERSION = 1;
/** Entries that are read at a time; fewer where they are large. */
const PAGE = 200;

/**
 * The document piece by piece, at most one entry in each. One snapshot holds from the first piece to the last, so
 * that the document is the vault of one moment; it ends when the last was taken, or by `return()`, and gives its
 * connection back.
 */
async function* pieces(em: EntityManager, userId: string, now: Date): AsyncGenerator<string, void> {
  await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  try {
    const { entries: entryCount } = await usageOf(em, userId);
    const head = JSON.stringify({ version: VERSION, exportedAt: now.toISOString(), entryCount, entries: [] });
    yield head.slice(0, -2);
    let separator = '';
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof entryPage>> = await entryPage(em, userId, {
        limit: PAGE,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const row of page.rows) {
        yield separator + JSON.stringify(presentEntry(row));
        separator = ',';
      }
      // What was given out needs not be remembered.
      em.clear();
      cursor = page.nextCursor;
    } while (cursor !== null);
    yield ']}';
  } finally {
    // Nothing was written. A connection that broke has ended its transaction already.
    await em.rollback().catch(() => {});
  }
}

export const exportEntries = route({
  method: 'get',
  path: '/vault/export',
  tag: 'Vault',
  summary: 'Export all entries as one document',
  description:
    'The vault of one moment, streamed, oldest entry first, to be imported as it is. What is in it is encrypted as ' +
    'it was stored.',
  access: 'session',
  limit: 'export',
  gives: ['Content-Disposition'],
  responses: { 200: Export },
  async handler({ em, caller, now, ctx }) {
    const stream = await streamed(pieces(em.fork(), caller.user.id, now));
    ctx.attachment(`vault-export-${now.toISOString().slice(0, 10)}.json`);
    return { status: 200, stream };
  },
});
