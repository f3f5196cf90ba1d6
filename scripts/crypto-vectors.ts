/** `node dev/run.mjs scripts/crypto-vectors.ts`: writes docs/crypto-vectors.json; `--check` only says whether it is stale. */
import { generateVectors } from './crypto-vectors/generate.ts';
import { runGenerator } from './generated.ts';

await runGenerator(
  'node dev/run.mjs scripts/crypto-vectors.ts',
  'Writes docs/crypto-vectors.json, the test vectors of docs/crypto.md, with fixed inputs in place of chance.',
  async () => ({ 'docs/crypto-vectors.json': await generateVectors() }),
);
