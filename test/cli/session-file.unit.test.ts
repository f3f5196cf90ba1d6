import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  endSession,
  isOpen,
  readSession,
  type Session,
  sessionPath,
  writeSession,
} from '../../cli/session-file.ts';

let config: string;
let path: string;

beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'session-'));
  path = sessionPath({ XDG_CONFIG_HOME: config });
});
afterEach(() => rm(config, { recursive: true }));

const session: Session = {
  version: 1,
  server: 'http://localhost:3001',
  email: 'ada@example.org',
  userId: '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52',
  accessToken: 'access',
  expiresAt: 0,
  refreshToken: 'refresh',
  deviceToken: null,
};

test('the file is in the configuration folder of the user', () => {
  expect(path).toBe(join(config, 'vault-handover', 'session.json'));
  const usual = join(homedir(), '.config', 'vault-handover', 'session.json');
  expect(sessionPath({})).toBe(usual);
  // The XDG Base Directory Specification: "all paths must be absolute", others are ignored.
  expect(sessionPath({ XDG_CONFIG_HOME: 'here' })).toBe(usual);
});

test('only the user can read the file, and a new one replaces it in one step', async () => {
  await writeSession(path, session);
  await writeSession(path, { ...session, refreshToken: 'next' });
  expect(await readSession(path)).toEqual({ ...session, refreshToken: 'next' });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(path))).toEqual(['session.json']);
});

test('nobody is logged in without the file', async () => {
  expect(await readSession(path)).toBeNull();
});

test('once the session has ended, only what the next log-in needs is left', async () => {
  const open = { ...session, deviceToken: 'known', departed: ['Alan'] };
  expect(isOpen(open)).toBe(true);
  await endSession(path, open);
  const left = (await readSession(path))!;
  expect(left).toEqual({ ...session, accessToken: '', refreshToken: '', deviceToken: 'known' });
  expect(isOpen(left)).toBe(false);
});

test.each([0o640, 0o604, 0o620])('a file that others can use, with mode %o, is refused', async (mode) => {
  await writeSession(path, session);
  await chmod(path, mode);
  await expect(readSession(path)).rejects.toThrow(
    `Other users can read ${path}, so it is not used: remove it, end that session in a browser, and log in again`,
  );
});

test.each(['', 'null', '{}', '{"version":2}'])('a file that holds %j is refused', async (text) => {
  await writeSession(path, session);
  await writeFile(path, text);
  await expect(readSession(path)).rejects.toThrow('remove it and log in again');
  expect(await readFile(path, 'utf8')).toBe(text);
});
