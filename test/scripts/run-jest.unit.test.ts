import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runJest } from '../../scripts/test/jest.ts';

test('an interruption before Jest has started keeps it from starting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-jest-'));
  const started = join(folder, 'started');
  const config = join(folder, 'jest.config.cjs');
  await writeFile(config, `require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`);
  const interrupted = AbortSignal.abort(new Error('interrupted'));
  await expect(runJest(['--config', config], {}, interrupted)).rejects.toThrow('interrupted');
  expect(existsSync(started)).toBe(false);
  await rm(folder, { recursive: true });
});
