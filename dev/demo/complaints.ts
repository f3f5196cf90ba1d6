/** Finds the warnings and errors in the logs of API and worker. */
import { readFile } from 'node:fs/promises';

export interface Complaint {
  level: 'warning' | 'error';
  text: string;
}

/** The levels of pino. */
const WARN = 40;
const ERROR = 50;

function read(line: string): Complaint[] {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg?: string;
      err?: { message?: string };
    };
    if (level < WARN) return [];
    const text = [msg, typeof err === 'string' ? err : err?.message].filter(Boolean).join(': ');
    return [{ level: level < ERROR ? 'warning' : 'error', text }];
  } catch {
    // A line that the logger did not write is unexpected.
    return [{ level: 'warning', text: line }];
  }
}

/** Every warning and error in a log, oldest first. */
export async function complaintsIn(logFile: string): Promise<Complaint[]> {
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  return lines.filter((line) => line.trim() !== '').flatMap(read);
}
