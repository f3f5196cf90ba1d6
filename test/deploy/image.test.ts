import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parseImports } from '../../scripts/import-directions/parse.ts';
import { readCompose } from './compose-file.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(posix.join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

/** The instructions of the Dockerfile, with their continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [keyword = '', ...rest] = line.trim().split(/\s+/);
    return { keyword, rest, line };
  });
const all = (keyword: string) => instructions.filter((each) => each.keyword === keyword);

/** What is copied out of the repository, into the last stage. */
const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'));
const copied = lastStage
  .filter(({ keyword, rest }) => keyword === 'COPY' && !rest[0]?.startsWith('--from'))
  .flatMap(({ rest }) => rest.slice(0, -1));
const inImage = (path: string) => copied.some((each) => path === each || path.startsWith(`${each}/`));

/** Files that a program loads, and the packages they name. */
async function loads(program: string): Promise<{ files: Set<string>; packages: Set<string> }> {
  const files = new Set<string>();
  const packages = new Set<string>();
  const beside = (path: string, relative: string) =>
    posix.join(posix.dirname(path), relative).replace(/\/$/, '');
  const visit = async (path: string): Promise<void> => {
    if (files.has(path)) return;
    files.add(path);
    // What is not imported but read, such as the pages.
    for (const [, relative = ''] of read(path).matchAll(/new URL\('(\.[^']*)', import\.meta\.url\)/g)) {
      files.add(beside(path, relative));
    }
    for (const { specifier, typeOnly } of (await parseImports(read(path))).imports) {
      if (typeOnly || specifier.startsWith('node:')) continue;
      if (specifier.startsWith('.')) await visit(beside(path, specifier));
      else packages.add(specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier);
    }
  };
  await visit(program);
  return { files, packages };
}

describe('the image', () => {
  test('is of one exact version in every stage, with the Node that the tests run on', () => {
    expect(all('FROM').length).toBeGreaterThan(1);
    for (const { rest } of all('FROM')) {
      expect(rest[0]).toBe(`node:${manifest.dependencies.node}-bookworm-slim`);
    }
  });

  test('has the locked packages, and none for development', () => {
    const [install] = all('RUN').filter(({ line }) => line.includes('npm'));
    expect(install?.line).toMatch(/npm ci --omit=dev/);
  });

  test('runs as nobody special, in production, and is checked', () => {
    const user = lastStage.findLast(({ keyword }) => keyword === 'USER');
    expect(user?.rest).toEqual(['node']);
    expect(lastStage.indexOf(user!)).toBeLessThan(lastStage.findIndex(({ keyword }) => keyword === 'CMD'));
    expect(lastStage.find(({ keyword }) => keyword === 'ENV')?.rest).toEqual(['NODE_ENV=production']);
    expect(lastStage.filter(({ keyword }) => keyword === 'HEALTHCHECK')).toHaveLength(1);
  });

  test('holds what the repository has, and .dockerignore lets through', () => {
    expect(copied.length).toBeGreaterThan(5);
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    for (const path of [...copied, 'package-lock.json']) {
      expect([path, existsSync(posix.join(root, path))]).toEqual([path, true]);
      expect([path, allowed.includes(path)]).toEqual([path, true]);
    }
  });

  test('keeps out history, data, tests, secrets and the packages of this machine', () => {
    expect(read('.dockerignore')).toMatch(/^\*$/m);
    for (const path of ['.git', '.env', '.data', 'node_modules', 'test', 'dev', 'chaos', 'scripts', 'docs']) {
      expect([path, inImage(path)]).toEqual([path, false]);
      expect(read('.dockerignore')).not.toMatch(new RegExp(`^!${path.replace('.', '\\.')}$`, 'm'));
    }
  });
});

describe('what is run in it', () => {
  const commands = [
    (JSON.parse(lastStage.find(({ keyword }) => keyword === 'CMD')?.line.slice(4) ?? '[]') as string[])[1] ??
      '',
    ...Object.values(readCompose(read('docker-compose.temporal.yml')).services)
      .filter(({ build }) => build)
      .flatMap(({ command, healthcheck }) => [command?.[1] ?? '', healthcheck?.test?.[2] ?? ''])
      .filter((path) => path.endsWith('.ts')),
  ];

  test('is API, worker, migrations, and the worker’s check', () => {
    expect([...new Set(commands)].sort()).toEqual([
      'api/main.ts',
      'db/migrate.ts',
      'worker/health.ts',
      'worker/main.ts',
    ]);
  });

  // Workflows are bundled by the worker, not imported.
  test.each([...new Set(commands), 'workflows/index.ts'])(
    '%s finds every file and package it loads',
    async (program) => {
      const { files, packages } = await loads(program);
      for (const path of files) expect([path, inImage(path)]).toEqual([path, true]);
      for (const name of packages) {
        expect([name, Object.keys(manifest.dependencies)]).toEqual([name, expect.arrayContaining([name])]);
      }
    },
  );
});
