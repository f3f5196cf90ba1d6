/** Runs one of our commands as its npm script does, on the program alone. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../../scripts/instance/checkout.ts';
import { surroundings } from '../../scripts/instance/environment.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param variables of the service; those of the developer's own environment are left out */
export function runScript(
  name: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(checkout, 'scripts', 'run.mjs'), name, ...args], {
    env: { ...surroundings(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (bytes) => {
      ran[stream] += bytes;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}
