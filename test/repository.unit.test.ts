/** The files that tell editors, Git and GitHub about the repository agree with package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  engines: { node: string };
  dependencies: Record<string, string>;
};

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }>;
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
