/** Runs one of our commands as people do, without npm. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../../dev/instance/checkout.ts';
import { baseEnv } from '../../../dev/instance/environment.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Node's arguments for an npm script, or for a file in scripts/ that has none. */
export const argumentsOf = (name: string): string[] =>
  (scripts[name] ?? `node dev/run.mjs scripts/${name}.ts`).split(' ').slice(1);

/** @param variables of the service; the developer's own are left out */
export function runScript(
  name: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [...argumentsOf(name), ...args], {
    cwd: checkout,
    env: { ...baseEnv(), ...variables },
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
