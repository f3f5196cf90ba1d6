import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, readVariables, VARIABLES } from '../../config.ts';
import { configurationFailure } from '../cli/failure.ts';

/** Values by the names of the service's variables. */
export type Variables = Record<string, string>;

/**
 * The service's variables that are set in `env`. A blank value is treated as unset.
 *
 * @throws Failure if a secret's file or the address of a server can't be used
 */
export function variablesIn(env: Record<string, string | undefined>): Variables {
  try {
    return readVariables(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw configurationFailure(error);
  }
}

/** The service's variables in an `.env` file, or none when there is no such file. */
export function variablesInFile(path: string): Variables {
  try {
    return variablesIn(parseEnv(readFileSync(path, 'utf8')));
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
