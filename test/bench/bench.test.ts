import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROUTES } from '../../bench/requests/routes.ts';
import { runScript } from '../support/clients/run-script.ts';

const TINY = ['--connections', '16', '--rounds', '1', '--seconds', '0.1', '--owners', '20'];
const SAMPLE = {
  requestsPerSecond: expect.any(Number),
  processorMs: expect.any(Number),
  postgresMs: expect.any(Number),
  busy: expect.any(Number),
  p50Ms: expect.any(Number),
  p99Ms: expect.any(Number),
  residentMb: expect.any(Number),
  ownMb: expect.any(Number),
};
const SPREAD = { min: expect.any(Number), median: expect.any(Number), max: expect.any(Number) };

test('measures every route of the API and of the baseline, and writes what it found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'result.json');
    const { stdout, stderr } = await runScript('bench', ['requests', ...TINY, '--json', file]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/(held {2}|MISSED) {2}MB of the idle API/);
    const result = JSON.parse(await readFile(file, 'utf8'));
    expect(result.machine).toEqual(
      expect.objectContaining({ cpu: expect.any(String), cores: expect.any(Number), node: process.version }),
    );
    for (const fact of ['postgres', 'redis', 'commit'])
      expect(result.machine[fact]).toEqual(expect.any(String));
    expect(result.cells.map((cell: { route: string }) => cell.route)).toEqual(ROUTES.map(({ name }) => name));
    for (const { samples, ratio } of result.cells) {
      expect(samples).toEqual({ api: [SAMPLE], baseline: [SAMPLE] });
      expect(ratio).toEqual({ requests: SPREAD, processor: expect.anything() });
      expect(samples.api[0].requestsPerSecond).toBeGreaterThan(0);
    }
    const beside = result.cells.filter((cell: object) => 'slowdown' in cell);
    expect(beside).toHaveLength(ROUTES.filter(({ isRead }) => isRead).length);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['an unknown route', ['--routes', 'lists'], 'There is no route "lists"'],
  ['no rounds', ['--rounds', '0'], '--rounds must be a whole number above 0'],
  ['an unknown flag', ['--round', '1'], 'npm run bench -- requests --help lists the flags'],
])('refuses %s in one sentence', async (_what, flags, sentence) => {
  const { code, stdout, stderr } = await runScript('bench', ['requests', ...flags]);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(sentence);
});
