import { constants } from 'node:fs';
import { chmod, mkdir, mkdtemp, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import { runProgram } from '../programs/run-program.ts';

/** PostgreSQL refuses to run as root, so root starts it as this user. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

/** Every user may enter it, unlike root's home or a private checkout. */
const SHARED_FOLDER = '/var/lib/vault-handover';

async function lookUp(name: string): Promise<PostgresUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => runProgram('id', [flag, name])));
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

/**
 * The user `postgres`, created when missing. Undefined when this process is not root and needs no other user.
 *
 * @throws Failure when it cannot be created
 */
export async function postgresUser(): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  let user = await lookUp('postgres');
  if (!user) {
    await runProgram('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(
      () => undefined,
    );
    user = await lookUp('postgres');
  }
  if (!user) {
    throw new Failure(
      'PostgreSQL refuses to run as root and no user "postgres" could be created: run this as another user, or name a server with DB_HOST',
    );
  }
  return user;
}

/** Whether the user may enter every folder on the way to `path`, and enter or run `path` itself. */
export async function canReach(user: PostgresUser | undefined, path: string): Promise<boolean> {
  if (!user) {
    return true;
  }
  for (let at = await realpath(path); ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const needed =
      uid === user.uid ? constants.S_IXUSR : gid === user.gid ? constants.S_IXGRP : constants.S_IXOTH;
    if ((mode & needed) === 0) {
      return false;
    }
    if (at === dirname(at)) {
      return true;
    }
  }
}

/** A folder that both root and the user `postgres` can use. */
export async function sharedFolder(): Promise<string> {
  await mkdir(SHARED_FOLDER, { recursive: true });
  // mkdir's mode would be cut by the umask.
  await chmod(SHARED_FOLDER, 0o755);
  return SHARED_FOLDER;
}

/**
 * Where an instance keeps its database files: `postgres` in its data folder. When the user cannot get there (a checkout
 * in root's home), that is a link to a folder they can enter.
 */
export async function databaseHome(dataDir: string, user: PostgresUser | undefined): Promise<string> {
  const home = join(dataDir, 'postgres');
  const linked = await readlink(home).catch(() => undefined);
  if (linked) {
    await mkdir(linked, { recursive: true });
    await chmod(linked, 0o711);
    return linked;
  }
  if (await canReach(user, dataDir)) {
    await mkdir(home, { recursive: true });
    await chmod(home, 0o711);
    return home;
  }
  if (await stat(home).catch(() => undefined)) {
    throw new Failure(
      `PostgreSQL runs as the user "postgres", who cannot enter ${dataDir}: open it with chmod a+x, or keep the data elsewhere with --data`,
    );
  }
  const elsewhere = await mkdtemp(join(await sharedFolder(), 'postgres-'));
  await chmod(elsewhere, 0o711);
  await symlink(elsewhere, home);
  return elsewhere;
}
