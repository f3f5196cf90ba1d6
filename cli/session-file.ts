/**
 * The session between two commands: who is logged in where, and the tokens. Nothing in it opens the vault. Other users of
 * the machine cannot read it.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

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
  /** Keeps strangers who try passwords for the address from locking this machine out, even after the session. */
  deviceToken: string | null;
  /** Who held keys and should no longer hold them, when the vault was last open. */
  departed?: string[];
}

/** The file of this user, by the XDG Base Directory Specification, which ignores relative paths. */
export function sessionPath(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME: chosen = '' } = env;
  const folder = isAbsolute(chosen) ? chosen : join(homedir(), '.config');
  return join(folder, 'vault-handover', 'session.json');
}

/**
 * @returns null if nobody has logged in here; after the session, what `endSession` leaves
 * @throws CommandFailure if other users could read the file or could have written it, or it cannot be understood
 */
export const readSession = (path: string): Promise<Session | null> =>
  readPrivateFile<Session>(
    path,
    ({ server, email, accessToken, refreshToken }) =>
      [server, email, accessToken, refreshToken].every((each) => typeof each === 'string'),
    'remove it and log in again',
    'remove it, end that session in a browser, and log in again',
  );

/** Replaces the file in one step, so that a crash leaves the old session or the new one. */
export const writeSession = (path: string, session: Session): Promise<void> =>
  writePrivateFile(path, session, 'The session');

/** Whether someone is logged in: an ended session has no tokens. */
export const isOpen = ({ refreshToken }: Session): boolean => refreshToken !== '';

/** Removes the tokens. What is left tells the next log-in where to go, and that this machine is known there. */
export const endSession = (path: string, { departed: _, ...kept }: Session): Promise<void> =>
  writeSession(path, { ...kept, accessToken: '', expiresAt: 0, refreshToken: '' });
