import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readVariables, VARIABLES } from '../../config.ts';

/** Values by the names of the service's variables. */
export type Variables = Record<string, string>;

/** The service's variables in an `.env` file, or none when there is no such file. */
export function variablesInFile(path: string): Variables {
  try {
    return readVariables(parseEnv(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return {};
    }
    throw error;
  }
}

/**
 * This process's environment without the service's variables: a temporary instance must never use a developer's own
 * settings, least of all their database.
 */
export function baseEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !VARIABLES.includes(name)));
}
