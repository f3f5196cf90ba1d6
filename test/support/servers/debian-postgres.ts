/** A PostgreSQL from Debian's package, because the one from npm comes without pg_dump and pg_restore. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../dev/processes/ports.ts';
import { canInstallPackages, installPackage } from '../../../dev/programs/debian.ts';

const ROOT = '/usr/lib/postgresql';

const newest = (): string | undefined =>
  (existsSync(ROOT) ? readdirSync(ROOT) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(ROOT, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_dump')));

/**
 * The folder with the programs of the newest one. It is installed only in continuous integration, because Debian's
 * package starts a server of its own.
 *
 * @returns undefined if there is none
 */
export async function findDebianPostgres(): Promise<string | undefined> {
  if (!newest() && process.env.CI && (await canInstallPackages()))
    await installPackage('postgresql').catch(() => {});
  return newest();
}

/** Starts an empty one, whose superuser needs no password. */
export async function startDebianPostgres(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), 'debian-postgres-'));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const user = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
  if (isRoot) chownSync(folder, id('-u'), id('-g'));
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    const ran = spawnSync(join(programs, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}`);
  };
  run('initdb', `--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', '--locale=C.UTF-8');
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run(
    'pg_ctl',
    `--pgdata=${data}`,
    '--wait',
    `--options=${options}`,
    `--log=${join(folder, 'log')}`,
    'start',
  );
  return {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: '',
    async [Symbol.asyncDispose]() {
      run('pg_ctl', `--pgdata=${data}`, '--wait', '--mode=immediate', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
}
