/** A backup is made, proves that it can be restored, and one that can't is never kept. */
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { attemptsIn, backUp, backupsIn, INTERRUPTED_MS } from '../../backup/back-up.ts';
import { nameOf } from '../../backup/keep.ts';
import { postgresTools, sql } from '../../backup/postgres-tools.ts';
import { backupToolsOf, loadConfig } from '../../config.ts';
import { readLastBackup, recordBackup, recordFailedBackup } from '../../db/last-backup.ts';
import { migrate } from '../../db/migrations.ts';
import { openDatabase } from '../../db/orm.ts';
import { type DiskSpace, spaceOf } from '../../files/reserve.ts';
import { runScript } from '../support/clients/run-script.ts';
import { findDebianPostgres, startDebianPostgres } from '../support/servers/debian-postgres.ts';

const FILE = '0199e8f0-0000-7000-8000-00000000000f';
const OWNER = '0199e8f0-0000-7000-8000-000000000001';

const found = await findDebianPostgres();
const programs = found as string;
const [play, why] = found ? [test, ''] : [test.skip, " [not tested: Debian's postgresql is not installed]"];

play(
  `a backup holds database and files, is tried by restoring it, and a damaged one is never kept${why}`,
  async () => {
    await using server = await startDebianPostgres(programs);
    const folder = await mkdtemp(join(tmpdir(), 'backups-'));
    const files = await mkdtemp(join(tmpdir(), 'files-'));
    const run = postgresTools({ ...server, path: programs, tls: null });
    await sql(run, 'postgres', 'create database vault', 'create database temporal');
    const orm = await openDatabase({ ...server, name: 'vault' }, 2);
    try {
      await migrate(orm);
      const em = () => orm.em.fork();
      await sql(
        run,
        'vault',
        `insert into "user" (id, email, name, auth_hash, salt, created_at) values ('${OWNER}', 'a@example.test', 'Ada', '', '', now())`,
      );
      await writeFile(join(files, FILE), 'ciphertext');
      const settings = { folder, spaceOf, link, run, database: 'vault', others: ['temporal'], files };
      const first = await backUp(settings, new Date('2026-11-26T03:00:00Z'));
      expect((await readdir(join(folder, first.name))).sort()).toEqual([
        'files',
        'temporal.dump',
        'vault.dump',
      ]);
      expect((await sql(run, 'postgres', 'select datname from pg_database')).split('\n')).not.toContain(
        'vault_backup_check',
      );
      await recordFailedBackup(em(), new Date('2026-11-25T03:00:00Z'));
      await recordBackup(em(), new Date('2026-11-26T03:00:00Z'), first.bytes);
      expect(await readLastBackup(em())).toMatchObject({ bytes: first.bytes, failingSince: null });

      // What hasn't changed takes no room again.
      const second = await backUp(settings, new Date('2026-11-27T03:00:00Z'));
      const inodeIn = async (name: string) => (await stat(join(folder, name, 'files', FILE))).ino;
      expect(await inodeIn(second.name)).toBe(await inodeIn(first.name));

      // The store loses the end of one file, and of another there was never a copy. What an earlier backup has is kept.
      const named = (key: string) =>
        `insert into file (id, user_id, entry_id, size, sha256, state, store, key, created_at, touched_at)
         values ('${key}', '${OWNER}', '${OWNER}', 10, '${key}', 'stored', 'folder', '${key}', now(), now())`;
      await sql(
        run,
        'vault',
        `insert into vault_entry (id, user_id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
         values ('${OWNER}', '${OWNER}', '', '', '', 'AES-GCM', 'letters', 1, now(), now())`,
        named(FILE),
        named(OWNER),
      );
      await writeFile(join(files, FILE), 'cipher');
      const third = await backUp(settings, new Date('2026-11-28T03:00:00Z'));
      expect([first.lost, third.lost]).toEqual([
        { count: 0, inNoBackup: 0 },
        { count: 2, inNoBackup: 1 },
      ]);
      expect(await inodeIn(third.name)).toBe(await inodeIn(first.name));
      const fourth = await backUp(settings, new Date('2026-11-29T03:00:00Z'));
      expect(await inodeIn(fourth.name)).toBe(await inodeIn(first.name));

      // What the store has and the copy lacks is the copy's fault.
      await writeFile(join(files, FILE), 'ciphertext');
      const at = new Date('2026-11-30T03:00:00Z');
      const damaging: typeof run = async (tool, args) => {
        await rm(join(folder, `${nameOf(at)}.unfinished`, 'files', FILE), { force: true });
        return run(tool, args);
      };
      await expect(backUp({ ...settings, run: damaging }, at)).rejects.toThrow(
        '1 of 2 files were not copied whole',
      );
      // Nobody removes what another one is making; what was interrupted is removed.
      const other = join(folder, `${nameOf(new Date('2026-11-30T02:00:00Z'))}.unfinished`);
      await mkdir(other);
      await expect(backUp(settings, at)).rejects.toThrow('another backup is being made');
      expect(await readdir(folder)).toContain(basename(other));
      await utimes(other, at, new Date(Date.now() - INTERRUPTED_MS - 1_000));
      await expect(backUp({ ...settings, run: damaging }, at)).rejects.toThrow('were not copied whole');
      expect(await readdir(folder)).not.toContain(basename(other));
      await mkdir(join(folder, 'mine'));
      const kept = [first, second, third, fourth].map(({ name }) => name);
      expect(await backupsIn(folder)).toEqual(kept);
      expect((await readdir(folder)).sort()).toEqual([...kept, 'mine']);

      // What was dumped is what a restore brings back.
      await sql(run, 'postgres', 'create database back');
      await run('pg_restore', [
        '--dbname=back',
        '--no-owner',
        '--exit-on-error',
        join(folder, second.name, 'vault.dump'),
      ]);
      expect(await sql(run, 'back', 'select email from "user"')).toBe('a@example.test\n');
    } finally {
      await orm.close(true);
      for (const each of [folder, files]) await rm(each, { recursive: true });
    }
  },
);

/** Backups with files, of a database that has this many accounts and bytes, on a disk that has this much space. */
async function withoutPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const files = await mkdtemp(join(tmpdir(), 'files-'));
  const database = { accounts: 1, bytes: 0, stored: '', duringDump: async () => {} };
  const disk: { space: DiskSpace | null; link: typeof link } = { space: null, link };
  const run = async (tool: string, args: readonly string[]) => {
    const dump = args.find((arg) => arg.startsWith('--file='))?.slice('--file='.length);
    if (tool === 'pg_dump' && dump) {
      await writeFile(dump, '');
      await database.duringDump();
    }
    if (args.some((arg) => arg.includes('pg_database_size'))) return `${database.bytes}\n`;
    if (args.some((arg) => arg.includes('from file'))) return database.stored;
    return args.some((arg) => arg.includes('count(*)')) ? `${database.accounts}\n` : '';
  };
  const settings = {
    ...{ folder, run, database: 'vault', others: [], files },
    spaceOf: async () => disk.space,
    link: (existing: string, path: string) => disk.link(existing, path),
  };
  return {
    ...{ folder, files, database, disk },
    on: (day: string) => backUp(settings, new Date(`${day}T03:00:00Z`)),
    async [Symbol.asyncDispose]() {
      for (const each of [folder, files]) await rm(each, { recursive: true });
    },
  };
}

test('backups of a database that was emptied remove no others', async () => {
  await using backups = await withoutPostgres();
  backups.database.accounts = 0;
  // A new service has nothing to lose.
  expect(await backups.on('2026-11-01')).toMatchObject({ emptied: false });
  backups.database.accounts = 1;
  await backups.on('2026-11-02');
  backups.database.accounts = 0;
  for (let day = 3; day <= 12; day += 1) {
    expect(await backups.on(`2026-11-${String(day).padStart(2, '0')}`)).toMatchObject({ emptied: true });
  }
  expect(await backupsIn(backups.folder)).toHaveLength(12);
  backups.database.accounts = 1;
  expect(await backups.on('2026-11-13')).toMatchObject({ emptied: false });
  expect((await backupsIn(backups.folder)).length).toBeLessThan(12);
});

test('after a backup from a clock that was ahead, files still take no room again', async () => {
  await using backups = await withoutPostgres();
  await backups.on('2027-11-01');
  await writeFile(join(backups.files, FILE), 'ciphertext');
  const [first, second] = [await backups.on('2026-11-01'), await backups.on('2026-11-02')];
  const inodeIn = async (name: string) => (await stat(join(backups.folder, name, 'files', FILE))).ino;
  expect(await inodeIn(second.name)).toBe(await inodeIn(first.name));
});

test('a backup that may not fit beside the reserve is not begun', async () => {
  await using backups = await withoutPostgres();
  await writeFile(join(backups.files, FILE), Buffer.alloc(3_000_000));
  const first = await backups.on('2026-11-01');
  await writeFile(join(backups.files, OWNER), Buffer.alloc(2_000_000));
  backups.database.bytes = 10_000_000;
  let dumps = 0;
  backups.database.duringDump = async () => {
    dumps += 1;
  };
  const [total, reserve] = [100_000_000, 5_000_000];
  backups.disk.space = { total, free: reserve + 21_000_000 };
  await expect(backups.on('2026-11-02')).rejects.toThrow(
    'BACKUP_DIR has room for 21 MB, and this backup may need 22 MB: nothing was written',
  );
  expect([dumps, await readdir(backups.folder)]).toEqual([0, [first.name]]);
  backups.disk.space = { total, free: reserve + 22_000_000 };
  expect((await backups.on('2026-11-02')).bytes).toBe(2_000_000);
});

test('an upload that goes on during the dump is copied, and the earlier backup keeps what it has', async () => {
  await using backups = await withoutPostgres();
  await writeFile(join(backups.files, FILE), 'cipher');
  const first = await backups.on('2026-11-01');
  backups.database.duringDump = () => appendFile(join(backups.files, FILE), 'text');
  const second = await backups.on('2026-11-02');
  const sizeIn = async (name: string) => (await stat(join(backups.folder, name, 'files', FILE))).size;
  expect([await sizeIn(first.name), await sizeIn(second.name)]).toEqual([6, 10]);
});

test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
  'a disk that refuses hard links with %s gets copies',
  async (code) => {
    await using backups = await withoutPostgres();
    backups.disk.link = async () => {
      throw Object.assign(new Error(`${code}: link`), { code });
    };
    for (const key of [FILE, OWNER]) await writeFile(join(backups.files, key), 'ciphertext');
    expect(await backups.on('2026-11-01')).toMatchObject({ bytes: 20, unlinkable: 0 });
    backups.database.bytes = 1_000_000;
    backups.disk.space = { total: 100_000_000, free: 7_000_019 };
    await expect(backups.on('2026-11-02')).rejects.toThrow('nothing was written');
    backups.disk.space.free += 1;
    expect(await backups.on('2026-11-02')).toMatchObject({ bytes: 20, unlinkable: 2 });
    // One that the store has lost is copied from the earlier backup.
    await rm(join(backups.files, FILE));
    backups.database.stored = `${FILE} 10\n`;
    const third = await backups.on('2026-11-03');
    expect(third).toMatchObject({ lost: { count: 1, inNoBackup: 0 }, unlinkable: 1 });
    for (const key of [FILE, OWNER])
      expect(await readFile(join(backups.folder, third.name, 'files', key), 'utf8')).toBe('ciphertext');
  },
);

test('a disk that rounds times to two seconds still links what has not changed', async () => {
  await using backups = await withoutPostgres();
  const source = join(backups.files, FILE);
  await writeFile(source, 'ciphertext');
  await utimes(source, 1_790_000_001.9, 1_790_000_001.9);
  const first = await backups.on('2026-11-01');
  const copyIn = (name: string) => join(backups.folder, name, 'files', FILE);
  await utimes(copyIn(first.name), 1_790_000_000, 1_790_000_000);
  const second = await backups.on('2026-11-02');
  expect(second.bytes).toBe(0);
  expect((await stat(copyIn(second.name))).ino).toBe((await stat(copyIn(first.name))).ino);
  // The same size at another time is another file.
  await utimes(source, 1_790_000_003, 1_790_000_003);
  expect((await backups.on('2026-11-03')).bytes).toBe(10);
});

const secrets = Object.fromEntries(
  ['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'].map((name) => [name, randomBytes(64).toString('base64')]),
);

test('while a backup is made, the check of the container is content, and --once exits with 4', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const main = async (flag: string) => {
    const variables = { ...secrets, BACKUP_DIR: folder };
    return (await runScript('../backup/main', [flag], variables)).code;
  };
  const check = () => main('--check');
  const codes = [await check()];
  const at = new Date();
  const run = async () => {
    expect(await attemptsIn(folder)).toEqual([nameOf(at)]);
    codes.push(await check());
    expect(await main('--once')).toBe(4);
    throw new Error('psql failed');
  };
  const settings = { folder, spaceOf, link, run, database: 'vault', others: [], files: null };
  await expect(backUp(settings, at)).rejects.toThrow('psql failed');
  expect([...codes, await check()]).toEqual([1, 0, 1]);
  await mkdir(join(folder, nameOf(at)));
  expect(await check()).toBe(0);
  expect(await main('--onec')).toBe(2);
  await rm(folder, { recursive: true });
});

test('the programs check the server as we do, and have our certificate', async () => {
  const path = await mkdtemp(join(tmpdir(), 'programs-'));
  const script = '#!/bin/sh\necho "$PGSSLMODE $PGSSLROOTCERT $PGSSLCERT $PGSSLKEY"';
  await writeFile(join(path, 'psql'), script, { mode: 0o755 });
  const tlsOf = async (variables: Record<string, string>) => {
    const address = backupToolsOf(loadConfig({ ...secrets, ...variables }));
    return (await postgresTools({ ...address, path })('psql', [])).trim();
  };
  const ours = { DB_TLS: 'true', DB_TLS_CERT: '/run/vault/us.pem', DB_TLS_KEY: '/run/vault/us.key' };
  expect(await tlsOf({ ...ours, DB_TLS_CA: '/run/vault/ca.pem' })).toBe(
    'verify-full /run/vault/ca.pem /run/vault/us.pem /run/vault/us.key',
  );
  expect(await tlsOf({ DB_TLS: 'true' })).toBe('verify-full system');
  expect(await tlsOf({})).toBe('');
  await rm(path, { recursive: true });
});

test('a program that fails without a word says how it ended', async () => {
  const path = await mkdtemp(join(tmpdir(), 'programs-'));
  const run = postgresTools({ ...backupToolsOf(loadConfig(secrets)), path });
  const failureOf = async (script: string) => {
    await writeFile(join(path, 'pg_restore'), `#!/bin/sh\n${script}`, { mode: 0o755 });
    return run('pg_restore', []).catch(({ message }) => message);
  };
  expect(await failureOf('kill -KILL $$')).toBe(
    'pg_restore failed: it was ended by SIGKILL, as happens when memory runs out (mem_limit)',
  );
  expect(await failureOf('kill -TERM $$')).toBe('pg_restore failed: it was ended by SIGTERM');
  expect(await failureOf('exit 3')).toBe('pg_restore failed: exit code 3');
  await rm(path, { recursive: true });
});
