/** One backup: dumped, checked by restoring it, and only then given its name. */
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskSpace, roomIn } from '../files/reserve.ts';
import { copyFiles, type LinkFile, linkFiles, tryLink } from './copy-files.ts';
import { beganAt, nameOf, newestOf, superseded } from './keep.ts';
import { type RunTool, sql } from './postgres-tools.ts';

export interface BackupSettings {
  /** Where backups are kept, each in a folder of its own. */
  folder: string;
  spaceOf: (folder: string) => Promise<DiskSpace | null>;
  link: LinkFile;
  run: RunTool;
  /** The service's database. It is dumped first, and the only one that is checked. */
  database: string;
  /** Databases to dump besides, such as Temporal's. */
  others: readonly string[];
  /** The folder of files; null if there is none. */
  files: string | null;
}

/** Files that the database names and the store no longer has. */
export interface LostFiles {
  count: number;
  /** How many of them no earlier backup has either. */
  inNoBackup: number;
}

export interface Backup {
  name: string;
  /** What it added to the disk. */
  bytes: number;
  lost: LostFiles;
  /** How many files had to be copied again, because the folder's file system could not link them. */
  unlinkable: number;
  /** Whether the database has no accounts, although there are earlier backups. None of them was removed then. */
  emptied: boolean;
}

/** The database that a backup is restored into, and that is dropped again. */
const SCRATCH = 'vault_backup_check';
const UNFINISHED = '.unfinished';

/** How often an attempt shows that it is still being made, in milliseconds. */
const SIGN_MS = 10_000;
/** An attempt that has been silent for this long was interrupted. */
export const INTERRUPTED_MS = 60_000;

/** Another backup is being made, or was interrupted less than a minute ago. */
export class BackupUnderWay extends Error {
  constructor(name: string) {
    super(`another backup is being made, ${name}: wait until it is finished`);
  }
}

const MIGRATIONS = 'select name from mikro_orm_migrations order by name';
const ACCOUNTS = 'select count(*) from "user"';
const SIZE = 'select pg_database_size(current_database())';
const STORED = `select key || ' ' || size from file where state = 'stored' and store = 'folder'`;

/** The finished backups, oldest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => beganAt(name) !== null).sort();

/** The attempts that haven't ended. One that was interrupted stays until the next begins. */
export const attemptsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).flatMap((name) =>
    name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : [],
  );

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/**
 * A dump is compressed and has no indexes, so no dump is larger than its database. The service's own counts twice: it
 * is restored to check the dump, possibly on the same disk.
 *
 * @param fileBytes how much of the files is to be copied
 * @throws Error if that may leave less than the reserve free
 */
async function requireRoom(settings: BackupSettings, fileBytes: number): Promise<void> {
  const { folder, spaceOf, run, database, others } = settings;
  const sizes = [database, database, ...others].map(async (each) => Number(await sql(run, each, SIZE)));
  const needed = (await Promise.all(sizes)).reduce((sum, size) => sum + size, fileBytes);
  const room = roomIn(await spaceOf(folder));
  if (needed > room)
    throw new Error(
      `BACKUP_DIR has room for ${megabytes(room)}, and this backup may need ${megabytes(needed)}: ` +
        'nothing was written',
    );
}

/**
 * @param earlier folders of the backups before, newest first
 * @throws Error if the dump can't be restored, or lacks what the database had before
 */
async function check(
  settings: BackupSettings,
  work: string,
  accountsBefore: number,
  earlier: readonly string[],
): Promise<LostFiles> {
  const { run, database, files, link } = settings;
  await sql(run, database, `drop database if exists ${SCRATCH}`, `create database ${SCRATCH}`);
  try {
    await sql(run, database, `revoke connect on database ${SCRATCH} from public`);
    const dump = join(work, `${database}.dump`);
    await run('pg_restore', [`--dbname=${SCRATCH}`, '--no-owner', '--exit-on-error', dump]);
    const [restored, current] = await Promise.all([
      sql(run, SCRATCH, MIGRATIONS),
      sql(run, database, MIGRATIONS),
    ]);
    if (restored !== current) throw new Error('the restored database lacks migrations');
    const accounts = Number(await sql(run, SCRATCH, ACCOUNTS));
    if (accounts === 0 && accountsBefore > 0) throw new Error('the restored database has no accounts');
    if (files === null) return { count: 0, inNoBackup: 0 };
    return await completeFiles(link, files, work, earlier, await sql(run, SCRATCH, STORED));
  } finally {
    await sql(run, database, `drop database if exists ${SCRATCH}`);
  }
}

/**
 * Looks in the copy for every file that the dump names. Files that the store itself has lost are linked from an earlier
 * backup, so that their last copies aren't deleted with that backup.
 *
 * @param stored a key and a size on each line
 * @throws Error if the copy lacks what the store has
 */
async function completeFiles(
  link: LinkFile,
  files: string,
  work: string,
  earlier: readonly string[],
  stored: string,
): Promise<LostFiles> {
  const lines = stored.split('\n').filter((line) => line !== '');
  const lost = { count: 0, inNoBackup: 0 };
  let missing = 0;
  for (const line of lines) {
    const [key = '', size] = line.split(' ');
    const isWhole = async (path: string) => (await stat(path).catch(() => null))?.size === Number(size);
    const copy = join(work, 'files', key);
    if (await isWhole(copy)) continue;
    if (await isWhole(join(files, key))) {
      missing += 1;
      continue;
    }
    lost.count += 1;
    let last: string | undefined;
    for (const each of earlier) {
      const candidate = join(each, 'files', key);
      if (last === undefined && (await isWhole(candidate))) last = candidate;
    }
    if (last === undefined) {
      lost.inNoBackup += 1;
      continue;
    }
    await rm(copy, { force: true });
    if (!(await tryLink(link, last, copy))) await copyFile(last, copy);
  }
  if (missing > 0) throw new Error(`${missing} of ${lines.length} files were not copied whole`);
  return lost;
}

/**
 * Makes a backup, and removes those that are no longer kept, unless the database has no accounts.
 *
 * @throws BackupUnderWay
 * @throws Error that says what failed; nothing is removed then
 */
export async function backUp(settings: BackupSettings, at: Date): Promise<Backup> {
  const { folder, run, link, database, others, files } = settings;
  const name = nameOf(at);
  const work = join(folder, `${name}${UNFINISHED}`);
  const names = await backupsIn(folder);
  const earlier = names.toReversed().map((each) => join(folder, each));
  for (const each of await attemptsIn(folder)) {
    const left = join(folder, `${each}${UNFINISHED}`);
    if (Date.now() - (await stat(left)).mtimeMs < INTERRUPTED_MS) throw new BackupUnderWay(each);
    await rm(left, { recursive: true });
  }
  await mkdir(work, { mode: 0o700 });
  const signs = setInterval(() => void utimes(work, new Date(), new Date()).catch(() => {}), SIGN_MS);
  try {
    const accounts = Number(await sql(run, database, ACCOUNTS));
    // One from a clock that was ahead would stay the last by name, and lacks all newer files.
    const newest = newestOf(names, at.getTime());
    const before = newest && join(folder, nameOf(newest), 'files');
    const copy = join(work, 'files');
    const toCopy = files === null ? { bytes: 0, unlinkable: 0 } : await linkFiles(link, files, copy, before);
    await requireRoom(settings, toCopy.bytes);
    let bytes = 0;
    for (const each of [database, ...others]) {
      const dump = join(work, `${each}.dump`);
      await run('pg_dump', ['--format=custom', `--file=${dump}`, each]);
      bytes += (await stat(dump)).size;
    }
    // After the database, so that every file that the dump names is in the copy.
    if (files !== null) bytes += await copyFiles(files, copy);
    const lost = await check(settings, work, accounts, earlier);
    await rename(work, join(folder, name));
    const emptied = accounts === 0 && names.length > 0;
    // Backups of a database that was emptied must not replace the last ones with its data.
    for (const old of emptied ? [] : superseded([...names, name]))
      await rm(join(folder, old), { recursive: true, force: true });
    return { name, bytes, lost, unlinkable: toCopy.unlinkable, emptied };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  } finally {
    clearInterval(signs);
  }
}
