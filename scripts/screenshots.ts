/** `node dev/run.mjs scripts/screenshots.ts`: photographs the main pages, for README and docs, in docs/pictures. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { runJest } from './test/jest.ts';
import { closingLine } from './test/tally.ts';

const PICTURES = join(checkout, 'docs', 'pictures');

await runCommand(async () => {
  await mkdir(PICTURES, { recursive: true });
  const tally = await runJest(['test/web/docs.pictures.ts'], { KEEP_PICTURES_IN: PICTURES }, interruption());
  for (const note of tally.notes) console.log(note);
  console.log(closingLine(tally));
  return tally.failed === 0;
});
