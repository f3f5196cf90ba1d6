import { expect, test } from '@jest/globals';
import { violations } from '../../scripts/import-directions/check.ts';

const check = (path: string, text: string) => violations([{ path, text }]);

test.each([
  ['api/routes/vault/routes.ts', `import { entries } from '../../../db/entities/entry.ts';`],
  ['api/app.ts', `import { plan } from '../workflows/contract.ts';`],
  ['api/main.ts', `import { loadConfig } from '../config.ts'; import Koa from 'koa';`],
  ['worker/main.ts', `import { createActivities } from '../activities/index.ts';`],
  ['worker/main.ts', `import * as workflows from '../workflows/index.ts';`],
  [
    'activities/switch.ts',
    `import { fire } from '../db/switch.ts'; import { step } from '../switch/state.ts';`,
  ],
  ['activities/mail.ts', `import { reminder } from '../mail/kinds/reminder.ts';`],
  ['mail/kinds/reminder.ts', `import { layout } from './layout.ts';`],
  ['workflows/switch.workflow.ts', `import type { Activities } from '../activities/index.ts';`],
  ['workflows/switch.workflow.ts', `type A = import('../activities/index.ts').Activities;`],
  ['db/switch.ts', `import { step } from '../switch/state.ts';`],
  ['db/migrate.ts', `import { loadConfig } from '../config.ts'; import { openDatabase } from './orm.ts';`],
  ['config.ts', `export const level = process.env.LOG_LEVEL;`],
  ['dev/start.ts', `import { loadConfig } from '../config.ts'; console.log(process.env.HOME);`],
  ['test/api/vault.test.ts', `import { createApp } from '../../api/app.ts';`],
])('%s may say: %s', async (path, text) => {
  expect(await check(path, text)).toEqual([]);
});

test.each([
  ['api/app.ts', `import { startRelay } from '../worker/outbox.ts';`],
  ['api/app.ts', `import { send } from '../activities/mail.ts';`],
  ['api/app.ts', `import { silent } from '../dev/cli/progress.ts';`],
  ['api/app.ts', `export { send } from '../activities/mail.ts';`],
  ['api/app.ts', `export * from '../activities/mail.ts';`],
  ['api/app.ts', `const mail = await import('../activities/mail.ts');`],
  ['api/app.ts', `const mail = require('../activities/mail.ts');`],
  ['api/app.ts', `import type { Mail } from '../activities/mail.ts';`],
  ['worker/main.ts', `import { createApp } from '../api/app.ts';`],
  ['activities/switch.ts', `import { switchWorkflow } from '../workflows/switch.workflow.ts';`],
  ['activities/switch.ts', `import { loadConfig } from '../config.ts';`],
  ['mail/kinds/reminder.ts', `import { send } from '../../activities/mail.ts';`],
  ['workflows/switch.workflow.ts', `import { createActivities } from '../activities/index.ts';`],
  // Stripped of its types this still loads the module.
  ['workflows/switch.workflow.ts', `import { type Activities } from '../activities/index.ts';`],
  ['workflows/switch.workflow.ts', `import type { Row } from '../db/switch.ts';`],
  ['workflows/contract.ts', `import { loadConfig } from '../config.ts';`],
  ['db/orm.ts', `import { loadConfig } from '../config.ts';`],
  ['db/switch.ts', `import type { Status } from '../workflows/contract.ts';`],
  ['switch/plan.ts', `import { loadSwitch } from '../db/switch.ts';`],
  ['db/switch.ts', `import type { Deps } from '../api/deps.ts';`],
  ['config.ts', `import { openDatabase } from './db/orm.ts';`],
  ['lib/strings.ts', `export const trim = 1;`],
])('%s may not say: %s', async (path, text) => {
  expect(await check(path, text)).toHaveLength(1);
});

test.each([
  ['api/app.ts', `const level = process.env.LOG_LEVEL;`],
  ['db/orm.ts', `const level = process['env'].LOG_LEVEL;`],
  ['workflows/switch.workflow.ts', `import { env } from 'node:process';`],
])('%s may not read the environment: %s', async (path, text) => {
  expect(await check(path, text)).toEqual([`${path}:1 reads the environment: only config.ts may`]);
});

test('a violation names the place, the target and the rule', async () => {
  expect(await check('mail/send.ts', `import z from 'zod';\nimport { app } from '../api/app.ts';\n`)).toEqual(
    ['mail/send.ts:2 imports api/app.ts: mail may import db, switch'],
  );
});
