#!/usr/bin/env node
/** The program that `npx vault-handover` starts, on any Node since 20. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOn } from './run-on.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const modules = join(folder, '..', 'node_modules');
// The packages bring Node 24, which reads TypeScript.
const node = join(modules, 'node', 'bin', 'node');
if (!existsSync(node)) {
  console.error(`The packages are missing: run \`npm ci\` in ${dirname(folder)} first.`);
  process.exit(1);
}
runOn(node, [join(folder, 'main.ts'), ...process.argv.slice(2)], {
  ...process.env,
  // Later starts find the code compiled.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(modules, '.cache', 'compiled'),
});
