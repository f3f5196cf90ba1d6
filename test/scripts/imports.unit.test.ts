/** The import rules of .dependency-cruiser.mjs, tried on a small tree of files that break each of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** What the rules say about these files: `from → to: rule`, once each, sorted. */
function broken(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ['--config', join(checkout, '.dependency-cruiser.mjs'), '--output-type', 'json', '.'];
    const program = join(checkout, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const output = execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    const { violations } = (JSON.parse(output) as Cruise).summary;
    return violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A tree in which every import is allowed. */
const SOUND = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { koa: '1' },
    devDependencies: { pg: '1' },
  }),
  'node_modules/koa/package.json': JSON.stringify({ name: 'koa', version: '1.0.0', main: 'index.js' }),
  'node_modules/koa/index.js': '',
  'node_modules/pg/package.json': JSON.stringify({ name: 'pg', version: '1.0.0', main: 'index.js' }),
  'node_modules/pg/index.js': '',
  'config.ts': 'export const config = 1;',
  'switch/state.ts': 'export type State = 1; export const step = 1;',
  'db/switch.ts': `import { step } from '../switch/state.ts'; export type Row = 1; export const row = step;`,
  'db/migrate.ts': `import { config } from '../config.ts'; import './switch.ts'; export const a = config;`,
  'mail/compose.ts': `import { row } from '../db/switch.ts'; export const compose = row;`,
  'activities/index.ts': `import { compose } from '../mail/compose.ts'; export { name } from '../workflows/contract.ts';
    export type Activities = 1; export const activities = compose;`,
  'workflows/contract.ts': `export const name = 1;`,
  'workflows/index.ts': `import type { Activities } from '../activities/index.ts'; export type A = Activities;`,
  'worker/main.ts': `import { activities } from '../activities/index.ts'; import { config } from '../config.ts';
    export const all = [activities, config]; export const bundle = () => import('../workflows/index.ts');`,
  'worker/health.ts': '',
  'api/main.ts': `import Koa from 'koa'; import { createHash } from 'node:crypto'; import { row } from '../db/switch.ts';
    import { name } from '../workflows/contract.ts'; import { config } from '../config.ts'; import './routes.ts';
    export const app = [Koa, createHash, row, name, config];`,
  'api/routes.ts': '',
  'dev/start.ts': `import '../api/main.ts'; import '../worker/main.ts'; import 'pg'; export const a = process.env.HOME;`,
  'test/api.test.ts': `import '../api/main.ts'; import '../db/switch.ts';`,
};

test('imports that follow the rules pass', () => {
  expect(broken(SOUND)).toEqual([]);
});

const UNUSED = 'product code is used by the product';

/** One file for each rule, in the folder named, that breaks it. */
const WRONG: [folder: string, text: string, target: string][] = [
  ['switch', `import '../db/switch.ts';`, 'db/switch.ts'],
  ['crypto', `import '../switch/state.ts';`, 'switch/state.ts'],
  ['db', `import '../config.ts';`, 'config.ts'],
  ['db', `import type { Row } from '../mail/compose.ts';`, 'mail/compose.ts'],
  ['mail', `import '../activities/index.ts';`, 'activities/index.ts'],
  ['activities', `import '../workflows/index.ts';`, 'workflows/index.ts'],
  ['activities', `import '../config.ts';`, 'config.ts'],
  ['workflows', `import { activities } from '../activities/index.ts';`, 'activities/index.ts'],
  ['workflows', `import type { Row } from '../db/switch.ts';`, 'db/switch.ts'],
  ['worker', `import '../api/main.ts';`, 'api/main.ts'],
  ['api', `import '../worker/health.ts';`, 'worker/health.ts'],
  ['api', `import '../workflows/index.ts';`, 'workflows/index.ts'],
  ['api', `import '../dev/start.ts';`, 'dev/start.ts'],
  ['web', `import '../db/switch.ts';`, 'db/switch.ts'],
  ['client', `import '../switch/state.ts';`, 'switch/state.ts'],
  // However it is written.
  ['api', `export { compose } from '../mail/compose.ts';`, 'mail/compose.ts'],
  ['api', `export * from '../mail/compose.ts';`, 'mail/compose.ts'],
  ['api', `export const mail = await import('../mail/compose.ts');`, 'mail/compose.ts'],
  ['api', `export const mail = require('../mail/compose.ts');`, 'mail/compose.ts'],
  ['api', `import type { Activities } from '../activities/index.ts';`, 'activities/index.ts'],
  ['api', `import { type Activities } from '../activities/index.ts';`, 'activities/index.ts'],
  ['api', `export type A = import('../activities/index.ts').Activities;`, 'activities/index.ts'],
];

test('an import in the wrong direction fails, however it is written', () => {
  const wrong = WRONG.map(([folder, text, target], at) => ({
    path: `${folder}/wrong-${at}.ts`,
    text,
    target,
  }));
  const found = broken({ ...SOUND, ...Object.fromEntries(wrong.map(({ path, text }) => [path, text])) });
  const directions = found.filter((line) => line.includes(' may import ')).map((line) => line.split(':')[0]);
  expect(directions).toEqual(wrong.map(({ path, target }) => `${path} → ${target}`).sort());
});

test.each(['crypto', 'client'])('%s imports nothing of Node', (folder) => {
  const found = broken({
    ...SOUND,
    'web/page.ts': `import '../${folder}/index.ts';`,
    [`${folder}/index.ts`]: `import 'node:crypto'; import 'koa';`,
  });
  expect(found).toEqual([
    `${folder}/index.ts → crypto: crypto and client run in browsers and need nothing of Node`,
  ]);
});

test('a circle fails, even if only of types', () => {
  const found = broken({
    ...SOUND,
    'test/egg.ts': `import type { Hen } from './hen.ts'; export type Egg = Hen;`,
    'test/hen.ts': `import type { Egg } from './egg.ts'; export type Hen = Egg;`,
  });
  expect(found).toEqual(['test/egg.ts → test/hen.ts: no circles']);
});

test('product code that only tests use fails', () => {
  const found = broken({ ...SOUND, 'db/old.ts': '', 'test/old.ts': `import '../db/old.ts';` });
  expect(found).toEqual([`db/old.ts → db/old.ts: ${UNUSED}`]);
});

test('a folder without a rule, a development package and a missing file fail', () => {
  const found = broken({
    ...SOUND,
    'lib/strings.ts': '',
    'dev/start.ts': `import '../lib/strings.ts'; import './missing.ts';`,
    'api/routes.ts': `import 'pg'; import 'ws';`,
  });
  expect(found).toEqual([
    'api/routes.ts → node_modules/pg/index.js: the product needs no development package',
    'api/routes.ts → ws: every import is found',
    'dev/start.ts → ./missing.ts: every import is found',
    'dev/start.ts → lib/strings.ts: every folder has its rule in .dependency-cruiser.mjs',
  ]);
});
