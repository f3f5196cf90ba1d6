/** `node dev/run.mjs import-directions`: fails when an import points the wrong way. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../dev/instance/checkout.ts';
import { violations } from './import-directions/check.ts';
import { AREAS } from './import-directions/rules.ts';

const folders = [...new Set(AREAS.map(({ name }) => name.split('/')[0]!))].filter(
  (name) => !name.endsWith('.ts'),
);
const paths = ['config.ts', ...globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: checkout })].sort();
const found = await violations(
  paths.map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') })),
);
for (const line of found) {
  console.log(line);
}
console.log(`${paths.length} files, ${found.length} imports that point the wrong way`);
process.exitCode = found.length === 0 ? 0 : 1;
