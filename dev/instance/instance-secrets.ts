/** What an instance writes into its data folder about itself. The files hold secrets: only their owner can read them. */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../cli/failure.ts';
import type { Variables } from './environment.ts';

const random = (bytes: number, encoding: 'base64' | 'base64url') => (): string =>
  randomBytes(bytes).toString(encoding);

/** How each secret is made. Nearly any 32 bytes are a private key of P-256: all but one in four billion. */
const SECRETS = {
  JWT_SECRET: random(64, 'base64'),
  ACTIVITY_HMAC_SECRET: random(64, 'base64'),
  VAPID_PRIVATE_KEY: random(32, 'base64url'),
};

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
  const missing = Object.entries(SECRETS).filter(([name]) => !kept?.[name]);
  if (kept && missing.length === 0) return kept;
  const secrets = { ...kept, ...Object.fromEntries(missing.map(([name, make]) => [name, make()])) };
  write(path, secrets);
  return secrets;
}

const variablesIn = (folder: string): string => join(folder, 'variables.json');

/** Writes down what an instance runs with, chosen ports included, for the operators' commands. */
export const saveVariables = (folder: string, variables: Variables): void =>
  write(variablesIn(folder), variables);

/** What the latest start with this folder ran with. Null when there was none. */
export const savedVariables = (folder: string): Variables | null => read(variablesIn(folder));
