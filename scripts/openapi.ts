/** `npm run openapi`: writes docs/openapi.json and docs/openapi.d.ts; `--check` only says which is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { type Generated, generate } from './openapi/generated.ts';

const HELP = `npm run openapi -- [flags]

Writes docs/openapi.json, the description of the API, and docs/openapi.d.ts, a client's types.

Flags
  --check                     writes nothing, and fails if one of them is stale
  --help                      this text`;

function readFlags() {
  const options = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  return readArguments({ options }, 'npm run openapi').values;
}

const isStale = async ({ path, text }: Generated): Promise<boolean> =>
  (await readFile(join(checkout, path), 'utf8').catch(() => '')) !== text;

async function run(): Promise<void> {
  const { check, help } = readFlags();
  if (help) return console.log(HELP);
  const stale: string[] = [];
  for (const generated of await generate()) {
    if (!(await isStale(generated))) continue;
    stale.push(generated.path);
    if (!check) await writeFile(join(checkout, generated.path), generated.text);
  }
  if (check && stale.length > 0) {
    throw new Failure(`${stale.join(' and ')} are stale: run \`npm run openapi\``);
  }
  console.log(stale.length === 0 ? 'Both files are up to date.' : `Wrote ${stale.join(' and ')}.`);
}

await runCommand(run);
