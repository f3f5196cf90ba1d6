/** What an instance writes into its data folder about itself. The files hold secrets: only their owner can read them. */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import type { Variables } from './environment.ts';

const SECRETS = ['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'];

function write(path: string, variables: Variables): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(variables, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Null when there is no such file. */
function read(path: string): Variables | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Variables;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Failure(`${path} cannot be read (${error}): repair it, or remove it to get a new one`);
  }
}

/** The instance's own secrets, made once, so that sessions and the links in mails survive a restart. */
export function ownSecrets(folder: string): Variables {
  const path = join(folder, 'secrets.json');
  const kept = read(path);
  if (kept) return kept;
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, randomBytes(64).toString('base64')]));
  write(path, secrets);
  return secrets;
}

const variablesIn = (folder: string): string => join(folder, 'variables.json');

/** Writes down what an instance runs with, chosen ports included, for the operators' commands. */
export const saveVariables = (folder: string, variables: Variables): void =>
  write(variablesIn(folder), variables);

/** What the latest start with this folder ran with. Null when there was none. */
export const savedVariables = (folder: string): Variables | null => read(variablesIn(folder));
