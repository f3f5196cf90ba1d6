import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { MALLOC, NODE_FLAGS } from '../../dev/instance/services.ts';
import { importsOf, loads } from '../support/loads.ts';
import { readCompose } from './compose-file.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(posix.join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [keyword = '', ...rest] = line.trim().split(/\s+/);
    return { keyword, rest, line };
  });
const all = (keyword: string) => instructions.filter((each) => each.keyword === keyword);

/** What stages copy from the repository. */
const copiedBy = (stages: typeof instructions): string[] =>
  stages
    .filter(({ keyword, rest }) => keyword === 'COPY' && !rest[0]?.startsWith('--from'))
    .flatMap(({ rest }) => rest.slice(0, -1));
const last = instructions.findLastIndex(({ keyword }) => keyword === 'FROM');
const lastStage = instructions.slice(last);
const copied = copiedBy(lastStage);
const copiedToBuild = copiedBy(instructions.slice(0, last));
const inImage = (path: string) => copied.some((each) => path === each || path.startsWith(`${each}/`));

const startCommand = JSON.parse(
  lastStage.find(({ keyword }) => keyword === 'CMD')?.line.slice(4) ?? '[]',
) as string[];
const { services } = readCompose(read('docker-compose.temporal.yml'));

describe('the image', () => {
  test('is of one exact version in every stage, with the Node that the tests run on', () => {
    expect(all('FROM').length).toBeGreaterThan(1);
    for (const { rest } of all('FROM').filter((each) => each.rest.at(-1) !== 'backup')) {
      expect(rest[0]).toBe(`node:${manifest.dependencies.node}-bookworm-slim`);
    }
  });

  test('of the backups is made from the server’s, whose programs fit its version, and has the same user and Node', () => {
    const from = instructions.findIndex(
      ({ keyword, rest }) => keyword === 'FROM' && rest.at(-1) === 'backup',
    );
    const stage = instructions.slice(from, last);
    const has = (keyword: string) => stage.filter((each) => each.keyword === keyword).map(({ line }) => line);
    expect(stage[0]?.rest).toEqual([services.postgres?.image, 'AS', 'backup']);
    expect(has('LABEL')[0]).toContain(`image.base.name="docker.io/library/${services.postgres?.image}"`);
    expect(has('RUN').join()).toContain('useradd --uid 1000 ');
    expect(has('COPY')).toContain('COPY --from=packages /usr/local/bin/node /usr/local/bin/node');
    expect([has('USER'), has('ENTRYPOINT')]).toEqual([['USER node'], ['ENTRYPOINT []']]);
  });

  test('has the locked packages, and none for development', () => {
    const [install] = all('RUN').filter(({ line }) => line.includes('npm'));
    expect(install?.line).toMatch(/npm ci --omit=dev/);
  });

  test('has the native part of Temporal for its own platform only', () => {
    const line = all('RUN').find((each) => each.line.includes('core-bridge'))?.line ?? '';
    expect(line).toContain('! -name "$(uname -m)-unknown-linux-gnu" -exec rm');
  });

  test('says what it is and what it is made from', () => {
    const base = all('FROM').at(-1)?.rest[0];
    const label = lastStage.find(({ keyword }) => keyword === 'LABEL')?.line;
    expect(label).toContain(`org.opencontainers.image.base.name="docker.io/library/${base}"`);
    expect(label).toMatch(/image\.title="Vault Handover" .*image\.description="[^"]+"/);
  });

  test('runs as an unprivileged user, in production, with a health check', () => {
    const user = lastStage.findLast(({ keyword }) => keyword === 'USER');
    expect(user?.rest).toEqual(['node']);
    expect(lastStage.indexOf(user!)).toBeLessThan(lastStage.findIndex(({ keyword }) => keyword === 'CMD'));
    expect(lastStage.find(({ keyword }) => keyword === 'ENV')?.rest).toEqual(['NODE_ENV=production']);
    expect(lastStage.filter(({ keyword }) => keyword === 'HEALTHCHECK')).toHaveLength(1);
  });

  test('gives API and worker the memory that they have with npm start, where it is measured', () => {
    const set = Object.fromEntries(
      lastStage.flatMap(({ keyword, rest }) => (keyword === 'ENV' ? [rest[0]!.split(/=(.*)/)] : [])),
    );
    expect(set).toMatchObject(MALLOC);
    for (const command of [startCommand, services.api?.command as string[]]) {
      expect([set.NODE_OPTIONS, ...command.slice(1, -1)]).toEqual(NODE_FLAGS.API);
    }
    expect([set.NODE_OPTIONS, ...(services.worker?.command?.slice(1, -1) ?? [])]).toEqual(NODE_FLAGS.Worker);
  });

  test('contains the web app built by a stage of its own, not one built on this machine', () => {
    expect(all('RUN').map(({ line }) => line)).toContain('RUN npx vite build web');
    expect(lastStage.map(({ line }) => line)).toContain('COPY --from=page /app/web/dist ./web/dist');
    expect(read('.dockerignore')).toMatch(/^web\/dist\*$/m);
  });

  test('contains the files of the repository that .dockerignore lets through', () => {
    expect(copied.length).toBeGreaterThan(5);
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    for (const path of [...copied, ...copiedToBuild]) {
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

describe('a program in the image', () => {
  const commands = [
    ...startCommand,
    ...Object.values(services)
      .filter(({ build }) => build)
      .flatMap(({ entrypoint = [], command = [], healthcheck }) => [
        ...entrypoint,
        ...command,
        ...(healthcheck?.test ?? []),
      ]),
  ].filter((path) => path.endsWith('.ts'));

  test('is the API, the worker, its health check, the backups, the migrations or an operator’s command', () => {
    expect([...new Set(commands)].sort()).toEqual([
      'api/main.ts',
      'backup/main.ts',
      'db/migrate.ts',
      'scripts/admin/main.ts',
      'worker/health.ts',
      'worker/main.ts',
    ]);
  });

  // The worker bundles workflows and does not import them.
  const programs = [...new Set(commands), 'workflows/index.ts'];
  const imports = importsOf(programs);

  test.each(programs)('%s finds every file and package it loads', (program) => {
    const { files, packages } = loads(program, imports);
    for (const path of files) expect([path, inImage(path)]).toEqual([path, true]);
    for (const name of packages) {
      expect([name, Object.keys(manifest.dependencies)]).toEqual([name, expect.arrayContaining([name])]);
    }
  });
});
