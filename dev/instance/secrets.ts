import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../servers/failure.ts';
import type { Variables } from './environment.ts';

/** The secrets that a development instance makes for itself. */
const NAMES = ['JWT_SECRET', 'ACTIVITY_HMAC_SECRET'];

/**
 * The instance's own secrets, made once: whoever is logged in stays so, and every link in a mail stays good,
 * when it starts again. Only their owner can read the file.
 */
export function ownSecrets(folder: string): Variables {
  const path = join(folder, 'secrets.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Variables;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Failure(`${path} cannot be read (${error}): repair it, or remove it to get new secrets`);
    }
  }
  const secrets = Object.fromEntries(NAMES.map((name) => [name, randomBytes(64).toString('base64')]));
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return secrets;
}
