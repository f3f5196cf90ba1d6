import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from './environment.ts';

const pathIn = (folder: string): string => join(folder, 'variables.json');

/**
 * Writes down what an instance runs with, ports it chose among it, so that operator's commands find it. Only its owner
 * can read the file: it holds the same secrets as the other files of the folder.
 */
export function saveVariables(folder: string, variables: Variables): void {
  const path = pathIn(folder);
  writeFileSync(`${path}.new`, `${JSON.stringify(variables, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** What the latest start with this folder ran with; null where there was none. */
export function savedVariables(folder: string): Variables | null {
  try {
    return JSON.parse(readFileSync(pathIn(folder), 'utf8')) as Variables;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
