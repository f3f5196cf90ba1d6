/**
 * `npm run openapi -- --compatible`: refuses a document that breaks clients of the newest release, as CONTRIBUTING.md
 * ("Stay compatible") promises them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { cached } from '../dev/programs/cache.ts';
import { buildGoProgram } from '../dev/programs/go.ts';
import { ProgramError, runProgram } from '../dev/programs/run-program.ts';

const OASDIFF = {
  what: 'oasdiff',
  module: 'github.com/oasdiff/oasdiff',
  version: 'v1.37.0',
  takes: 'a minute',
  instead: 'install Go 1.25 or newer',
};

/** Generated clients refuse an unknown value of an enumeration, and an unknown kind of answer. */
const BREAKING = [
  'response-property-enum-value-added',
  'response-property-one-of-added',
  'response-body-one-of-added',
];

const git = (...args: string[]): Promise<string> => runProgram('git', args, { cwd: checkout });

/** @throws Failure with every change that breaks clients */
async function compare(released: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'compatible-'));
  try {
    const say = narrate();
    const oasdiff = await cached(`oasdiff-${OASDIFF.version}`, say, (scratch) =>
      buildGoProgram(OASDIFF, scratch, say),
    );
    const before = join(folder, 'openapi.json');
    await writeFile(before, await git('show', `${released}:docs/openapi.json`));
    const levels = join(folder, 'levels.txt');
    await writeFile(levels, BREAKING.map((check) => `${check} err\n`).join(''));
    const rules = ['--severity-levels', levels, '--fail-on', 'ERR'];
    await runProgram(oasdiff, ['breaking', before, join(checkout, 'docs', 'openapi.json'), ...rules]);
    console.log(`Clients of ${released} can use docs/openapi.json.`);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    throw new Failure(`docs/openapi.json breaks clients of ${released}:\n${error.output}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param released a tag or commit; the newest tag `v…` unless given */
export const compatible = (released?: string): Promise<never> =>
  runCommand(async () => {
    const newest = released ?? (await git('tag', '--list', 'v*', '--sort=-v:refname')).split('\n')[0];
    if (newest) await compare(newest);
    else console.log('Nothing has been released yet: there are no clients to break.');
  });
