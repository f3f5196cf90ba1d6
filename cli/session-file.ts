/**
 * The session between two commands: who is logged in where, and the tokens. Nothing in it opens the vault. Other users of
 * the machine cannot read it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CommandFailure } from './failure.ts';

export interface Session {
  version: 1;
  /** Where the API is, without a path. */
  server: string;
  email: string;
  userId: string;
  accessToken: string;
  /** When the access token expires, in milliseconds. */
  expiresAt: number;
  /** Can be exchanged once. */
  refreshToken: string;
  /** Keeps strangers who guess at the address from locking this machine out. */
  deviceToken: string | null;
  /** Those who were removed but still hold keys, when the vault was last open. */
  departed?: string[];
}

/** The file of this user, by the XDG Base Directory Specification, which ignores relative paths. */
export function sessionPath(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME: chosen = '' } = env;
  const folder = isAbsolute(chosen) ? chosen : join(homedir(), '.config');
  return join(folder, 'vault-handover', 'session.json');
}

/** The permissions of everyone but the file's owner. */
const OTHERS = 0o077;

/**
 * @returns null if nobody is logged in
 * @throws CommandFailure if other users could read the file or could have written it, or it cannot be understood
 */
export async function readSession(path: string): Promise<Session | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandFailure(
      `${path} cannot be read (${(error as Error).message}): make it yours, or remove it`,
    );
  }
  try {
    const { mode, uid } = await file.stat();
    // Windows has no such modes: there, the profile's folder is private.
    const foreign = process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS) !== 0);
    if (foreign) {
      throw new CommandFailure(
        `Other users can read ${path}, so it is not used: remove it, end that session in a browser, and log in again`,
      );
    }
    return parse(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function parse(text: string, path: string): Session {
  try {
    const session = JSON.parse(text) as Partial<Session> | null;
    const { server, email, accessToken, refreshToken } = session ?? {};
    const complete = [server, email, accessToken, refreshToken].every((each) => typeof each === 'string');
    if (session?.version === 1 && complete) return session as Session;
  } catch {
    // Falls through to the same advice.
  }
  throw new CommandFailure(
    `${path} is damaged or was written by another version: remove it and log in again`,
  );
}

/** Replaces the file in one step, so that a crash leaves the old session or the new one. */
export async function writeSession(path: string, session: Session): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  try {
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(session, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw new CommandFailure(
      `The session cannot be kept in ${path} (${(error as Error).message}): make room there`,
    );
  }
}

export const removeSession = (path: string): Promise<void> => rm(path, { force: true });
