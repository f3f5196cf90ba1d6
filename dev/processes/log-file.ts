import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A longer log is moved aside at the next start. One old copy is kept. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Opens a log for appending, in a folder that need not exist yet. @returns the file descriptor */
export function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path) && statSync(path).size > ROTATE_BYTES) {
    renameSync(path, `${path}.1`);
  }
  return openSync(path, 'a');
}

/** How long the log is now, for a later `logSince`. */
export const logLength = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** What was written to the log after `offset`. */
export function logSince(path: string, offset: number): string {
  const length = Math.max(0, logLength(path) - offset);
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

/** The last lines of a log that are not blank. */
export function lastLines(path: string, count: number): string[] {
  if (!existsSync(path)) {
    return [];
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count);
}

/** The message of a line that pino wrote, or the line itself. */
function plain(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line.trim();
  }
}

/**
 * Why a program ended, judging by what it wrote after `offset`: its last line that names an error, else its last line.
 * Undefined when it wrote nothing.
 */
export function lastWords(path: string, offset: number): string | undefined {
  const lines = logSince(path, offset)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
    .slice(-20);
  const words = lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
  return words && plain(words);
}
