/** Undoing an import, for a day: what it added goes to the trash, unless it was changed since. */
import { removeEntries } from './entries.ts';
import type { ImportResult } from './import.ts';
import type { Owner, Progress } from './owner.ts';
import { openStored, storedPages } from './stored-entries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What a device remembers of an import. It holds no secret: the service knows the IDs and when they came. */
export interface PastImport {
  id: string;
  /** When it was finished, in milliseconds since 1970. */
  at: number;
  /** The entries that it added, with the version that it signed, which an edit raises. */
  added: { id: string; version: number }[];
  /** How many entries it replaced. Their earlier versions are in the trash. */
  updated: number;
}

/** Where a device keeps them, newest last, for each user. */
export interface PastImports {
  read(userId: string): Promise<readonly PastImport[]>;
  write(userId: string, imports: readonly PastImport[]): Promise<void>;
}

export interface UndoResult {
  /** Entries that are in the trash now. */
  removed: number;
  /** Entries that stay, because they were changed since. */
  changed: number;
  /** Entries that the import had replaced, which stay as it left them. */
  updated: number;
}

const recent = async (kept: PastImports, userId: string): Promise<PastImport[]> =>
  (await kept.read(userId)).filter(({ at }) => Math.abs(Date.now() - at) < DAY_MS);

/**
 * Remembers an import. Those that can't be undone any more are forgotten.
 *
 * @returns a function that forgets it, for an import that is refused
 */
export async function rememberImport(
  kept: PastImports,
  userId: string,
  { id, added, updated }: ImportResult,
): Promise<() => Promise<void>> {
  const before = await recent(kept, userId);
  // An import that only replaced entries is remembered too, so that undoing it doesn't undo the one before it.
  if (added.length + updated > 0) {
    // An earlier try of the same import is a part of it.
    const others = before.filter((other) => other.id !== id);
    await kept.write(userId, [...others, { id, at: Date.now(), added, updated }]);
  }
  return () => kept.write(userId, before);
}

/**
 * Notes that these entries were changed since they were imported only because their files were encrypted again. Otherwise
 * undoing the import would keep them.
 */
export async function rememberResealed(
  owner: Owner,
  kept: PastImports,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (ids.size === 0) return;
  const { userId } = owner.unlocked().vault;
  const versions = new Map<string, number>();
  for await (const page of storedPages(owner.api)) {
    for (const stored of page.filter(({ id }) => ids.has(id))) {
      const { signed } = await openStored(owner, stored);
      if (signed) versions.set(stored.id, signed.version);
    }
  }
  const imports = (await recent(kept, userId)).map((past) => ({
    ...past,
    added: past.added.map(({ id, version }) => ({ id, version: versions.get(id) ?? version })),
  }));
  await kept.write(userId, imports);
}

/** The newest import of the last 24 hours that wasn't undone. */
export const lastImport = async (kept: PastImports, userId: string): Promise<PastImport | null> =>
  (await recent(kept, userId)).at(-1) ?? null;

/**
 * Moves what the newest import added to the trash. After a failure, call it again: it continues where it stopped.
 *
 * @returns null if there is none
 * @throws Problem `confirmation_required` for an entry that a successor would get
 */
export async function undoImport(
  owner: Owner,
  kept: PastImports,
  progress: Progress = () => {},
): Promise<UndoResult | null> {
  const { userId } = owner.unlocked().vault;
  const past = await lastImport(kept, userId);
  if (!past) return null;
  const versions = new Map(past.added.map(({ id, version }) => [id, version]));
  const ids: string[] = [];
  let changed = 0;
  for await (const page of storedPages(owner.api)) {
    for (const stored of page.filter(({ id }) => versions.has(id))) {
      const { signed } = await openStored(owner, stored);
      if (signed?.version === versions.get(stored.id)) ids.push(stored.id);
      else changed += 1;
    }
  }
  await removeEntries(owner, ids, progress);
  await kept.write(
    userId,
    (await recent(kept, userId)).filter(({ at }) => at !== past.at),
  );
  return { removed: ids.length, changed, updated: past.updated };
}
