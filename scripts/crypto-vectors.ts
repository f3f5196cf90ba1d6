/** `node dev/run.mjs scripts/crypto-vectors.ts`: writes docs/crypto-vectors.json; `--check` only says whether it is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { generateVectors } from './crypto-vectors/generate.ts';
import { formatted } from './formatted.ts';

const HELP = `node dev/run.mjs scripts/crypto-vectors.ts [flags]

Writes docs/crypto-vectors.json, the test vectors of docs/crypto.md, with fixed inputs in place of chance.

Flags
  --check                     writes nothing, and fails if the file is stale
  --help                      this text`;

const PATH = 'docs/crypto-vectors.json';

async function run(): Promise<void> {
  const options = { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const { check, help } = readArguments({ options }, 'node dev/run.mjs scripts/crypto-vectors.ts').values;
  if (help) return console.log(HELP);
  const file = join(checkout, PATH);
  const text = formatted(PATH, await generateVectors());
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return console.log(`${PATH} is up to date.`);
  if (check) throw new Failure(`${PATH} is stale: run \`node dev/run.mjs scripts/crypto-vectors.ts\``);
  await writeFile(file, text);
  console.log(`Wrote ${PATH}.`);
}

await runCommand(run);
