import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../dev/instance/checkout.ts';

/**
 * A generated file as Biome formats it, so that lint and comparison agree.
 *
 * @param path relative to the checkout; says what kind of file it is
 */
export function formatted(path: string, input: string): string {
  const biome = join(checkout, 'node_modules', '.bin', 'biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], {
    cwd: checkout,
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
