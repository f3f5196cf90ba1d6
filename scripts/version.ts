/**
 * `node dev/run.mjs scripts/version.ts`: what the pull request "Release" consists of. It gathers .changeset/ into
 * CHANGELOG.md, raises the version in package.json, and writes it into every other file that names it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { runProgram } from '../dev/programs/run-program.ts';

async function change(name: string, changed: (text: string) => string): Promise<void> {
  const path = join(checkout, name);
  await writeFile(path, changed(await readFile(path, 'utf8')));
}

await runCommand(async () => {
  await runProgram('npx', ['--yes', '@changesets/cli@2.29.8', 'version'], { cwd: checkout });
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  await change('package-lock.json', (text) => {
    const lock = JSON.parse(text);
    lock.version = version;
    lock.packages[''].version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
  await change('docker-compose.temporal.yml', (text) =>
    text.replace(/(image: vault-handover(?:-backup)?:)\S+/g, `$1${version}`),
  );
  // In a process of its own, because the version of this one is the one before.
  await runProgram(process.execPath, ['scripts/openapi.ts'], { cwd: checkout });
  console.log(`Every file names version ${version}.`);
});
