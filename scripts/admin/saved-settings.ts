/** Which service an operator's commands are for, in a checkout that `npm start` or `.env` has set up. */
import { join, resolve } from 'node:path';
import { type Config, loadConfig, readVariables } from '../../config.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { type Variables, variablesInFile } from '../../dev/instance/environment.ts';
import { savedVariables } from '../../dev/instance/instance-secrets.ts';

/** The variables of each server, which go together; the first names the server. */
const GROUPS = [
  ['DB_HOST', 'DB_'],
  ['REDIS_HOST', 'REDIS_'],
  ['TEMPORAL_ADDRESS', 'TEMPORAL_'],
  ['SMTP_HOST', 'SMTP_'],
] as const;

/**
 * The service's variables: those given, then those that `npm start` saved in its data folder. The variables of a server
 * all come from one of the two.
 *
 * @throws Failure if neither has any
 */
export function settings(given: Variables, dataDir: string): Variables {
  const saved = savedVariables(dataDir);
  if (!saved) {
    if (given.JWT_SECRET) return given;
    throw new Failure(
      `No service has been started with its data in ${dataDir}, and the environment names no service: run npm start first, name its data folder with --data <folder>, or set the variables of .env.example`,
    );
  }
  const all = { ...saved, ...given };
  for (const [host, prefix] of GROUPS) {
    const [from, other] = given[host] ? [given, saved] : [saved, given];
    for (const name of new Set([...Object.keys(from), ...Object.keys(other)])) {
      if (!name.startsWith(prefix)) continue;
      if (from[name] === undefined) delete all[name];
      else all[name] = from[name];
    }
  }
  return all;
}

/** The configuration of the service that the environment, `.env` and the data folder of `npm start` name. */
export function operatorConfig(env: NodeJS.ProcessEnv, dataDir?: string): Config {
  const given = { ...variablesInFile(join(checkout, '.env')), ...readVariables(env) };
  return loadConfig(settings(given, dataDir ? resolve(dataDir) : join(checkout, '.data')));
}
