/** Entries on their way into a vault. No connection is held while we wait for the client. */
import { randomUUIDv7 } from 'node:crypto';
import { type EntryToStage, stageEntries } from '../../../db/staged-import.ts';
import { type FieldError, invalid } from '../../http/errors.ts';
import type { HandlerContext } from '../../http/route.ts';

/** How many errors one answer lists at most. */
const MOST_ERRORS = 20;

/** @throws Problem `validation_failed` if there are any */
export const refuse = (errors: readonly FieldError[]): void => {
  if (errors.length === 0) return;
  throw invalid(errors.slice(0, MOST_ERRORS));
};

/** The staging table for arriving entries. */
export class Staging {
  readonly #context: Pick<HandlerContext, 'em' | 'caller' | 'now'>;
  readonly #importId: string;
  readonly #seen = new Set<string>();

  constructor(context: Pick<HandlerContext, 'em' | 'caller' | 'now'>, importId: string) {
    this.#context = context;
    this.#importId = importId;
  }

  get count(): number {
    return this.#seen.size;
  }

  /**
   * @param path of each entry
   * @throws Problem if an ID appears twice
   */
  async add(
    entries: readonly (Omit<EntryToStage, 'id'> & { id?: string | undefined })[],
    path: (i: number) => string,
  ): Promise<void> {
    const { em, caller, now } = this.#context;
    const errors: FieldError[] = [];
    const identified = entries.map((entry, i) => {
      const id = entry.id ?? randomUUIDv7();
      if (this.#seen.has(id)) errors.push({ path: `${path(i)}.id`, message: `${id} appears twice` });
      this.#seen.add(id);
      return { ...entry, id };
    });
    refuse(errors);
    await stageEntries(em.fork(), caller.user.id, this.#importId, identified, now);
  }
}
