/**
 * `npm run openapi -- --compatible`: refuses a document that breaks clients of the newest release, as CONTRIBUTING.md
 * ("Stay compatible") promises them.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate, type Say } from '../dev/cli/progress.ts';
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

/** The program that compares. @throws Failure if it is missing and cannot be built */
export const findOasdiff = (say: Say): Promise<string> =>
  cached(`oasdiff-${OASDIFF.version}`, say, (scratch) => buildGoProgram(OASDIFF, scratch, say));

/** An operation may get more error codes: clients go by the status of a problem that they don't know. */
const withoutProblems = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (key, value) => (key === 'application/problem+json' ? undefined : value)),
  );

/** @throws ProgramError with every change that breaks clients of the released document */
export async function compareDocuments(oasdiff: string, released: string, present: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'compatible-'));
  try {
    const [before, after, levels] = ['before.json', 'after.json', 'levels.txt'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(before, withoutProblems(released));
    await writeFile(after, withoutProblems(present));
    await writeFile(levels, BREAKING.map((check) => `${check} err\n`).join(''));
    const rules = ['--severity-levels', levels, '--fail-on', 'ERR'];
    await runProgram(oasdiff, ['breaking', before, after, ...rules]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Failure with every change that breaks clients */
async function compare(released: string): Promise<void> {
  const oasdiff = await findOasdiff(narrate());
  const before = await git('show', `${released}:docs/openapi.json`);
  const present = await readFile(join(checkout, 'docs', 'openapi.json'), 'utf8');
  await compareDocuments(oasdiff, before, present).catch((error) => {
    if (!(error instanceof ProgramError)) throw error;
    throw new Failure(`docs/openapi.json breaks clients of ${released}:\n${error.output}`);
  });
  console.log(`Clients of ${released} can use docs/openapi.json.`);
}

const majorOf = (version: string): number => Number.parseInt(version.replace(/^v/, ''), 10);

/** @param released a tag or commit; the newest tag `v…` unless given */
export const compatible = (released?: string): Promise<never> =>
  runCommand(async () => {
    const newest = released ?? (await git('tag', '--list', 'v*', '--sort=-v:refname')).split('\n')[0];
    const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
    if (!newest) console.log('Nothing has been released yet: there are no clients to break.');
    else if (!released && majorOf(newest) < majorOf(version))
      console.log(`${version} is a new major version: it may break clients of ${newest}.`);
    else await compare(newest);
  });
