import { expect, test } from '@jest/globals';
import { savedHistories } from '../replay/histories.ts';
import { runScript } from '../support/clients/run-script.ts';

test('npm run replay replays a saved history, and needs no server', async () => {
  const [saved] = await savedHistories();
  expect(await runScript('replay', [saved!.name])).toMatchObject({ code: 0, stdout: 'It replays.\n' });
});

test('npm run replay without a history refers to its help', async () => {
  const { code, stderr } = await runScript('replay', []);
  expect([code, stderr]).toEqual([1, 'Name one history: npm run replay -- --help says how.\n']);
});
