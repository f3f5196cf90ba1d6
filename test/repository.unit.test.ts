/** The files that tell editors, Git and GitHub about the repository agree with package.json. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  engines: { node: string };
  dependencies: Record<string, string>;
};

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, Job>;
}
interface Job {
  needs?: string | string[];
  if?: string;
  uses?: string;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

test('GitHub runs the same command as people, on the oldest Node we promise', () => {
  const { on, jobs } = parse(read('.github/workflows/test.yml')) as Workflow;
  expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request']));
  const steps = jobs.test?.steps ?? [];
  expect(steps.at(-1)?.run).toBe('npm test');
  const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with?.['node-version'];
  expect(`>=${node}`).toBe(manifest.engines.node);
});

test('.nvmrc names the Node that everything runs on', () => {
  expect(manifest.dependencies.node?.split('.')[0]).toBe(read('.nvmrc').trim());
});

test('what .gitattributes calls generated exists', () => {
  const generated = [...read('.gitattributes').matchAll(/^(\S+?)(?:\/\*\*)? linguist-generated$/gm)];
  expect(generated.length).toBeGreaterThan(0);
  for (const [, path = ''] of generated) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

/** What a release neither reads nor writes. */
const LEFT_OUT = ['.git', '.data', 'coverage', 'node_modules', 'test'];

/** A copy of the repository, without what a release doesn't touch. */
async function copied(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'release-'));
  for (const name of await readdir(root))
    if (!LEFT_OUT.includes(name)) await cp(join(root, name), join(copy, name), { recursive: true });
  await rm(join(copy, 'web', 'dist'), { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The files in a copy that give the service's version, in JSON or as an image's tag. Others may mention any number. */
async function filesNaming(copy: string, version: string): Promise<string[]> {
  const stated = [`"version": "${version}"`, `vault-handover:${version}`, `vault-handover-backup:${version}`];
  const naming: string[] = [];
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const text = await readFile(path, 'utf8');
    if (stated.some((each) => text.includes(each))) naming.push(relative(copy, path));
  }
  return naming.sort();
}

describe('a release', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  const needsOf = (name: string) => [jobs[name]?.needs ?? []].flat();
  const changesets = (name: string) =>
    jobs[name]?.steps?.find(({ uses }) => uses?.startsWith('changesets/action@'))?.with;

  test('is made only of a version that was merged, after its tests, and announced last', () => {
    expect(changesets('version')?.publish).toBeUndefined();
    for (const name of ['test', 'interfaces']) {
      const uses = `./.github/workflows/${name}.yml`;
      const released = "needs.version.outputs.released != ''";
      expect(jobs[name]).toMatchObject({ needs: 'version', if: released, uses });
      expect(parse(read(uses)).on).toHaveProperty('workflow_call');
    }
    expect(changesets('publish')?.publish).toMatch(/ tag$/);
    expect(needsOf('image')).toEqual(['version', 'test', 'interfaces']);
    expect(needsOf('chart')).toEqual(['version', 'image']);
    expect(needsOf('publish')).toEqual(['chart']);
    expect(Object.keys(parse(read('.github/workflows/image.yml')).on)).toEqual(['workflow_call']);
  });

  test('raises the version in every file that names it', async () => {
    const { version: before } = manifest;
    const copy = await copied();
    // The types show an example.
    const naming = (await filesNaming(copy, before)).filter((path) => path !== 'docs/openapi.d.ts');
    expect(naming).toEqual(expect.arrayContaining(['docker-compose.temporal.yml', 'package-lock.json']));
    // In place of the program that gathers changesets, which would be downloaded.
    await mkdir(join(copy, 'bin'));
    await writeFile(
      join(copy, 'bin', 'npx'),
      `#!/bin/sh\nsed -i 's/"version": "${before}"/"version": "98.7.6"/' package.json\n`,
      { mode: 0o755 },
    );
    const command = String(changesets('version')?.version).split(' ');
    await promisify(execFile)(process.execPath, command.slice(1), {
      cwd: copy,
      env: { ...process.env, PATH: [join(copy, 'bin'), process.env.PATH].join(delimiter) },
    });
    const written = async (path: string) => readFile(join(copy, path), 'utf8');
    const lock = JSON.parse(await written('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual(['98.7.6', '98.7.6']);
    const openapi = await written('docs/openapi.json');
    expect(JSON.parse(openapi).info.version).toBe('98.7.6');
    expect((await written('docker-compose.temporal.yml')).match(/image: vault-handover\S*/g)).toEqual([
      'image: vault-handover:98.7.6',
      'image: vault-handover-backup:98.7.6',
    ]);
    expect(await filesNaming(copy, '98.7.6')).toEqual(expect.arrayContaining(naming));
    await rm(copy, { recursive: true });
  }, 120_000);
});
