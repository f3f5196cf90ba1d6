/** `npm run bench -- fair`, with the attack that holds the least, for a moment and without looking at the ratios. */
import { expect, test } from '@jest/globals';
import { runScript } from '../support/clients/run-script.ts';

test('measures everybody without and during an attack, and reports the attack', async () => {
  const { stdout, stderr } = await runScript('bench', [
    'fair',
    ...['--quiet', '2', '--seconds', '3', '--only', 'websockets'],
  ]);
  expect(stderr).toBe('');
  for (const name of ['log-in', 'check-in', 'list of 50', "successor's reading", 'entry of 96 KiB']) {
    expect(stdout).toMatch(new RegExp(`^ +${name} +\\d+ +[\\d.]+ +[\\d.]+ +\\d+ +[\\d.]+ +[\\d.]+`, 'm'));
  }
  const [, asked = '', , , , held = ''] =
    stdout.match(/websockets, 4 for each session +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)/) ?? [];
  expect(Number(asked)).toBeGreaterThanOrEqual(200);
  expect(Number(held)).toBe(200);
  expect(stdout).toMatch(/(held {2}|MISSED) {2}nobody else is refused/);
});

test.each([
  ['an unknown attack', ['fair', '--only', 'bombs'], 'There is no attack "bombs"'],
  ['no seconds', ['fair', '--seconds', '0'], '--seconds must be a whole number above 0'],
])('refuses %s in one sentence', async (_what, flags, sentence) => {
  const { code, stdout, stderr } = await runScript('bench', flags);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(sentence);
});
