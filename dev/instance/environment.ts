import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { schema } from '../../config.ts';

/** The names of all variables of the service. */
export const VARIABLES = Object.keys(schema.shape);

/** Values by the names of the service's variables. */
export type Variables = Record<string, string>;

/** The variables that are set in `env`; blank counts as unset. */
export function variablesIn(env: Record<string, string | undefined>): Variables {
  const set = VARIABLES.map((name) => [name, env[name]?.trim()] as const).filter(([, value]) => value);
  return Object.fromEntries(set) as Variables;
}

/** The variables of an `.env` file, none when there is no such file. */
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
 * What surrounds this process, without any variable of the service: a temporary instance never takes a
 * developer's own settings, least of all their database.
 */
export function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !VARIABLES.includes(name)));
}
