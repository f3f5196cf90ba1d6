/** `npm run admin`: an operator's commands, as a program in a checkout. */
import { runAdmin } from './admin/run.ts';
import { operatorConfig } from './admin/saved-settings.ts';
import { seed } from './seed.ts';

process.exitCode = await runAdmin(
  process.argv.slice(2),
  (dataDir) => operatorConfig(process.env, dataDir),
  console,
  { seed },
);
