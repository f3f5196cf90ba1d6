/**
 * Makes backups: `node backup/main.ts`, every day at BACKUP_HOUR and at its start if the newest is older than a day.
 * With `--once` it makes one and exits: with 1 if that failed, and with 4 if another is being made. With `--check` its
 * exit code says whether there is a recent one, or one is being made, which takes hours with a large database. Other
 * arguments exit with 2.
 */
import { once } from 'node:events';
import { link } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { backupToolsOf, databaseOf, loadConfig, orExit } from '../config.ts';
import { recordBackup, recordFailedBackup } from '../db/last-backup.ts';
import { openLog } from '../db/log.ts';
import { openDatabase } from '../db/orm.ts';
import { spaceOf } from '../files/reserve.ts';
import { attemptsIn, BackupUnderWay, backUp, backupsIn, INTERRUPTED_MS } from './back-up.ts';
import { newestOf } from './keep.ts';
import { postgresTools } from './postgres-tools.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The same limit as in the alert VaultBackupOld. */
const STALE_MS = 1.5 * DAY_MS;

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || !['--once', '--check', undefined].includes(option)) {
  console.error('Usage: node backup/main.ts [--once | --check]');
  process.exit(2);
}
const config = orExit(loadConfig);
const address = orExit(() => databaseOf(config));
if (config.BACKUP_DIR === '') {
  console.error('BACKUP_DIR is not set: name the folder in which backups are kept.');
  process.exit(1);
}
const log = openLog(config.LOG_LEVEL, 'backup');
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) void once(process, signal).then(() => stopping.abort());

const settings = {
  folder: config.BACKUP_DIR,
  spaceOf,
  link,
  run: postgresTools(backupToolsOf(config)),
  database: config.DB_NAME,
  others: config.BACKUP_DATABASES,
  files: config.FILES_DIR === '' ? null : config.FILES_DIR,
};

async function attempt(): Promise<'made' | 'failed' | 'busy'> {
  const at = new Date();
  const orm = await openDatabase(address, 1);
  try {
    const { name, bytes, lost, unlinkable, emptied } = await backUp(settings, at);
    await recordBackup(orm.em.fork(), at, bytes);
    log.info({ name, bytes, tookMs: Date.now() - at.getTime() }, 'backup made and checked');
    if (lost.count > 0)
      log.error({ ...lost }, 'the store has lost files: npm run admin -- check-files names them');
    if (unlinkable > 0)
      log.warn({ files: unlinkable }, 'BACKUP_DIR cannot hold hard links: unchanged files were copied again');
    if (emptied) log.error('the database has no accounts: earlier backups are no longer removed');
    return 'made';
  } catch (error) {
    if (error instanceof BackupUnderWay) {
      log.warn(error.message);
      return 'busy';
    }
    log.error({ err: error }, 'no backup was made');
    await recordFailedBackup(orm.em.fork(), at).catch(() => {});
    return 'failed';
  } finally {
    await orm.close(true);
  }
}

/** Milliseconds until the hour strikes next, in UTC. */
function untilHour(now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + config.BACKUP_HOUR * HOUR_MS;
  return today > now ? today - now : today + DAY_MS - now;
}

/** Whether the newest of these is older, or there is none. */
function isOlderThan(names: readonly string[], ms: number): boolean {
  const now = Date.now();
  const newest = newestOf(names, now);
  return newest === null || now - newest.getTime() > ms;
}

if (option === '--check') {
  const begun = [...(await backupsIn(settings.folder)), ...(await attemptsIn(settings.folder))];
  process.exitCode = isOlderThan(begun, STALE_MS) ? 1 : 0;
} else if (option === '--once') {
  process.exitCode = { made: 0, failed: 1, busy: 4 }[await attempt()];
} else {
  log.info('backup ready');
  try {
    let wait = isOlderThan(await backupsIn(settings.folder), DAY_MS) ? 0 : untilHour(Date.now());
    for (;;) {
      await sleep(wait, undefined, { signal: stopping.signal });
      // One that failed, or was interrupted by a restart, is tried again soon, not a day later.
      const ended = await attempt();
      wait = ended === 'made' ? untilHour(Date.now()) : ended === 'busy' ? 2 * INTERRUPTED_MS : HOUR_MS;
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}
