/** What `npm run demo` promises: five whole scenarios on real servers, and an exit code that can be trusted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../../dev/instance/checkout.ts';
import { baseEnv } from '../../dev/instance/environment.ts';
import { untilReady } from '../../dev/processes/ready.ts';

interface DemoRun {
  child: ChildProcess;
  said(): string;
  end: Promise<number | null>;
}

function demo(): DemoRun {
  const child = spawn(process.execPath, [join(checkout, 'dev', 'run.mjs'), 'dev/demo.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: baseEnv(),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      said += bytes;
    });
  }
  return { child, said: () => said, end: once(child, 'close').then(([code]) => code as number | null) };
}

test('npm run demo plays five scenarios, and everything holds', async () => {
  const run = demo();
  const code = await run.end;
  expect(run.said()).not.toContain('✗');
  expect(run.said()).toMatch(/All \d+ checks passed\.\n$/);
  expect(code).toBe(0);
  for (const held of [
    "Ben decrypted what Ada wrote: 2 of Ada's 3 entries, and no other",
    "Cleo decrypted what Ada wrote: 1 of Ada's 3 entries, and no other",
    "each warning came to Dora's second mailbox too",
    'no successor was asked or told anything',
    'Dora decrypted all 3 entries',
    "Hana decrypted what Gus wrote: 2 of Gus's 3 entries, and no other",
    "Hana's access answers 410",
    'the kit and the package of Lea alone open nothing: 1 share of 2',
    "Lea decrypted what Kim wrote: 4 of Kim's 4 entries, and no other",
    "Max decrypted what Kim wrote: 4 of Kim's 4 entries, and no other",
    'the new password alone opens nothing',
    'Pia decrypted all 3 entries',
    'plaintexts, passwords, keys, shares, codes: found nowhere',
  ]) {
    expect(run.said()).toContain(`✓ ${held}`);
  }
}, 480_000);

test('Ctrl-C in the middle of a scenario stops everything, and counts as a failure', async () => {
  const run = demo();
  await untilReady(async () => run.said().includes('registers'), 'the first scenario', {
    timeoutMs: 180_000,
  });
  const began = performance.now();
  run.child.kill('SIGINT');
  expect(await run.end).toBe(130);
  // The demo itself says whether it took 8 s. This includes the end of its process.
  expect(performance.now() - began).toBeLessThan(12_000);
  expect(run.said()).toContain('✓ everything has stopped');
});
